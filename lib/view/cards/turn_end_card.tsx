/** How a turn ended, how long it took, and, on demand, what the thread had used by then. */
import type { TokenUsage } from "../../router/change.ts";
import { Icon } from "../icons.tsx";
import { RowTime } from "../row_tools.tsx";
import { useKept } from "../timeline_tools.ts";
import { contextPercent, count, duration } from "../words.ts";

interface TurnEndProps {
  readonly id: string;
  readonly ts: string;
  readonly status: string;
  readonly durationMs: number | null;
  readonly usage?: TokenUsage | undefined;
}

const ENDED: Readonly<Record<string, string | undefined>> = {
  completed: "Worked",
  interrupted: "Interrupted",
  failed: "Failed",
};

export function TurnEndCard({ id, ts, status, durationMs, usage }: TurnEndProps) {
  const [open, setOpen] = useKept(`${id}:open`, false);
  const words = status === "completed" && durationMs === null ? "" : endedWords(status, durationMs);
  if (words === "" && usage === undefined) return null;
  return (
    <article class={`row turn-end ${status}`} data-id={id} aria-label="End of the turn">
      <header>
        {words === "" ? null : <span>{words}</span>}
        {usage === undefined
          ? null
          : (
            <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Icon name="chevron" />
              {count(usage.last_tokens)} tokens in context
            </button>
          )}
        <RowTime ts={ts} />
      </header>
      {open && usage !== undefined ? <Usage usage={usage} /> : null}
    </article>
  );
}

function endedWords(status: string, durationMs: number | null): string {
  const words = ENDED[status] ?? status;
  if (durationMs === null) return words;
  return `${words} ${status === "completed" ? "for" : "after"} ${duration(durationMs)}`;
}

function Usage({ usage }: { usage: TokenUsage }) {
  const percent = contextPercent(usage.last_tokens, usage.context_window);
  const of = percent === null
    ? ""
    : ` of ${count(usage.context_window ?? 0)} tokens (${percent} %)`;
  return (
    <dl class="usage">
      <Line name="Context" value={`${count(usage.last_tokens)}${of}`} />
      <Line name="Thread so far" value={`${count(usage.total_tokens)} tokens`} />
      <Line
        name="In"
        value={`${count(usage.input_tokens)}, of which ${count(usage.cached_input_tokens)} cached`}
      />
      <Line
        name="Out"
        value={`${count(usage.output_tokens)}, of which ${
          count(usage.reasoning_output_tokens)
        } reasoning`}
      />
    </dl>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
