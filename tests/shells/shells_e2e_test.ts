// The manager on real processes: start, readiness, restart, stop, and what is left afterwards.

import assert from "node:assert/strict";
import { join } from "node:path";
import { Supervisor } from "../../lib/shells/supervisor.ts";
import { systemClock } from "../../lib/shells/clock.ts";
import { MARK_VARIABLE } from "../../lib/shells/process_script.ts";
import { processesBy } from "../../lib/shells/processes.ts";
import { readRecord } from "../../lib/shells/record_file.ts";
import { allProcesses, processesOf } from "../harness/processes.ts";
import { realTest } from "../harness/real_parts.ts";
import { freePort, waitFor } from "../harness/wait.ts";
import { FakeClock } from "./fake_clock.ts";
import { sh, withWorkplace } from "./with_shells.ts";

const leftOf = (id: string) => processesOf(id, MARK_VARIABLE);
const on = { needs: [], timeoutMs: 30_000 } as const;

realTest(
  "a started shell has a record and a log; at its end both say so",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec }) => {
      await writeSpec({
        a: { ...sh("echo out; echo err >&2; read x; exit 3"), labels: { k: "v" } },
      });
      const shells = await open();
      const shell = await shells.define("test.jsonc#a", {}, "a helper");
      const process = await shell.open();
      assert.equal(shell.record.status, "running");
      assert.equal(shell.record.pid, process.pid);
      await waitFor(() => shell.record.since !== null, { what: "its start to be noted" });
      await process.write(new TextEncoder().encode("\n"));
      for await (const _ of process.stdout()) { /* to the log */ }
      assert.equal((await process.ended).reason, "exited with code 3");
      assert.deepEqual((await process.ended).stderr, ["err"]);
      await shells.close();
      const [record] = await shells.list();
      assert.equal(record?.status, "exited");
      assert.equal(record?.exit_code, 3);
      assert.equal(record?.pid, null);
      assert.deepEqual(record?.labels, { k: "v" });
      const log = async (stream: "stdout" | "stderr") =>
        (await shells.logs(shell.id, stream, { limit: 1_000 }))?.text ?? "";
      assert.equal(await log("stdout"), "out\n");
      assert.match(
        await log("stderr"),
        /a helper started, pid \d+, .*\]\nerr\n\[.*exited with code 3/,
      );
      for (const path of [shells.runtime, shell.folder]) {
        assert.equal(Deno.statSync(path).mode! & 0o777, 0o700, path);
      }
      assert.equal(Deno.statSync(join(shell.folder, "record.json")).mode! & 0o777, 0o600);
    }),
);

realTest(
  "stdout is kept only while it is asked for",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec }) => {
      await writeSpec({ a: sh("echo one; read x; echo two; read x; echo three") });
      let keep = false;
      const shells = await open({ keepStdout: () => keep });
      const shell = await shells.define("test.jsonc#a", {}, "a");
      const process = await shell.open();
      const seen: string[] = [];
      for await (const chunk of process.stdout()) {
        seen.push(new TextDecoder().decode(chunk));
        keep = seen.length === 1;
        if (seen.length < 3) await process.write(new TextEncoder().encode("\n"));
      }
      assert.equal(seen.join(""), "one\ntwo\nthree\n");
      await shells.close();
      assert.equal((await shells.logs(shell.id, "stdout", { limit: 100 }))?.text, "two\n");
    }),
);

realTest(
  "a stop takes everything along that the process has started",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec }) => {
      const unique = `${Deno.pid}${Date.now()}`;
      // In the group; in a session of its own; without our mark; in both, and deaf to SIGTERM.
      await writeSpec({
        a: sh(`
        sleep 1001.${unique} &
        setsid sleep 1002.${unique} &
        env -i /bin/sleep 1003.${unique} &
        setsid env -i /bin/sh -c 'trap "" TERM; sleep 1004.${unique}; sleep 1005.${unique}' &
        echo ready
        cat >/dev/null`),
      });
      const shells = await open();
      const shell = await shells.define("test.jsonc#a", {}, "a");
      const process = await shell.open();
      const [first] = await Array.fromAsync(take(process.stdout(), 1));
      assert.equal(new TextDecoder().decode(first), "ready\n");
      const ours = new RegExp(`^(/bin/)?sleep 100\\d\\.${unique}$`);
      const sleeping = () => allProcesses().filter(({ command }) => ours.test(command));
      await waitFor(() => sleeping().length === 4, { what: "all of them to run" });
      assert.equal((await process.close()).reason, "exited with code 0");
      assert.deepEqual(sleeping(), []);
      assert.equal(
        shell.record.status,
        "running" === shell.record.status ? "" : shell.record.status,
      );
    }),
);

