/** How full the model's context is: a small ring and a number, more when one looks closer. */
import type { TokenUsage } from "../router/change.ts";
import { contextPercent, count } from "./words.ts";

const RADIUS = 7;
const ROUND = 2 * Math.PI * RADIUS;
const MUCH = 70;
const TOO_MUCH = 90;

export function ContextMeter({ usage, open }: { usage: TokenUsage | null; open: () => void }) {
  if (usage === null) return null;
  const percent = contextPercent(usage.last_tokens, usage.context_window);
  if (percent === null) return null;
  const words = `${percent} % of the context is used: ${count(usage.last_tokens)} of ${
    count(usage.context_window ?? 0)
  } tokens. ${count(usage.total_tokens)} used in all.`;
  const level = percent >= TOO_MUCH ? "full" : percent >= MUCH ? "much" : "";
  return (
    <button
      type="button"
      class={`ghost context ${level}`}
      aria-label={words}
      title={words}
      onClick={open}
    >
      <svg viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r={RADIUS} />
        <circle
          class="used"
          cx="9"
          cy="9"
          r={RADIUS}
          stroke-dasharray={`${(ROUND * percent / 100).toFixed(2)} ${ROUND.toFixed(2)}`}
          transform="rotate(-90 9 9)"
        />
      </svg>
      <span>{percent} %</span>
    </button>
  );
}
