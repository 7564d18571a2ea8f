/**
 * What the agent thought: one line that follows its thoughts, which opens to all of them. It does
 * not open or close by itself, so nothing moves while one reads.
 */
import { Icon } from "../icons.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { useKept, useTools } from "../timeline_tools.ts";
import { RowTime } from "../row_tools.tsx";

interface ReasoningCardProps {
  readonly id: string;
  readonly ts: string;
  readonly text: string;
  readonly running: boolean;
}

export function ReasoningCard({ id, ts, text, running }: ReasoningCardProps) {
  const { markdown } = useTools().looks.value;
  const [open, setOpen] = useKept(`${id}:open`, false);
  return (
    <article class="row reasoning" data-id={id} data-running={running || undefined}>
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="chevron" />
        <span class="label">{running ? "Thinking" : "Thought"}</span>
        <span class="summary">{open ? "" : gist(text, running)}</span>
        <RowTime ts={ts} />
      </button>
      {open
        ? (
          <div class={markdown ? "text" : "text bare"} dir="auto">
            {markdown ? <Markdown text={text} running={running} /> : text}
          </div>
        )
        : null}
    </article>
  );
}

const GIST_CHARACTERS = 140;

/** The title of a part in bold, or its first words: of the latest part while it goes on. */
export function gist(text: string, running: boolean): string {
  const parts = running ? text.slice(-2_000) : text.slice(0, 2_000);
  const titles = [...parts.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, title]) => title!.trim());
  const title = running ? titles.at(-1) : titles[0];
  if (title !== undefined) return title.slice(0, GIST_CHARACTERS);
  const line = text.trimStart().split("\n", 1)[0] ?? "";
  const plain = line.replace(/[*_`#]/g, "").trim();
  return plain.length > GIST_CHARACTERS ? `${plain.slice(0, GIST_CHARACTERS)}…` : plain;
}
