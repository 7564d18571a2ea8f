import assert from "node:assert/strict";
import {
  add,
  type BufferEntry,
  type CommandBuffer,
  droppedOf,
  emptyBuffer,
  readBuffer,
  remove,
  without,
} from "../../lib/context/command_buffer.ts";

const entry = (n: number): BufferEntry => ({
  cmd: `echo ${n}`,
  exit_code: 0,
  cwd: "/",
  block_id: `b${n}`,
  ts: n,
  preview: { lines: [], truncated: false },
});
const filled = (count: number, from = 0, buffer: CommandBuffer = emptyBuffer("c")) =>
  Array.from({ length: count }, (_, n) => entry(from + n))
    .reduce((held, one) => add(held, one, "shell"), buffer);
const ids = (buffer: CommandBuffer) => buffer.commands.map(({ block_id }) => block_id);

Deno.test("ten commands are kept, and the number of all is known", () => {
  const buffer = filled(13);
  assert.equal(buffer.total_commands_run, 13);
  assert.equal(droppedOf(buffer), 3);
  assert.deepEqual(ids(buffer), Array.from({ length: 10 }, (_, n) => `b${n + 3}`));
});

Deno.test("what a message carried is forgotten, and what came since stays", () => {
  const carried = filled(8);
  const since = filled(2, 20, carried);
  const left = without(since, carried);
  assert.deepEqual(ids(left), ["b20", "b21"]);
  assert.equal(left.total_commands_run, 2);
  assert.equal(without(left, carried), left);
});

Deno.test("commands that were dropped before the message count for it, later ones for the next", () => {
  const carried = filled(13);
  const since = filled(4, 20, carried);
  const left = without(since, carried);
  // The cap has pushed out seven by now: three before the message, four since.
  assert.deepEqual([ids(left).length, droppedOf(left)], [4, 4]);
  const none = without(carried, carried);
  assert.deepEqual([none.commands, none.total_commands_run], [[], 0]);
});

Deno.test("an entry that was removed is neither sent nor counted", () => {
  const buffer = remove(filled(3), "b1");
  assert.deepEqual(ids(buffer), ["b0", "b2"]);
  assert.equal(buffer.total_commands_run, 2);
  assert.equal(remove(buffer, "b1"), buffer);
});

Deno.test("the same block is attached once", () => {
  const buffer = filled(2);
  assert.equal(add(buffer, entry(0), "shell"), buffer);
});

Deno.test("what a meta file has is read, and anything else counts as empty", () => {
  const kill = { ...entry(7), type: "user_kill" as const, signal: "SIGINT" };
  const buffer = add(filled(2), kill, "shell");
  assert.deepEqual(readBuffer(JSON.parse(JSON.stringify(buffer)), "c"), buffer);
  assert.deepEqual(readBuffer(buffer, "a fork"), emptyBuffer("a fork"));
  for (const wrong of [undefined, null, 3, {}, { ...buffer, v: 2 }, { ...buffer, commands: [1] }]) {
    assert.deepEqual(readBuffer(wrong, "c"), emptyBuffer("c"));
  }
});
