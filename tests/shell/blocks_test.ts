import assert from "node:assert/strict";
import { type Block, BlockTracker, type Effect } from "../../lib/shell/blocks.ts";
import type { Mark } from "../../lib/shell/mark.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const begin = (seq: number, text: string | null, sure = true): Mark => ({
  kind: "begin",
  seq,
  cwd: "/work",
  text,
  sure,
});
const end = (seq: number, exitCode: number, cwd = "/work", text: string | null = null): Mark => ({
  kind: "end",
  seq,
  exitCode,
  cwd,
  text,
});
const prompt = (seq: number): Mark => ({ kind: "prompt", seq, cwd: "/work" });
const READY: Mark = { kind: "ready", shell: "bash", exact: true };

function tracker(lastSeq = 0): BlockTracker {
  const made = new BlockTracker({ cwd: "/work", cols: 80, lastSeq });
  made.mark(READY, 0);
  made.mark(prompt(0), 0);
  return made;
}

function blockOf(effects: readonly Effect[], type: "begin" | "end"): Block {
  const effect = effects.find((one) => one.type === type);
  assert.ok(effect !== undefined && "block" in effect, `no ${type} in ${JSON.stringify(effects)}`);
  return effect.block;
}

const kinds = (effects: readonly Effect[]) => effects.map(({ type }) => type);

Deno.test("a command is one block with text, folder, exit code, times and size", () => {
  const shell = tracker(41);
  blockOf(shell.mark(begin(1, "make"), 1_000), "begin");
  shell.data(bytes("one\r\n"));
  shell.data(bytes("two\r\n"));
  assert.equal(shell.open?.bytes, 10);
  assert.deepEqual(blockOf(shell.mark(end(1, 2, "/work/sub"), 1_250), "end"), {
    block_id: "block_000042",
    seq: 42,
    cmd: "make",
    cwd: "/work",
    cwd_after: "/work/sub",
    exit_code: 2,
    ts_begin: 1_000,
    ts_end: 1_250,
    duration_ms: 250,
    status: "done",
    bytes: 10,
    truncated: false,
    alt_screen: false,
    confidence: "high",
    origin: "user",
    cols: 80,
  });
});

Deno.test("prompts alone make no block", () => {
  const shell = tracker();
  assert.deepEqual(kinds(shell.mark(prompt(0), 1)), ["prompt"]);
  assert.deepEqual(kinds(shell.mark({ kind: "input" }, 1)), ["input"]);
  assert.equal(shell.open, null);
  assert.equal(shell.phase, "prompt");
});

Deno.test("an end that is not of the open command changes nothing", () => {
  const shell = tracker();
  assert.deepEqual(shell.mark(end(1, 0), 1), []);
  shell.mark(begin(1, "sleep 1"), 1);
  assert.deepEqual(shell.mark(end(2, 0), 2), []);
  assert.deepEqual(shell.mark(end(0, 0), 2), []);
  assert.equal(shell.open?.status, "running");
  shell.mark(end(1, 0), 3);
  assert.deepEqual(shell.mark(end(1, 1), 4), [], "an end counts once");
});

Deno.test("a begin that was seen before changes nothing", () => {
  const shell = tracker();
  shell.mark(begin(1, "a"), 1);
  shell.mark(end(1, 0), 2);
  assert.deepEqual(shell.mark(begin(1, "a"), 3), []);
});

Deno.test("the next prompt closes a block whose end was not told, without an exit code", () => {
  const shell = tracker();
  shell.mark(begin(1, "odd"), 1);
  const effects = shell.mark(prompt(1), 5);
  assert.deepEqual(kinds(effects), ["end", "prompt"]);
  const { status, exit_code } = blockOf(effects, "end");
  assert.deepEqual({ status, exit_code }, { status: "orphaned", exit_code: null });
});

Deno.test("a command that history skips has no text", () => {
  const shell = tracker();
  assert.equal(blockOf(shell.mark(begin(1, null), 1), "begin").cmd, null);
});

Deno.test("an old line of history counts only if it is what was typed", () => {
  const typed = (echo: string) => {
    const shell = tracker();
    shell.mark({ kind: "input" }, 1);
    shell.data(bytes(echo));
    return blockOf(shell.mark(begin(1, "make test", false), 2), "begin").cmd;
  };
  assert.equal(typed("make test\r\n\x1b[?2004l\r"), "make test");
  assert.equal(typed("mkae\b\b\b\x1b[Kake test\r\n"), "make test");
  assert.equal(typed(" export TOKEN=1\r\n\x1b[?2004l\r"), null);
  assert.equal(typed("\r\n"), null);
});

