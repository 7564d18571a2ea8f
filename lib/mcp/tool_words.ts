/** What tools found, in words for a model: plain lines, numbers at their end. Pure. */
import type { Block } from "../shell/blocks.ts";
import type { BlockText, ScreenView, ShellStatus } from "../shell/protocol.ts";

/** The screen as it is seen, and where the cursor stands. */
export function screenWords(screen: ScreenView, status: ShellStatus | null): string {
  const { cols, height, cursor, alt_screen } = screen;
  const rows = screen.rows.join("\n").trimEnd();
  const notes = [
    `${cols}x${height}`,
    `cursor at column ${cursor.x + 1}, row ${cursor.y + 1}`,
    ...(alt_screen ? ["a full-screen program is open"] : []),
    ...(status === null ? [] : [status.running === null ? "at the prompt" : "a command runs"]),
    ...(status === null ? [] : [`in ${status.cwd}`]),
  ];
  return `${rows}\n[${notes.join("; ")}]`;
}

/** A block in one line. */
export function blockLine(block: Block): string {
  const { block_id, cmd, status, exit_code, origin, cwd, bytes } = block;
  const how = status === "running" ? "running" : `exit ${exit_code ?? "unknown"}`;
  const line = (cmd ?? "(not recorded)").replaceAll("\n", "\\n");
  const who = origin === "agent" ? "you" : "person";
  return `${block_id}  ${how}  ${who}  ${bytes} B  ${cwd}  $ ${line}`;
}

/** A block with its output. */
export function blockWords({ block, text, truncated }: BlockText): string {
  const cut = truncated ? "\n[the output is longer than this]" : "";
  return `${blockLine(block)}\n${text.trimEnd()}${cut}`;
}
