/**
 * Terminal output as lines of styled text: colours are kept, whatever else a terminal would obey
 * is left out, a carriage return starts its line over as progress bars expect. Pure.
 */
import { applySgr, PLAIN, type Style } from "./sgr.ts";

export interface AnsiSpan {
  readonly text: string;
  readonly style: Style;
}
export type AnsiLine = readonly AnsiSpan[];

const ESC = "\u001b";
const SEQUENCE = new RegExp(
  [
    `${ESC}\\[([0-9;:]*)m`,
    `${ESC}\\[[0-?]*[ -/]*[@-~]`,
    // Titles, links and other texts that are meant for the terminal itself.
    `${ESC}[\\]PX^_][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\|$)`,
    `${ESC}[ -/]*[0-~]?`,
    "(?!\\t)\\p{Cc}",
  ].join("|"),
  "gu",
);
const CONTROL = /(?!\t)\p{Cc}/u;

/** The lines of an output; the newline at its end starts no further one. */
export function ansiLines(output: string): AnsiLine[] {
  const lines: AnsiLine[] = [];
  let style = PLAIN;
  const raw = output.endsWith("\n") ? output.slice(0, -1) : output;
  for (const line of raw.split("\n")) {
    if (!CONTROL.test(line)) lines.push(line === "" ? [] : [{ text: line, style }]);
    else {
      const parsed = parseLine(line, style);
      lines.push(parsed.spans);
      style = parsed.style;
    }
  }
  return lines;
}

/** An output without anything that only a terminal understands, for copying. */
export function plainOutput(output: string): string {
  return ansiLines(output).map((line) => line.map(({ text }) => text).join("")).join("\n");
}

function parseLine(line: string, before: Style): { spans: AnsiSpan[]; style: Style } {
  let style = before;
  const spans: AnsiSpan[] = [];
  // What stands before the last carriage return was written over.
  const visible = line.replace(/\r+$/, "").split("\r");
  visible.forEach((part, at) => {
    let from = 0;
    const last = at === visible.length - 1;
    const add = (text: string) => last && text !== "" && spans.push({ text, style });
    for (const match of part.matchAll(SEQUENCE)) {
      add(part.slice(from, match.index));
      from = match.index + match[0].length;
      if (match[1] !== undefined) style = applySgr(style, match[1]);
    }
    add(part.slice(from));
  });
  return { spans, style };
}

/** The last `count` lines of a long text, found from its end. */
export function lastLines(text: string, count: number): { tail: string; hidden: boolean } {
  let at = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < count; line++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at === -1 || at === 0) return { tail: text, hidden: false };
  }
  return { tail: text.slice(at + 1), hidden: true };
}