Deno.test("an end may bring the text of all lines that ran", () => {
  const shell = tracker();
  shell.mark(begin(1, "one"), 1);
  assert.equal(blockOf(shell.mark(end(1, 0, "/work", "one\ntwo"), 2), "end").cmd, "one\ntwo");
});

Deno.test("a Ctrl-C shows in the status only if it ended the command", () => {
  const status = (exitCode: number) => {
    const shell = tracker();
    shell.mark(begin(1, "sleep 9"), 1);
    shell.interrupted();
    return blockOf(shell.mark(end(1, exitCode), 2), "end").status;
  };
  assert.equal(status(130), "interrupted");
  assert.equal(status(0), "done");
  const shell = tracker();
  shell.interrupted();
  shell.mark(begin(1, "kill -9 $!"), 1);
  assert.equal(blockOf(shell.mark(end(1, 137), 2), "end").status, "done", "it came before");
});

Deno.test("whoever runs a command by name is its origin, once", () => {
  const shell = tracker();
  shell.expect("agent");
  assert.equal(blockOf(shell.mark(begin(1, "a"), 1), "begin").origin, "agent");
  shell.mark(end(1, 0), 2);
  assert.equal(blockOf(shell.mark(begin(2, "b"), 3), "begin").origin, "user");
  shell.mark(end(2, 0), 4);
  shell.expect("agent");
  shell.mark(prompt(2), 5);
  assert.equal(blockOf(shell.mark(begin(3, "c"), 6), "begin").origin, "user", "nothing ran");
});

Deno.test("the alternate screen is remembered for the block that used it", () => {
  const shell = tracker();
  shell.altScreen(true);
  shell.mark(begin(1, "a"), 1);
  assert.equal(blockOf(shell.mark(end(1, 0), 2), "end").alt_screen, false);
  shell.mark(begin(2, "vi"), 3);
  shell.altScreen(true);
  shell.altScreen(false);
  assert.equal(blockOf(shell.mark(end(2, 0), 4), "end").alt_screen, true);
});

Deno.test("a shell that dies closes its last block with its own exit code", () => {
  const shell = tracker();
  shell.mark(begin(1, "exit 3"), 1);
  const { status, exit_code } = blockOf(shell.gone(3, 2), "end");
  assert.deepEqual({ status, exit_code }, { status: "shell_exited", exit_code: 3 });
  assert.equal(shell.phase, "gone");
  assert.deepEqual(shell.submitted("late", 3), []);
});

Deno.test("a shell in another's place goes on with low confidence", () => {
  const shell = tracker();
  shell.mark(begin(1, "exec sh"), 1);
  assert.equal(blockOf(shell.replaced(2), "end").status, "replaced");
  assert.deepEqual(kinds(shell.settled(3)), ["prompt"]);
  const block = blockOf(shell.submitted("ls", 4), "begin");
  assert.deepEqual([block.cmd, block.confidence], ["ls", "low"]);
  assert.deepEqual(kinds(shell.settled(5)), ["end", "prompt"]);
});

Deno.test("a shell without marks has blocks by what was submitted, and no exit codes", () => {
  const shell = new BlockTracker({ cwd: "/work", cols: 80, lastSeq: 0 });
  assert.deepEqual(kinds(shell.settled(1)), ["prompt"]);
  assert.deepEqual(shell.settled(1), []);
  shell.submitted("ls", 2);
  shell.data(bytes("file\r\n"));
  const { cmd, exit_code, confidence, bytes: size } = blockOf(shell.settled(3), "end");
  assert.deepEqual({ cmd, exit_code, confidence, size }, {
    cmd: "ls",
    exit_code: null,
    confidence: "low",
    size: 6,
  });
});

Deno.test("an old bash tells how a command ended, but not when it began", () => {
  const shell = new BlockTracker({ cwd: "/work", cols: 80, lastSeq: 0 });
  shell.mark({ kind: "ready", shell: "bash", exact: false }, 0);
  shell.mark(prompt(0), 0);
  assert.equal(blockOf(shell.submitted("flase", 1), "begin").confidence, "low");
  const ended = blockOf(shell.mark(end(7, 127, "/work", "flase"), 2), "end");
  assert.deepEqual([ended.exit_code, ended.cmd], [127, "flase"]);
});
