import assert from "node:assert/strict";
import {
  add,
  claim,
  type CommandBuffer,
  confirm,
  EMPTY_BUFFER,
  release,
  remove,
} from "../../lib/context/command_buffer.ts";

const entry = (n: number) => ({
  cmd: `echo ${n}`,
  exit_code: 0,
  cwd: "/",
  block_id: `b${n}`,
  ts: n,
  preview: { lines: [], truncated: false },
});
const filled = (count: number, from = 0, buffer: CommandBuffer = EMPTY_BUFFER) =>
  Array.from({ length: count }, (_, n) => entry(from + n))
    .reduce((held, one) => add(held, one, "shell"), buffer);
const ids = (buffer: CommandBuffer) => buffer.commands.map(({ block_id }) => block_id);

Deno.test("ten commands are kept, and the number of all is known", () => {
  const buffer = filled(13);
  assert.equal(buffer.total_commands_run, 13);
  assert.deepEqual(ids(buffer), Array.from({ length: 10 }, (_, n) => `b${n + 3}`));
});

Deno.test("a confirmed message forgets what it took, and keeps what came since", () => {
  const sent = confirm(filled(2, 20, claim(filled(12), "m1")), "m1");
  assert.deepEqual(ids(sent), ["b20", "b21"]);
  assert.equal(sent.total_commands_run, 2);
  assert.equal(sent.claim, null);
});

Deno.test("a message that failed leaves everything for the next one", () => {
  const buffer = filled(3);
  assert.deepEqual(release(claim(buffer, "m1"), "m1"), buffer);
});

Deno.test("only the message that claimed can settle its claim", () => {
  const claimed = claim(filled(3), "m1");
  assert.equal(confirm(claimed, "m2"), claimed);
  assert.equal(release(claimed, "m2"), claimed);
  const again = claim(claimed, "m2");
  assert.equal(confirm(again, "m1"), again);
  assert.deepEqual(ids(confirm(again, "m2")), []);
});

Deno.test("an entry that was removed is neither sent nor counted", () => {
  const buffer = remove(filled(3), "b1");
  assert.deepEqual(ids(buffer), ["b0", "b2"]);
  assert.equal(buffer.total_commands_run, 2);
  assert.equal(claim(remove(filled(1), "b0"), "m").claim, null);
});
