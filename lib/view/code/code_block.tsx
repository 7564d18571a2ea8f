/** A block of code: its language, a copy button, colours once it is complete. */
import { useEffect, useMemo } from "preact/hooks";
import { CopyButton } from "../copy_button.tsx";
import { memo } from "../memo.ts";
import { useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";
import { LONGEST_HIGHLIGHTED, type Span } from "./highlight.ts";

interface CodeProps {
  readonly language: string;
  readonly text: string;
  /** False while more code may come. */
  readonly closed: boolean;
}

/** Lines that are drawn together, so that code that grows is not laid out anew as a whole. */
const LINES_PER_CHUNK = 80;

export function CodeBlock({ language, text, closed }: CodeProps) {
  const coloured = useHighlighted(text, language, closed);
  const chunks = coloured === null ? textChunks(text) : [];
  return (
    <figure class="code">
      <figcaption>
        <span>{language}</span>
        <CopyButton text={() => text} what="code" />
      </figcaption>
      <pre tabIndex={0}>
        <code>
          {coloured === null
            ? chunks.map((chunk, at) => <Chunk key={at} text={chunk} />)
            : coloured.map((line, at) => <Line key={at} line={line} last={at === coloured.length - 1} />)}
        </code>
      </pre>
    </figure>
  );
}

/** The coloured lines of code, or null as long as there are none. */
export function useHighlighted(
  text: string,
  language: string,
  ready: boolean,
): readonly (readonly Span[])[] | null {
  const { highlighter, needHighlighter } = useTools();
  const wanted = ready && language !== "" && text.length <= LONGEST_HIGHLIGHTED;
  useEffect(() => {
    if (wanted) needHighlighter();
  }, [wanted]);
  const highlight = wanted ? highlighter.value : null;
  return useMemo(() => highlight?.(text, language) ?? null, [highlight, text, language]);
}

const Chunk = memo(({ text }: { text: string }) => <span class="chunk">{visible(text)}</span>);

/** A line of spans; what has no colour is bare text. */
export function Spans({ line }: { line: readonly Span[] }) {
  return (
    <>
      {line.map(({ kind, text }, at) =>
        kind === "" ? visible(text) : <span key={at} class={`tok-${kind}`}>{visible(text)}</span>
      )}
    </>
  );
}

const Line = memo(({ line, last }: { line: readonly Span[]; last: boolean }) => (
  <>
    <Spans line={line} />
    {last ? "" : "\n"}
  </>
));

function textChunks(text: string): string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start;
    for (let line = 0; line < LINES_PER_CHUNK && end !== -1; line++) {
      end = text.indexOf("\n", line === 0 ? start : end + 1);
    }
    chunks.push(end === -1 ? text.slice(start) : text.slice(start, end + 1));
    start = end === -1 ? text.length : end + 1;
  }
  return chunks;
}
