import assert from "node:assert/strict";
import { join } from "node:path";
import type { Block } from "../../lib/shell/blocks.ts";
import { blockText } from "../../lib/shell/host/block_text.ts";
import { realTest } from "../harness/real_parts.ts";
import { COMMAND_LINES, type CommandLine } from "./command_lines.ts";
import { type SessionUnderTest, waitFor, withSession } from "./session_harness.ts";

const START_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bash: { ".bashrc": "PS1='\\w \\$ '\nHISTCONTROL=ignoreboth\n" },
  zsh: { ".zshrc": "PS1='%~ %# '\nsetopt hist_ignore_space hist_ignore_dups\nHISTSIZE=1000\n" },
  fish: { ".config/fish/config.fish": "set -g fish_greeting\n" },
};

for (const [shell, lines] of Object.entries(COMMAND_LINES)) {
  const name = shell as keyof typeof COMMAND_LINES;
  realTest(`each of ${lines.length} command lines in ${shell} is exactly one block`, {
    needs: [name],
    timeoutMs: 90_000,
  }, async () => {
    assert.ok(lines.length >= 60);
    await withSession({ shell, home: START_FILES[shell] ?? {} }, async (session) => {
      let cwd = session.home;
      for (const line of lines) {
        const expected = line.cwd === undefined ? cwd : join(session.home, line.cwd);
        await check(session, line, cwd, expected.replace(/\/$/, ""));
        cwd = session.session.status.cwd;
      }
    });
  });
}

async function check(
  { session, blocks, type, ready, ...shell }: SessionUnderTest,
  expected: CommandLine,
  cwd: string,
  cwdAfter: string,
): Promise<void> {
  const { line, then, blocks: count = 1 } = expected;
  const about = `for ${JSON.stringify(line.slice(0, 80))}`;
  const before = blocks().length;
  // A paste and the keys of an editor come as they are; Enter is a key of its own.
  const pasted = line.startsWith("\x1b[200~");
  type(`${pasted ? line : line.replaceAll("\n", "\r")}${line.endsWith("\x03") ? "" : "\r"}`);
  if (then !== undefined) {
    await waitFor(shell.busy, { what: `a begin ${about}` });
    type(then);
  }
  await waitFor(() => blocks().length >= before + count, { what: `${count} blocks ${about}` });
  await ready();
  const made = blocks().slice(before);
  assert.equal(made.length, count, about);
  if (count !== 1) return;
  const block = made[0] as Block;
  const { kept } = session.recorder.find(block.block_id, null) ?? assert.fail(about);
  const { text } = await blockText(kept, block.cols, 64 * 1024);
  const output = expected.out ?? "";
  if (output instanceof RegExp) assert.match(text, output, about);
  else assert.equal(text, output, about);
  assert.deepEqual(
    {
      cmd: block.cmd,
      exit: block.exit_code,
      cwd: block.cwd,
      cwdAfter: block.cwd_after,
      alt: block.alt_screen,
      status: block.status,
      confidence: block.confidence,
    },
    {
      cmd: expected.cmd === undefined ? line : expected.cmd,
      exit: expected.exit ?? 0,
      cwd,
      cwdAfter,
      alt: expected.alt ?? false,
      status: expected.status ?? "done",
      confidence: "high",
    },
    about,
  );
}
