/**
 * The text that a command's output leaves on a screen of its own: progress bars show their last
 * state, colours are gone, lines that were wrapped are whole again. Bounded by the number of lines
 * that it keeps, the last ones.
 */
import xterm from "@xterm/headless";
import { isPlain, plainLines } from "../plain_text.ts";

/** What a screen showed. */
export interface Rendered {
  readonly lines: readonly string[];
  /** True where the first lines are missing. */
  readonly truncated: boolean;
}

const ROWS = 24;
const DEFAULT_LINES = 5_000;

/** Renders output that was made for a terminal of this width. */
export async function renderOutput(
  bytes: Uint8Array,
  cols: number,
  maxLines: number = DEFAULT_LINES,
): Promise<Rendered> {
  if (isPlain(bytes)) {
    const lines = plainLines(new TextDecoder().decode(bytes));
    return { lines: lines.slice(-maxLines), truncated: lines.length > maxLines };
  }
  const scrollback = Math.max(0, maxLines - ROWS);
  const terminal = new xterm.Terminal({
    cols,
    rows: ROWS,
    scrollback,
    allowProposedApi: true,
    logLevel: "off",
  });
  try {
    await new Promise<void>((resolve) => terminal.write(bytes, resolve));
    // The normal screen, whatever the alternate one shows: that has no text to keep.
    const buffer = terminal.buffer.normal;
    const lines: string[] = [];
    for (let y = 0; y < buffer.length; y += 1) {
      const line = buffer.getLine(y);
      const wrapped = line?.isWrapped === true && lines.length > 0;
      // A line that goes on in the next is full: its blanks are part of the text.
      const goesOn = buffer.getLine(y + 1)?.isWrapped === true;
      const text = goesOn
        ? line?.translateToString(false) ?? ""
        : line?.translateToString(true).trimEnd() ?? "";
      if (wrapped) lines[lines.length - 1] += text;
      else lines.push(text);
    }
    while (lines.at(-1) === "") lines.pop();
    return { lines, truncated: buffer.length >= scrollback + ROWS && scrollback > 0 };
  } finally {
    terminal.dispose();
  }
}
