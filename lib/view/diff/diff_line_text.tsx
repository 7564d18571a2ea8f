/** The text of one line of a diff: colours of its language, marks on the words that changed. */
import type { Span } from "../code/highlight.ts";
import { visible } from "../visible.ts";
import { markSpans } from "./line_spans.ts";
import type { Mark } from "./word_marks.ts";

/** A longer line is cut: laying it out would take seconds. */
const LONGEST_LINE = 2_000;
const NO_MARKS: readonly Mark[] = [];

interface LineTextProps {
  readonly text: string;
  readonly spans: readonly Span[] | undefined;
  readonly marks: readonly Mark[] | undefined;
}

export function DiffLineText({ text, spans, marks = NO_MARKS }: LineTextProps) {
  if (text.length > LONGEST_LINE) {
    const rest = text.length - LONGEST_LINE;
    return <>{`${visible(text.slice(0, LONGEST_LINE))} … ${rest} more characters`}</>;
  }
  if (spans === undefined && marks.length === 0) return <>{visible(text)}</>;
  return (
    <>
      {markSpans(spans ?? [{ kind: "", text }], marks).map(({ kind, text, marked }, at) => {
        const classes = [kind === "" ? "" : `tok-${kind}`, marked ? "word" : ""].join(" ").trim();
        return classes === ""
          ? visible(text)
          : <span key={at} class={classes}>{visible(text)}</span>;
      })}
    </>
  );
}
