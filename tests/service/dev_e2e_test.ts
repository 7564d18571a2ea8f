// `deno task dev`: the same app behind the same gate, with islands built in memory.

import assert from "node:assert/strict";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { ProcessTree } from "../harness/process_tree.ts";
import { realTest } from "../harness/real_parts.ts";
import { freePort, waitFor } from "../harness/service.ts";

realTest(
  "dev serves the page behind the same gate and ends without a trace",
  { needs: [] },
  async () => {
    const root = await Deno.makeTempDir();
    const port = await freePort();
    const tree = new ProcessTree({
      command: [
        ...[
          Deno.execPath(),
          "run",
          "-A",
          "dev.ts",
          "--port",
          String(port),
          "--home",
          `${root}/home`,
        ],
        ...["--codex-home", `${root}/codex`, "--cwd", root],
      ],
      cwd: REPOSITORY,
      env: { PILOTHOUSE_CODEX: "" },
    });
    try {
      const announced = () =>
        tree.stdout.findIndex((line) => line.startsWith("pilothouse listening"));
      await waitFor(() => announced() !== -1 || tree.status !== undefined, {
        timeoutMs: 30_000,
        what: "dev to listen",
      });
      const link = tree.stdout[announced() + 1] ?? "";
      const url = `http://127.0.0.1:${port}`;
      assert.equal((await fetch(url)).status, 401);
      const login = await fetch(link, { redirect: "manual" });
      assert.equal(login.status, 303, tree.stderr);
      const headers = { cookie: login.headers.get("set-cookie")!.split(";")[0]! };
      const page = await (await fetch(url, { headers })).text();
      assert.match(page, /frsh:island/);
      const script = /from "(\/_fresh\/js\/[^"]+)"/.exec(page)?.[1] ?? "";
      assert.equal((await fetch(url + script, { headers })).status, 200, script);
      assert.deepEqual(await tree.stop("SIGTERM"), []);
    } finally {
      await tree.stop("SIGKILL");
      await Deno.remove(root, { recursive: true });
    }
  },
);
