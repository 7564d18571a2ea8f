/** What the agent said: Markdown, or the bare text where the person wants to see that. */
import { withoutCitations } from "../markdown/citations.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { RowTools } from "../row_tools.tsx";
import { useTools } from "../timeline_tools.ts";

interface AssistantCardProps {
  readonly id: string;
  readonly ts: string;
  readonly text: string;
  readonly running: boolean;
  readonly cut: boolean;
}

export function AssistantCard({ id, ts, text, running, cut }: AssistantCardProps) {
  const { markdown } = useTools().looks.value;
  return (
    <article class="row assistant" data-id={id} data-running={running || undefined}>
      <div class={markdown ? "text" : "text bare"} dir="auto">
        {markdown ? <Markdown text={text} running={running} /> : withoutCitations(text)}
      </div>
      {cut ? <p class="foot">cut off here</p> : null}
      {running ? null : <RowTools ts={ts} text={() => withoutCitations(text)} />}
    </article>
  );
}
