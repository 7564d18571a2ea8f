// How the service ends, and how it refuses to start: nothing may stay behind, and one message must
// say what to do.

import assert from "node:assert/strict";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { ModelServer } from "../harness/model_server.ts";
import { ProcessTree } from "../harness/process_tree.ts";
import { realTest } from "../harness/real_parts.ts";
import { freePort, type Service, waitFor, withService } from "../harness/service.ts";

/** A turn under way, so that the agent has something to lose. */
async function startTurn(service: Service): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    return await (await service.fetch(`/api/appserver/${path}`, init)).json();
  };
  const { id } = await post("conversations", {});
  await post("message", { conversation_id: id, text: "slow" });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const) {
  for (const whom of ["launcher", "server"] as const) {
    realTest(
      `${signal} to the ${whom} leaves no process, in mid-turn`,
      { needs: [] },
      () =>
        withService({}, async (service) => {
          await startTurn(service);
          assert.ok(service.processes().length >= 3, "launcher, server and agent are expected");
          assert.deepEqual(await service.end(signal, service.pids[whom]), []);
        }),
    );
  }
}

realTest("kill -9 of the server leaves no codex behind", { needs: ["codex"] }, async () => {
  await using model = ModelServer.start();
  await withService({ modelUrl: model.url }, async (service) => {
    await startTurn(service);
    const codex = service.processes().filter(({ command }) => command.includes("app-server"));
    assert.ok(codex.length > 0, "codex is not running");
    assert.deepEqual(await service.end("SIGKILL", service.pids.server), []);
  });
});

realTest(
  "an agent that is killed is started again, and the page can go on",
  { needs: [] },
  () =>
    withService({}, async (service) => {
      const status = async () => await (await service.fetch("/api/appserver/status")).json();
      const { pid } = await status();
      Deno.kill(pid, "SIGKILL");
      await waitFor(async () => (await status()).restarts === 1 && (await status()).running, {
        timeoutMs: 10_000,
        what: "the agent to run again",
      });
      await startTurn(service);
    }),
);

/** Starts it in a way that must fail, and gives what it said. */
async function failing(args: string[], env: Record<string, string> = {}) {
  const root = await Deno.makeTempDir();
  const given = (flag: string, value: string) => args.includes(flag) ? [] : [flag, value];
  const tree = new ProcessTree({
    command: [
      ...[Deno.execPath(), "run", "-A", "lib/cli/launch.ts", "--codex-home", `${root}/codex`],
      ...[...given("--home", `${root}/home`), ...given("--port", "0"), ...args],
    ],
    cwd: REPOSITORY,
    env,
  });
  try {
    await waitFor(() => tree.status !== undefined, { timeoutMs: 30_000, what: "it to give up" });
    assert.deepEqual(tree.processes(), [], "a process stayed behind");
    return { code: tree.status!.code, stdout: tree.stdout, stderr: tree.stderr };
  } finally {
    await tree.stop("SIGKILL");
    await Deno.remove(root, { recursive: true });
  }
}

realTest("a port that is taken is named, with the way out", { needs: [] }, async () => {
  const port = await freePort();
  using _taken = Deno.listen({ hostname: "127.0.0.1", port });
  const { code, stdout, stderr } = await failing(["--port", String(port)]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`port ${port} is taken.*--port`));
  assert.deepEqual(stdout, []);
});

realTest("an agent that does not exist or exits at once is named", { needs: [] }, async () => {
  const missing = await failing(["--app-server", "/no/such/agent --flag"]);
  assert.notEqual(missing.code, 0);
  assert.match(missing.stderr, /\/no\/such\/agent/);
  const dying = await failing(["--app-server", "/bin/sh -c 'echo broken install >&2; exit 3'"]);
  assert.equal(dying.code, 1);
  assert.match(
    dying.stderr,
    /exited with code 3 at once; its last words: broken install.*try it by hand/s,
  );
  assert.deepEqual(dying.stdout, []);
  const silent = await failing(["--app-server", "/bin/sh -c 'exit 0'"]);
  assert.match(silent.stderr, /exited with code 0 at once/);
});

realTest("a home that is no folder is named, and nothing is started", { needs: [] }, async () => {
  const file = await Deno.makeTempFile();
  const { code, stderr, stdout } = await failing(["--home", file]);
  assert.notEqual(code, 0);
  assert.ok(stderr.includes(file), stderr);
  assert.deepEqual(stdout, []);
  await Deno.remove(file);
});

realTest(
  "a token that others can read stops the start, with the remedy",
  { needs: [] },
  async () => {
    const home = await Deno.makeTempDir();
    await Deno.writeTextFile(`${home}/token`, "a-token-for-everybody\n");
    await Deno.chmod(`${home}/token`, 0o644);
    const { code, stderr } = await failing(["--home", home]);
    assert.equal(code, 1);
    assert.match(stderr, /can be read by others: run chmod 600/);
    await Deno.remove(home, { recursive: true });
  },
);
