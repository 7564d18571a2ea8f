// Several servers on one home: what a dead one left is closed, what a living one has is not touched.

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { reconcileHome } from "../../lib/shells/reconcile.ts";
import { systemClock } from "../../lib/shells/clock.ts";
import { MARK_VARIABLE } from "../../lib/shells/process_script.ts";
import { processesBy } from "../../lib/shells/processes.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { withCleanUp } from "../harness/lifetime.ts";
import { ProcessTree } from "../harness/process_tree.ts";
import { processesOf } from "../harness/processes.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor } from "../harness/wait.ts";
import { RECORD } from "./sample_record.ts";
import { sh, withWorkplace, type Workplace } from "./with_shells.ts";

const HOLDER = fileURLToPath(new URL("./holder.ts", import.meta.url));
const on = { needs: [], timeoutMs: 30_000 } as const;
const leftOf = (id: string) => processesOf(id, MARK_VARIABLE);

interface Holder {
  readonly id: string;
  /** Kills the server; its shell stays. */
  kill(): Promise<void>;
}

/** Runs beside a server with a shell that does not care about the end of its stdin. */
async function withHolder(
  { root, writeSpec }: Workplace,
  fn: (holder: Holder) => Promise<void>,
): Promise<void> {
  await writeSpec({ a: sh("sleep 1000 & setsid sleep 1000 & wait") });
  const folders = ["home", "work", "specs"].map((name) => join(root, name));
  const tree = new ProcessTree({
    command: [Deno.execPath(), "run", "-A", "--no-lock", HOLDER, ...folders],
    cwd: REPOSITORY,
    stopLimitMs: 500,
  });
  await withCleanUp(async () => void await tree.stop("SIGKILL"), async () => {
    const id = await waitFor(() => tree.stdout[0], { timeoutMs: 15_000, what: "the holder" });
    await fn({
      id,
      kill: async () => {
        Deno.kill(tree.pid, "SIGKILL");
        await waitFor(() => tree.status !== undefined, { what: "its end" });
      },
    });
  });
}

realTest(
  "after kill -9 of a server the next one ends its shells and closes their records",
  on,
  () =>
    withWorkplace((place) =>
      withHolder(place, async ({ id, kill }) => {
        await kill();
        assert.equal(leftOf(id).length, 3, "the shell should have outlived its server");
        const shells = await place.open();
        assert.deepEqual(leftOf(id), []);
        const record = await shells.get(id);
        assert.equal(record?.status, "lost");
        assert.equal(record?.pid, null);
        assert.equal(record?.reason, "its server ended without stopping it");
        assert.match(place.logged.join(), /ended 3 left-over processes of a \(sh_/);
      })
    ),
);

realTest(
  "a second server leaves the shells of the first one alone",
  on,
  () =>
    withWorkplace((place) =>
      withHolder(place, async ({ id, kill }) => {
        const shells = await place.open();
        assert.equal(leftOf(id).length, 3);
        assert.deepEqual((await shells.list()).map((r) => [r.shell_id, r.status]), [[
          id,
          "running",
        ]]);
        assert.equal(shells.own(id), undefined);
        // The launcher, for one, looks into the whole home.
        const around = { processes: processesBy(undefined), clock: systemClock, log: assert.fail };
        await reconcileHome(join(place.root, "home"), around);
        assert.equal(leftOf(id).length, 3);
        await kill();
        await reconcileHome(join(place.root, "home"), { ...around, log: () => {} });
        assert.deepEqual(leftOf(id), []);
        assert.equal((await shells.get(id))?.status, "lost");
      })
    ),
);

realTest(
  "a process that got the id of a dead one is not taken for it",
  on,
  () =>
    withWorkplace(async ({ open, root }) => {
      const first = await open();
      // Our own id, but another start: the record is of somebody who is gone.
      const stranger = { pid: Deno.pid, since: "00000000.1" };
      const folder = join(first.runtime, "shells", RECORD.shell_id);
      await Deno.mkdir(folder);
      const record = { ...RECORD, ...stranger, owner: stranger, colour: "blue" };
      await Deno.writeTextFile(join(folder, "record.json"), JSON.stringify(record));
      const second = await open();
      const found = await second.get(RECORD.shell_id);
      assert.equal(found?.status, "lost");
      assert.equal(found?.colour, "blue", "a field of a later version was lost");
      assert.ok(root, "and we are still alive");
    }),
);

realTest(
  "projects and secrets do not see each other's shells",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec, root }) => {
      await writeSpec({ a: sh("exit 0") });
      const here = await open();
      const shell = await here.define("test.jsonc#a", {}, "a");
      await (await shell.open()).ended;
      await here.close();
      const other = join(root, "other");
      await Deno.mkdir(other);
      const others = [
        await open({ cwd: other }),
        await open({ secret: "another secret of that length" }),
      ];
      for (const shells of others) {
        assert.notEqual(shells.runtime, here.runtime);
        assert.deepEqual(await shells.list(), []);
        assert.equal(await shells.get(shell.id), null);
        assert.equal(await shells.logs(shell.id, "stderr", { limit: 10 }), null);
      }
      await Deno.symlink(join(root, "work"), join(root, "link"));
      const linked = await open({ cwd: join(root, "link") });
      assert.equal(linked.runtime, here.runtime, "the same folder under another name");
      assert.equal((await linked.list()).length, 1);
    }),
);

realTest(
  "old shells and old runtimes go, those in use stay",
  on,
  () =>
    withWorkplace((place) =>
      withHolder(place, async ({ id, kill }) => {
        const retention = { shells: 3, runtimes: 2 };
        const shells = await place.open({ retention });
        for (let i = 0; i < 4; i++) {
          const folder = join(shells.runtime, "shells", `sh_zzzzzzzzz_0000000${i}`);
          await Deno.mkdir(folder);
          const record = { ...RECORD, shell_id: `sh_zzzzzzzzz_0000000${i}`, status: "exited" };
          await Deno.writeTextFile(join(folder, "record.json"), JSON.stringify(record));
        }
        const again = await place.open({ retention });
        assert.deepEqual((await again.list()).map(({ shell_id }) => shell_id), [
          "sh_zzzzzzzzz_00000003",
          "sh_zzzzzzzzz_00000002",
          id,
        ]);
        const folders: string[] = [];
        for (const name of ["one", "two", "three"]) {
          const cwd = join(place.root, name);
          await Deno.mkdir(cwd);
          folders.push((await place.open({ cwd, retention })).runtime);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        const left = [...Deno.readDirSync(join(shells.runtime, ".."))].map(({ name }) => name);
        assert.ok(
          left.includes(shells.runtime.split("/").at(-1)!),
          "one with a running shell went",
        );
        assert.ok(left.includes(folders[2]!.split("/").at(-1)!), "the current one went");
        assert.ok(left.length <= 3, left.join());
        await kill();
        await place.open();
      })
    ),
);