realTest(
  "what outlives a process that ends by itself is ended, and holds nobody up",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec }) => {
      // The sleeper keeps both pipes open.
      await writeSpec({ a: sh("setsid sleep 1000 & echo gone >&2; exit 1") });
      const shells = await open();
      const shell = await shells.define("test.jsonc#a", {}, "a");
      const process = await shell.open();
      const begin = performance.now();
      assert.deepEqual((await process.ended).stderr, ["gone"]);
      await Array.fromAsync(process.stdout());
      assert.ok(performance.now() - begin < 3_000);
      assert.deepEqual(leftOf(shell.id), []);
    }),
);

for (
  const [name, script, reason, waits] of [
    ["the end of its stdin", "cat >/dev/null", "exited with code 0", []],
    ["SIGTERM", "exec sleep 1000", "was ended by SIGTERM", [1_500]],
    ["SIGKILL", "trap '' TERM; while :; do sleep 1000; done", "was ended by SIGKILL", [
      1_500,
      1_500,
    ]],
  ] as const
) {
  const clock = new FakeClock();
  realTest(
    `a process that needs it is ended by ${name}`,
    on,
    () =>
      withWorkplace(async ({ open, writeSpec }) => {
        await writeSpec({ a: sh(script) });
        const shells = await open({ clock });
        const shell = await shells.define("test.jsonc#a", {}, "a");
        const process = await shell.open();
        await waitFor(() => leftOf(shell.id).length > 0, { what: "it to run" });
        let ended = false;
        const closing = process.close().finally(() => ended = true);
        for (const wait of waits) {
          await waitFor(() => clock.next === wait, { what: "the next step" });
          clock.advance(wait);
        }
        await waitFor(() => {
          if (!ended && clock.next !== null && clock.next < 1_000) clock.advance(clock.next);
          return ended;
        }, { what: "its end" });
        assert.equal((await closing).reason, reason);
        assert.deepEqual(leftOf(shell.id), []);
      }),
  );
}

realTest("the restart policy is kept to the millisecond, and giving up is visible", on, () => {
  const clock = new FakeClock();
  return withWorkplace(async ({ open, writeSpec, root }) => {
    const restart = { policy: "on-failure", backoff_ms: [100, 300], max_restarts: 3, window_s: 60 };
    await writeSpec({ a: { ...sh(`echo x >>'${root}/starts'; exit 7`), restart } });
    const shells = await open();
    const shell = await shells.define("test.jsonc#a", {}, "a");
    const starts = () => Deno.readTextFileSync(join(root, "starts")).length / 2;
    const settled = (count: number) =>
      waitFor(() => ["waiting", "failed"].includes(shell.record.status) && starts() === count, {
        what: `the end of start ${count}`,
      });
    const supervisor = new Supervisor(shell, clock);
    await supervisor.start();
    for (const [index, wait] of [100, 300, 300].entries()) {
      await settled(index + 1);
      assert.equal(shell.record.status, "waiting");
      assert.equal(shell.record.restart_at, new Date(clock.now() + wait).toISOString());
      clock.advance(wait - 1);
      assert.equal(shell.record.status, "waiting", "it was started too early");
      clock.advance(1);
      await waitFor(() => shell.record.restarts === index + 1, { what: "the restart" });
    }
    await settled(4);
    const { status, reason, restarts } = shell.record;
    assert.deepEqual({ status, reason, restarts }, {
      status: "failed",
      reason: "given up: restarted 3 times within 60 s; it exited with code 7",
      restarts: 3,
    });
    assert.equal(clock.next, null, "somebody still waits to start it");
    await supervisor.restart();
    await settled(5);
    assert.equal(shell.record.status, "waiting", "a start by hand begins anew");
    await supervisor.stop();
    assert.equal(shell.record.status, "stopped");
    clock.advance(10_000);
    assert.equal(starts(), 5, "it was started after the stop");
  }, clock);
});

realTest("a clean end is no failure", on, () =>
  withWorkplace(async ({ open, writeSpec }) => {
    await writeSpec({ a: { ...sh("exit 0"), restart: { policy: "on-failure" } } });
    const shell = await (await open()).define("test.jsonc#a", {}, "a");
    await new Supervisor(shell, systemClock).start();
    await waitFor(() => shell.record.status === "exited", { what: "its end" });
  }));

