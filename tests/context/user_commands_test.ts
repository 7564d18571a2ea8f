import assert from "node:assert/strict";
import { add, type BufferEntry, emptyBuffer } from "../../lib/context/command_buffer.ts";
import { previewOf } from "../../lib/context/command_preview.ts";
import { readEnvelopes } from "../../lib/context/envelope.ts";
import { byteLength, clipBytes } from "../../lib/context/fragment.ts";
import {
  commandsAsJson,
  type UserCommandEnvelope,
  userCommands,
} from "../../lib/context/user_commands.ts";

function render(entries: BufferEntry[]): UserCommandEnvelope {
  const buffer = entries.reduce((held, one) => add(held, one, "shell_1"), emptyBuffer("c1"));
  const text = userCommands.render(buffer)!;
  assert.ok(byteLength(text) <= userCommands.maxBytes, `${byteLength(text)} bytes`);
  assert.ok(userCommands.match(text + "hello"));
  const json = commandsAsJson(buffer, 3_000)!;
  assert.ok(byteLength(json) <= 3_000, `${byteLength(json)} bytes`);
  return readEnvelopes(text)[0] as UserCommandEnvelope;
}

const command = (n: number, output: string, cmd = `echo ${n}`): BufferEntry => ({
  cmd,
  exit_code: 0,
  cwd: "/home/user",
  block_id: `b${n}`,
  ts: 1_736_654_400_000 + n,
  preview: previewOf(output),
});

Deno.test("a few small commands are told in full", () => {
  const envelope = render([command(1, "total 48\n."), command(2, "/home/user\n")]);
  assert.deepEqual(envelope, {
    v: 1,
    type: "user_cmd_context",
    conversation_id: "c1",
    shell_id: "shell_1",
    total_commands_run: 2,
    kept: 2,
    dropped: 0,
    truncated: false,
    commands: [command(1, "total 48\n."), command(2, "/home/user")],
    mcp: ["pty_read_screen", "pty_read_scrollback", "blocks_read"],
  });
});

Deno.test("nothing ran, nothing is said", () => {
  assert.equal(userCommands.render(emptyBuffer("c")), null);
});

Deno.test("the oldest previews shrink first, then the oldest commands go, and the numbers tell", () => {
  const long = "x".repeat(2_500);
  const envelope = render([command(1, long), command(2, long), command(3, "newest output")]);
  assert.equal(envelope.kept, 3);
  assert.equal(envelope.truncated, true);
  const sizes = envelope.commands.map(({ preview }) => preview.lines.join("").length);
  assert.ok(sizes[0]! < sizes[1]!, sizes.join());
  assert.equal(sizes[2], "newest output".length);

  const many = render(Array.from({ length: 14 }, (_, n) => command(n, "", "c".repeat(900))));
  assert.equal(many.total_commands_run, 14);
  assert.equal(many.kept + many.dropped, 14);
  assert.ok(many.kept >= 1 && many.kept < 10);
  assert.equal(many.commands.at(-1)?.block_id, "b13");
});

Deno.test("any mix of commands stays within bounds and keeps the newest", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const letters = ["a", "ä", "😀", "\x1b", '"', "\\", "\n"];
  const text = (length: number) => Array.from({ length }, () => letters[random(7)]).join("");
  for (let round = 0; round < 60; round++) {
    const entries = Array.from(
      { length: 1 + random(14) },
      (_, n) => command(n, text(random(4_000)), text(random(900))),
    );
    const envelope = render(entries);
    assert.equal(envelope.commands.at(-1)?.block_id, entries.at(-1)?.block_id);
    assert.equal(envelope.kept, envelope.commands.length);
  }
});

Deno.test("a command and a folder full of control characters stay within bounds", () => {
  const wild = { ...command(1, "", "\x01".repeat(900)), cwd: "\x02".repeat(900) };
  assert.equal(render([wild]).kept, 1);
});

Deno.test("Preview is bounded (20 lines, 3KB max per command)", () => {
  const preview = previewOf(Array.from({ length: 50 }, (_, n) => `line ${n}`).join("\n") + "\n");
  assert.equal(preview.lines.length, 20);
  assert.equal(preview.lines.at(-1), "line 49");
  assert.equal(preview.truncated, true);
  const wide = previewOf("ä".repeat(5_000));
  assert.ok(byteLength(wide.lines.join("\n")) <= 3_000);
  assert.equal(wide.truncated, true);
  assert.deepEqual(previewOf(""), { lines: [], truncated: false });
  assert.deepEqual(previewOf("\n"), { lines: [""], truncated: false });
});

Deno.test("a text is never clipped inside a character", () => {
  for (let at = 0; at < 12; at++) assert.ok("aä😀€".startsWith(clipBytes("aä😀€", at)), `${at}`);
  assert.equal(clipBytes("aä😀€", 3), "aä");
  assert.equal(clipBytes("aä😀€", 6), "aä");
});
