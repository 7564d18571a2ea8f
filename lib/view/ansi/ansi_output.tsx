/** Draws terminal output, in chunks of lines, so that a long one is laid out only where it is seen. */
import type { ComponentChildren } from "preact";
import { memo } from "../memo.ts";
import { visible } from "../visible.ts";
import type { AnsiLine, AnsiSpan } from "./ansi_lines.ts";
import type { Colour, Style } from "./sgr.ts";

const LINES_PER_CHUNK = 100;
/** A longer line is cut: no screen is that wide, and laying it out takes seconds. */
const LONGEST_LINE = 5_000;

export function AnsiOutput({ lines }: { lines: readonly AnsiLine[] }) {
  const chunks: ComponentChildren[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_CHUNK) {
    chunks.push(<Chunk key={at} lines={lines.slice(at, at + LINES_PER_CHUNK)} />);
  }
  return <>{chunks}</>;
}

const Chunk = memo(({ lines }: { lines: readonly AnsiLine[] }) => (
  <span class="chunk">
    {lines.map((line, at) => (
      <>
        {cutLine(line).map((span, column) => <Span key={column} span={span} />)}
        {at === lines.length - 1 ? "" : "\n"}
      </>
    ))}
    {"\n"}
  </span>
));

function Span({ span: { text, style } }: { span: AnsiSpan }) {
  const classes = classesOf(style);
  const shown = visible(text);
  if (classes === "" && typeof style.fg !== "object" && typeof style.bg !== "object") {
    return <>{shown}</>;
  }
  // The page's policy forbids style attributes in HTML; setting them by script is fine.
  return <span class={classes} ref={(element) => paint(element, style)}>{shown}</span>;
}

const FLAGS = ["bold", "dim", "italic", "underline", "strike", "inverse"] as const;

function classesOf(style: Style): string {
  return [
    ...FLAGS.filter((flag) => style[flag]).map((flag) => `sgr-${flag}`),
    ...typeof style.fg === "number" ? [`fg-${style.fg}`] : [],
    ...typeof style.bg === "number" ? [`bg-${style.bg}`] : [],
  ].join(" ");
}

function paint(element: HTMLElement | null, { fg, bg }: Style): void {
  if (typeof fg === "object") element?.style.setProperty("color", css(fg));
  if (typeof bg === "object") element?.style.setProperty("background-color", css(bg));
}

function css(colour: Exclude<Colour, number>): string {
  return `rgb(${colour.join(" ")})`;
}

function cutLine(line: AnsiLine): AnsiLine {
  let left = LONGEST_LINE;
  if (line.reduce((sum, { text }) => sum + text.length, 0) <= left) return line;
  const kept: AnsiSpan[] = [];
  for (const { text, style } of line) {
    if (left <= 0) break;
    kept.push({ text: text.slice(0, left), style });
    left -= text.length;
  }
  const rest = line.reduce((sum, { text }) => sum + text.length, 0) - LONGEST_LINE;
  return [...kept, { text: ` … ${rest} more characters`, style: { dim: true } }];
}
