// `events run`: the command is as it would be without us, and the thread hears of it.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { waitFor } from "../harness/wait.ts";
import { events, inboxOf, startEvents, THREAD, withThreadFolder } from "./events_cli.ts";

const run = (...words: string[]) => ["run", "--thread", THREAD, ...words];

interface Told {
  readonly type: string;
  readonly severity: string;
  readonly title: string;
  readonly summary: string;
  readonly source: { readonly name: string; readonly run_id: string };
  readonly routing: { readonly thread_id: string; readonly correlation_id: string };
  readonly payload: Readonly<Record<string, unknown>>;
}

const told = (folder: string) => inboxOf(folder) as unknown as Told[];

realTest("output and exit code are the command's own, and both ends are told", {
  needs: [],
}, async () => {
  await withThreadFolder(async (homes, folder) => {
    // Bytes that are no text, and both streams.
    const script = "printf 'a\\377\\000b'; for i in 1 2 3; do echo line $i >&2; done; exit 7";
    const child = startEvents(homes, run("--name", "tests", "--", "sh", "-c", script));
    const { code, stdout, stderr } = await child.output();
    assert.equal(code, 7);
    assert.deepEqual([...stdout], [0x61, 0xff, 0x00, 0x62]);
    assert.equal(new TextDecoder().decode(stderr), "line 1\nline 2\nline 3\n");

    const [started, failed] = told(folder);
    assert.deepEqual([started!.type, started!.severity], ["build.started", "info"]);
    assert.deepEqual([failed!.type, failed!.severity], ["build.failed", "error"]);
    assert.equal(failed!.title, "tests: failed");
    assert.match(failed!.summary, /^exit code 7 after \d+\.\d s\n/);
    assert.match(String(failed!.payload["output_tail"]), /line 3$/);
    assert.equal(failed!.payload["exit_code"], 7);
    assert.ok(Number(failed!.payload["duration_ms"]) >= 0);
    assert.equal(started!.source.run_id, failed!.source.run_id);
    assert.equal(started!.routing.correlation_id, failed!.routing.correlation_id);
    assert.equal(failed!.routing.thread_id, THREAD);
  });
});

realTest("stdin reaches the command, and a flood leaves a bounded tail", {
  needs: [],
}, async () => {
  await withThreadFolder(async (homes, folder) => {
    const script = "cat; seq 1 200000; printf '\\033[31mred\\033[0m end'";
    const words = run(
      "--type",
      "job",
      "--tail-lines",
      "3",
      "--quiet-start",
      "--",
      "sh",
      "-c",
      script,
    );
    const { code, out } = await events(homes, words, "from stdin\n");
    assert.equal(code, 0);
    assert.ok(out.startsWith("from stdin\n1\n2\n"), out.slice(0, 40));
    assert.ok(out.endsWith("200000\n\x1b[31mred\x1b[0m end"), "not a byte is changed or lost");
    const [passed, ...more] = told(folder);
    assert.deepEqual([passed!.type, more.length], ["job.passed", 0]);
    assert.equal(passed!.payload["output_tail"], "199999\n200000\nred end");
    assert.ok(JSON.stringify(passed).length < 16_000);
  });
});

realTest("a signal reaches the command, whose end is told as the signal's", {
  needs: [],
}, async () => {
  await withThreadFolder(async (homes, folder) => {
    const script = "trap 'echo caught; exit 9' TERM; echo ready; while :; do sleep 0.05; done";
    const child = startEvents(homes, run("--", "sh", "-c", script));
    let out = "";
    const reading = (async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) out += text;
    })();
    await waitFor(() => out.includes("ready"), { timeoutMs: 20_000, what: "the command to run" });
    child.kill("SIGTERM");
    assert.equal((await child.status).code, 9);
    await reading;
    await child.stderr.cancel();
    assert.equal(out, "ready\ncaught\n");

    const killed = await events(homes, run("--", "sh", "-c", "kill -KILL $$"));
    assert.equal(killed.code, 137);
    const last = told(folder).at(-1)!;
    assert.equal(last.payload["signal"], "SIGKILL");
    assert.match(last.summary, /^ended by SIGKILL after/);
  });
});

realTest("what cannot be run gives a shell's exit codes, and is told", { needs: [] }, async () => {
  await withThreadFolder(async (homes, folder) => {
    const missing = await events(homes, run("--", "no-such-program-here"));
    assert.equal(missing.code, 127);
    assert.match(missing.err, /no-such-program-here cannot be run: there is no such program/);
    assert.equal((await events(homes, run("--", "/"))).code, 126);
    assert.match(told(folder)[1]!.summary, /could not be run/);
  });
});

realTest("an event that cannot be sent changes nothing about the command", {
  needs: [],
}, async () => {
  await withThreadFolder(async (homes) => {
    const words = ["run", "--thread", "thr_unknown", "--", "sh", "-c", "echo out; exit 5"];
    const { code, out, err } = await events(homes, words);
    assert.deepEqual([code, out], [5, "out\n"]);
    assert.match(err, /^(pilothouse: an event was not sent: .*\n){2}$/);
  });
});

realTest(
  "a command whose reader goes away ends as it would without us, and children left behind do not hold it",
  {
    needs: [],
  },
  async () => {
    await withThreadFolder(async (homes) => {
      const child = startEvents(homes, run("--", "yes"));
      const reader = child.stdout.getReader();
      await reader.read();
      await reader.cancel();
      await child.stderr.cancel();
      assert.equal((await child.status).code, 141);

      const begun = performance.now();
      const left = await events(homes, run("--", "sh", "-c", "sleep 30 >&2 & echo $!"));
      assert.equal(left.code, 0);
      assert.ok(performance.now() - begun < 20_000, "it does not wait for the child's child");
      Deno.kill(Number(left.out), "SIGKILL");
    });
  },
);
