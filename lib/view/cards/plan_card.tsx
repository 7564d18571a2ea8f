/** The agent's plan: steps with a box each, and how many are done. */
import { InlineText } from "../markdown/inline_text.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { RowTime } from "../row_tools.tsx";

export interface Step {
  readonly step: string;
  readonly status: "pending" | "in_progress" | "completed";
}

interface PlanCardProps {
  readonly id: string;
  readonly ts: string;
  readonly steps: readonly Step[];
  readonly explanation?: string | undefined;
  /** A plan in words, as plan mode writes it. */
  readonly text?: string | undefined;
  readonly running: boolean;
}

const SAID = { pending: "to do", in_progress: "doing now", completed: "done" } as const;

export function PlanCard({ id, ts, steps, explanation, text, running }: PlanCardProps) {
  const done = steps.filter(({ status }) => status === "completed").length;
  return (
    <article class="row plan" data-id={id} aria-label="Plan">
      <header>
        <span class="label">Plan</span>
        <RowTime ts={ts} />
        {steps.length === 0 ? null : <span class="state">{done} of {steps.length}</span>}
      </header>
      {explanation === undefined || explanation === "" ? null : (
        <p class="explanation" dir="auto">
          <InlineText text={explanation} />
        </p>
      )}
      {text === undefined || text === "" ? null : <Markdown text={text} running={running} />}
      {steps.length === 0 ? null : (
        <ul>
          {steps.map(({ step, status }, at) => (
            <li key={at} class={status}>
              <span class="box" aria-hidden="true" />
              <span dir="auto">
                <InlineText text={step} /> <span class="sr-only">({SAID[status]})</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
