/**
 * What stands on the input line after a shell has echoed some typing: enough of a terminal to
 * follow a line editor on one line. Pure. Where it cannot follow, its answer is just not equal to
 * what was typed, which its user must take as "unknown".
 */

/** One step of the echo: an escape sequence or a character. */
// deno-lint-ignore no-control-regex -- it reads control characters
const STEP = /\x1b\[([0-9;?]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|./gsu;
// deno-lint-ignore no-control-regex -- it reads control characters
const MODE = /\x1b\[[?>=][0-9;]*[a-zA-Z]/g;

/** Where a sequence cannot move the cursor beyond. */
const LONGEST = 4096;

/** A line under edit. */
interface Line {
  cells: string[];
  at: number;
}

const CONTROLS: Readonly<Record<string, (line: Line) => void>> = {
  "\b": (line) => line.at = Math.max(0, line.at - 1),
  "\r": (line) => line.at = 0,
};

const SEQUENCES: Readonly<Record<string, (line: Line, count: number) => void>> = {
  C: (line, count) => line.at = Math.min(LONGEST, line.at + Math.max(1, count)),
  D: (line, count) => line.at = Math.max(0, line.at - Math.max(1, count)),
  G: (line, count) => line.at = Math.min(LONGEST, Math.max(0, count - 1)),
  K: (line, kind) => {
    if (kind === 0) line.cells.length = Math.min(line.cells.length, line.at);
    if (kind === 2) line.cells = [];
  },
  P: (line, count) => line.cells.splice(line.at, Math.max(1, count)),
  "@": (line, count) => {
    line.cells.splice(
      line.at,
      0,
      ...Array<string>(Math.min(LONGEST, Math.max(1, count))).fill(" "),
    );
  },
};

/** The last line that `echo` leaves behind, without the newline that ended it. */
export function typedLine(echo: string): string {
  // Line editors switch modes when the line is done, behind its newline.
  const lines = echo.replaceAll(MODE, "").replace(/[\r\n]+$/, "").split("\n");
  const line: Line = { cells: [], at: 0 };
  for (const match of (lines.at(-1) ?? "").matchAll(STEP)) {
    const [step, parameters, final] = match;
    if (final !== undefined) SEQUENCES[final]?.(line, Number.parseInt(parameters ?? "", 10) || 0);
    else if (!step.startsWith("\x1b")) put(line, step);
  }
  return Array.from(line.cells, (cell) => cell ?? " ").join("").trimEnd();
}

function put(line: Line, step: string): void {
  const control = CONTROLS[step];
  if (control !== undefined) return control(line);
  if (step < " " || step === "\x7f") return;
  line.cells[line.at] = step;
  line.at += 1;
}
