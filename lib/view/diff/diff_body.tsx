/** The hunks of one file, in one column or side by side. A long diff opens in two steps. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { useHighlighted } from "../code/code_block.tsx";
import type { Span } from "../code/highlight.ts";
import { memo } from "../memo.ts";
import { useKept } from "../timeline_tools.ts";
import { DiffLineText } from "./diff_line_text.tsx";
import type { DiffLine, Hunk, ParsedDiff } from "./parse_diff.ts";
import { splitRows } from "./split_rows.ts";
import { wordMarks } from "./word_marks.ts";

interface DiffBodyProps {
  readonly parsed: ParsedDiff;
  readonly language: string;
  readonly split: boolean;
  readonly label: string;
  /** Under which name it is remembered that all lines were asked for. */
  readonly name: string;
}

/** Lines that are shown at first. */
const FIRST_LINES = 160;

export function DiffBody({ parsed, language, split, label, name }: DiffBodyProps) {
  const [all, setAll] = useKept(`${name}:all`, false);
  const hunks = useMemo(() => all ? parsed.hunks : firstLines(parsed.hunks), [parsed, all]);
  const hidden = parsed.lines - hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return (
    <>
      <div
        class={split ? "diff-body split" : "diff-body"}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <div class="diff-inner">
          {hunks.map((hunk, at) => (
            <HunkView key={at} hunk={hunk} language={language} split={split} />
          ))}
        </div>
      </div>
      {hidden === 0 ? null : (
        <button
          type="button"
          class="more"
          onClick={() => setAll(true)}
        >
          Show {hidden} more lines
        </button>
      )}
    </>
  );
}

const HunkView = memo((
  { hunk, language, split }: { hunk: Hunk; language: string; split: boolean },
) => {
  const marks = useMemo(() => wordMarks(hunk.lines), [hunk]);
  const spans = useLineSpans(hunk.lines, language);
  const text = (line: DiffLine) => (
    <DiffLineText text={line.text} spans={spans.get(line)} marks={marks.get(line)} />
  );
  return (
    <div class="hunk">
      <div class="hunk-title">
        {hunk.title} <span class="section">{hunk.section}</span>
      </div>
      {split
        ? splitRows(hunk.lines).map(({ left, right }, at) => (
          <div key={at} class="dl">
            <Side line={left} number={left?.before ?? null} text={text} />
            <Side line={right} number={right?.after ?? null} text={text} />
          </div>
        ))
        : hunk.lines.map((line, at) => (
          <div key={at} class={`dl ${line.kind}`}>
            <span class="n">{line.before ?? ""}</span>
            <span class="n">{line.after ?? ""}</span>
            <span class="sign">{SIGNS[line.kind]}</span>
            <code>{text(line)}</code>
          </div>
        ))}
    </div>
  );
});

interface SideProps {
  readonly line: DiffLine | null;
  readonly number: number | null;
  readonly text: (line: DiffLine) => ComponentChildren;
}

function Side({ line, number, text }: SideProps) {
  return (
    <div class={`half ${line?.kind ?? "none"}`}>
      <span class="n">{number ?? ""}</span>
      <span class="sign">{line === null ? "" : SIGNS[line.kind]}</span>
      <code>{line === null ? "" : text(line)}</code>
    </div>
  );
}

const SIGNS: Record<DiffLine["kind"], string> = { add: "+", del: "−", same: " ", note: "⚠" };

/** Both sides are coloured as the text that they were, so that comments and strings hold together. */
function useLineSpans(
  lines: readonly DiffLine[],
  language: string,
): ReadonlyMap<DiffLine, readonly Span[]> {
  const [before, after] = useMemo(() => [
    lines.filter(({ kind }) => kind === "same" || kind === "del"),
    lines.filter(({ kind }) => kind === "same" || kind === "add"),
  ], [lines]);
  const left = useHighlighted(useMemo(() => textOf(before), [before]), language, true);
  const right = useHighlighted(useMemo(() => textOf(after), [after]), language, true);
  return useMemo(() => {
    const spans = new Map<DiffLine, readonly Span[]>();
    before.forEach((line, at) => left?.[at] && spans.set(line, left[at]));
    after.forEach((line, at) => right?.[at] && spans.set(line, right[at]));
    return spans;
  }, [left, right]);
}

function textOf(lines: readonly DiffLine[]): string {
  return lines.map(({ text }) => text).join("\n");
}

function firstLines(hunks: readonly Hunk[]): readonly Hunk[] {
  const shown: Hunk[] = [];
  let left = FIRST_LINES;
  for (const hunk of hunks) {
    if (left <= 0) break;
    // A few lines more than promised are better than a button for them.
    const fits = hunk.lines.length <= left + 10;
    shown.push(fits ? hunk : { ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return shown;
}
