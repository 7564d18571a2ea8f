/** Colours and word marks of one line, laid over each other. Pure. */
import type { Span } from "../code/highlight.ts";
import type { Mark } from "./word_marks.ts";

/** Some text with one colour, marked or not. */
export interface MarkedSpan extends Span {
  readonly marked: boolean;
}

/** Cuts spans where marks begin and end. */
export function markSpans(spans: readonly Span[], marks: readonly Mark[]): MarkedSpan[] {
  if (marks.length === 0) return spans.map((span) => ({ ...span, marked: false }));
  const edges = [...new Set(marks.flat())].sort((a, b) => a - b);
  const inMark = (at: number) => marks.some(([from, to]) => at >= from && at < to);
  const cut: MarkedSpan[] = [];
  let start = 0;
  for (const { kind, text } of spans) {
    const end = start + text.length;
    const stops = [start, ...edges.filter((edge) => edge > start && edge < end), end];
    for (let at = 0; at + 1 < stops.length; at++) {
      const [from, to] = [stops[at]!, stops[at + 1]!];
      cut.push({ kind, text: text.slice(from - start, to - start), marked: inMark(from) });
    }
    start = end;
  }
  return cut;
}
