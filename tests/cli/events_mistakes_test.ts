// What the command line of events says to wrong words, in this process: it starts nothing.

import assert from "node:assert/strict";
import { runCli } from "../../lib/cli/run.ts";
import { type Homes, inboxOf, type Said, THREAD, withThreadFolder } from "./events_cli.ts";

async function eventsHere(homes: Homes, words: readonly string[]): Promise<Said> {
  let out = "";
  let err = "";
  const env: Record<string, string> = { PILOTHOUSE_HOME: homes.home, CODEX_HOME: homes.codexHome };
  const code = await runCli(["events", ...words], { serve: () => Promise.resolve(0) }, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    env: (name) => env[name],
    cwd: homes.home,
  });
  return { code, out, err };
}

Deno.test("help is made from the schema of an event, and names every exit code", async () => {
  await withThreadFolder(async (homes) => {
    const overview = await eventsHere(homes, ["--help"]);
    assert.equal(overview.code, 0);
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      assert.match(overview.out, new RegExp(`^ {2}${code} {2}\\w`, "m"));
    }
    const send = await eventsHere(homes, ["send", "--help"]);
    assert.match(send.out, /--severity <word> +How bad it is; one of debug, info, .*critical/);
    assert.match(send.out, /--type <text> +Stable, .*; at most 200 characters/);
    assert.match(send.out, /--title <text> +.*cut after 200 characters/);
  });
});

Deno.test("a mistake is told in one line with its exit code, and nothing is written", async () => {
  await withThreadFolder(async (homes, folder) => {
    const thread = ["--thread", THREAD];
    const send = ["send", ...thread, "--type", "a.b", "--title", "t"];
    const mistakes: [words: string[], code: number, said: RegExp][] = [
      [["sned"], 2, /unknown command "events sned"; did you mean send\?/],
      [["send", "--type", "a", "--title", "t"], 2, /say which thread: --thread <id>/],
      [["send", "--thread", "../x", "--type", "a", "--title", "t"], 2, /is not a thread's id/],
      [["send", ...thread, "--type", "a"], 2, /the event has no title: --title/],
      [["send", ...thread, "--type", "a b", "--title", "t"], 2, /type: Invalid string/],
      [[...send, "--severity", "awful"], 2, /severity: .*debug.*critical/],
      [[...send, "--payload-json", "{"], 2, /--payload-json is not JSON/],
      [[...send, "--summary", "x".repeat(70_000)], 2, /larger than 65536 bytes/],
      [[...send, "--wait", "seen"], 2, /--wait is to be one of accepted/],
      [[...send, "--wait", "observed"], 7, /the server does not run/],
      [[...send, "--server", "http://127.0.0.1:1"], 2, /needs --token/],
      [[...send, "--server", "http://127.0.0.1:1", "--token", "t"], 8, /nobody listens at/],
      [["send", "--thread", "thr_x", "--type", "a", "--title", "t"], 4, /no conversation here has/],
      [["ack", ...thread], 2, /say which events/],
      [["ack", ...thread, "evt_x"], 4, /no such event/],
      [["show", ...thread, "evt_x"], 4, /has no event "evt_x"/],
      [["list", ...thread, "--state", "seen"], 2, /"seen" is no state/],
      [["token", "create"], 2, /needs a --name/],
      [["token", "create", "x", "--expires", "soon"], 2, /--expires is to be like/],
      [["run", ...thread], 2, /say what to run, behind --/],
      [["run", ...thread, "ls", "-l"], 2, /unknown flag -l/],
    ];
    for (const [words, code, said] of mistakes) {
      const ran = await eventsHere(homes, words);
      assert.match(ran.err, said, words.join(" "));
      assert.equal(ran.err.trim().split("\n").length, 1, ran.err);
      assert.deepEqual([ran.code, words.join(" ")], [code, words.join(" ")]);
    }
    // All but the one that only the wait was wrong with.
    assert.equal(inboxOf(folder).length, 1);
  });
});