realTest(
  "readiness comes by a line, by a port, or not in time",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec }) => {
      const port = freePort();
      await writeSpec({
        line: {
          ...sh("printf 'listen'; sleep 0.05; echo 'ing on 1'; cat >/dev/null"),
          readiness: { kind: "line", pattern: "^listening on \\d+$" },
        },
        port: { ...sh("cat >/dev/null"), readiness: { kind: "port", port } },
        late: {
          ...sh("cat >/dev/null"),
          readiness: { kind: "line", stream: "stderr", pattern: "never", timeout_s: 0.1 },
        },
      });
      const shells = await open();
      const start = async (name: string) => {
        const shell = await shells.define(`test.jsonc#${name}`, {}, name);
        await new Supervisor(shell, systemClock).start();
        assert.equal(shell.record.status, "starting", name);
        return shell;
      };
      const line = await start("line");
      await waitFor(() => line.record.status === "running", { what: "the line" });
      const waiting = await start("port");
      using _listener = Deno.listen({ hostname: "127.0.0.1", port });
      await waitFor(() => waiting.record.status === "running", { what: "the port" });
      const late = await start("late");
      await waitFor(() => late.record.status === "failed", { what: "the time-out" });
      assert.equal(late.record.reason, "was not ready within 0.1 s");
      assert.deepEqual(leftOf(late.id), []);
    }),
);

realTest(
  "neither records nor logs have values of the environment",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec, root }) => {
      await writeSpec({
        a: {
          ...sh('echo "got $${#KEY}"'),
          env: { KEY: "${env:API_KEY}" },
          labels: { key: "${env:API_KEY}" },
        },
      });
      const shells = await open({ env: (name) => name === "API_KEY" ? "hush-hush" : undefined });
      const shell = await shells.define("test.jsonc#a", {}, "a");
      const text = new TextDecoder();
      const said = await Array.fromAsync(
        (await shell.open()).stdout(),
        (part) => text.decode(part),
      );
      assert.equal(said.join(""), "got 9\n");
      await shells.close();
      for (const name of ["record.json", "stderr.log"]) {
        const written = await Deno.readTextFile(join(shell.folder, name));
        assert.ok(!written.includes("hush-hush"), `${name} in ${root} tells the key`);
      }
    }),
);

realTest(
  "a program that is not there is named, and the record says so",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec }) => {
      await writeSpec({ a: { command: ["/no/such/agent", "--flag"] } });
      const shells = await open();
      const shell = await shells.define("test.jsonc#a", {}, "the helper");
      const message = /^cannot start the helper: "\/no\/such\/agent --flag" was not found/;
      await assert.rejects(shell.open(), (error: Error) => message.test(error.message));
      assert.match(shell.record.reason ?? "", message);
      assert.equal(shell.record.status, "failed");
    }),
);

realTest(
  "a record on disk knows where a log begins after it was turned over",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec }) => {
      await writeSpec({
        a: sh(`
      for part in 1 2 3 4 5 6 7 8; do yes 0123456789 | head -c 199991 >&2; sleep 0.01; done
      echo done
      cat >/dev/null`),
      });
      const shells = await open();
      const shell = await shells.define("test.jsonc#a", {}, "a");
      const process = await shell.open();
      await Array.fromAsync(take(process.stdout(), 1));
      await waitFor(async () => {
        const read = await readRecord(shell.folder);
        return read.ok && read.record.logs.stderr.start > 0;
      }, { what: "the record to say so" });
      await waitFor(() => shell.logs.stderr.end >= 8 * 199_991, { what: "the log" });
      // As a later server would, from the disk alone.
      const later = await open();
      const { end, text } = (await later.logs(shell.id, "stderr", { limit: 11 }))!;
      assert.equal(end, shell.logs.stderr.end);
      assert.equal(text, "0123456789\n");
    }),
);

realTest(
  "a disk that takes neither record nor log does not keep a process from running",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec, logged }) => {
      await writeSpec({ a: sh("echo works; echo lost >&2; cat >/dev/null") });
      const shells = await open();
      await Deno.remove(join(shells.runtime, "shells"));
      await Deno.writeTextFile(join(shells.runtime, "shells"), "in the way");
      const shell = await shells.define("test.jsonc#a", {}, "a");
      const process = await shell.open();
      const [said] = await Array.fromAsync(take(process.stdout(), 1));
      assert.equal(new TextDecoder().decode(said), "works\n");
      assert.equal(shell.record.status, "running");
      await waitFor(() => shell.record.log_problem !== null, { what: "the problem to be told" });
      assert.match(logged.join(), /a runs without log and record/);
      await process.close();
    }),
);

realTest(
  "a tool for processes that does not work is told, and the rest goes on",
  on,
  () =>
    withWorkplace(async ({ open, writeSpec, logged }) => {
      await writeSpec({ a: sh("cat >/dev/null") });
      const shells = await open({ processes: processesBy("/no/such/tool") });
      assert.match(logged.join(), /cannot look at processes/);
      const shell = await shells.define("test.jsonc#a", {}, "a");
      const process = await shell.open();
      assert.equal((await process.close()).reason, "exited with code 0");
    }),
);

async function* take<T>(items: AsyncIterable<T>, count: number): AsyncIterable<T> {
  for await (const item of items) {
    yield item;
    if (--count === 0) return;
  }
}
