/** What the turns of a conversation took: three small charts, and their numbers as a table. */
import type { TurnPage, TurnUse } from "../../transcript/outline/turn_log.ts";
import { type Bar, BarChart } from "../charts/bar_chart.tsx";
import { LineChart } from "../charts/line_chart.tsx";
import { clockTime, contextPercent, count, duration, fullTime, plural } from "../words.ts";

interface UsageViewProps {
  readonly page: TurnPage;
  readonly goTo: (number: number) => void;
  readonly earlier: (() => void) | null;
  readonly latest: (() => void) | null;
}

const KINDS = [
  { kind: "used-in", name: "in" },
  { kind: "used-cached", name: "cached" },
  { kind: "used-out", name: "out" },
] as const;

export function UsageView({ page: { turns, total }, goTo, earlier, latest }: UsageViewProps) {
  if (turns.length === 0) {
    return <p class="none">No turn has ended yet. What turns take is shown here.</p>;
  }
  return (
    <div class="usage-view">
      <p class="sum">
        {plural(total.turns, "turn")} · {count(total.tokens)} tokens · {duration(total.duration_ms)}
      </p>
      <Tokens turns={turns} goTo={goTo} />
      <Context turns={turns} goTo={goTo} />
      <Times turns={turns} goTo={goTo} />
      {earlier === null && latest === null ? null : (
        <p class="pager">
          <button
            type="button"
            class="quiet"
            disabled={earlier === null}
            onClick={() => earlier?.()}
          >
            Earlier turns
          </button>
          <button type="button" class="quiet" disabled={latest === null} onClick={() => latest?.()}>
            Latest turns
          </button>
        </p>
      )}
      <details>
        <summary>Numbers</summary>
        <TurnTable turns={turns} goTo={goTo} />
      </details>
    </div>
  );
}

interface PartProps {
  readonly turns: readonly TurnUse[];
  readonly goTo: (number: number) => void;
}

function Tokens({ turns, goTo }: PartProps) {
  const known = turns.filter(({ used }) => used !== null);
  if (known.length === 0) return null;
  const bars = known.map(({ number, ts, used }): Bar => ({
    key: number,
    words:
      `${fullTime(ts)}: ${count(used!.total)} tokens, ${count(used!.cached)} of them cached, ` +
      `${count(used!.output)} out`,
    parts: [
      { kind: "used-cached", value: used!.cached },
      { kind: "used-in", value: Math.max(0, used!.input - used!.cached) },
      { kind: "used-out", value: used!.output },
    ],
  }));
  const most = Math.max(...known.map(({ used }) => used!.total));
  return (
    <BarChart
      title="Tokens per turn"
      words={`Tokens per turn, ${plural(known.length, "turn")}, at most ${count(most)}.`}
      bars={bars}
      unit={tick}
      legend={KINDS}
      choose={goTo}
    />
  );
}

function Context({ turns, goTo }: PartProps) {
  const known = turns.filter(({ context_tokens }) => context_tokens !== null);
  const last = known.at(-1);
  if (last === undefined) return null;
  const percent = contextPercent(last.context_tokens!, last.context_window);
  const of = percent === null ? "" : ` of ${count(last.context_window!)} (${percent} %)`;
  return (
    <LineChart
      title={`Context: ${count(last.context_tokens!)}${of}`}
      words={`Tokens in the context at the end of each turn, now ${
        count(last.context_tokens!)
      }${of}.`}
      points={known.map(({ number, ts, context_tokens }) => ({
        key: number,
        words: `${fullTime(ts)}: ${count(context_tokens!)} tokens`,
        value: context_tokens!,
      }))}
      limit={last.context_window}
      unit={tick}
      choose={goTo}
    />
  );
}

function Times({ turns, goTo }: PartProps) {
  const known = turns.filter(({ duration_ms }) => duration_ms !== null);
  if (known.length === 0) return null;
  const most = Math.max(...known.map(({ duration_ms }) => duration_ms!));
  const { ms, name } = TIME_UNITS.find(({ ms }) => most >= 2 * ms) ?? TIME_UNITS.at(-1)!;
  return (
    <BarChart
      title="Time per turn"
      words={`Time per turn, ${plural(known.length, "turn")}, at most ${duration(most)}.`}
      bars={known.map(({ number, ts, status, duration_ms }) => ({
        key: number,
        words: `${fullTime(ts)}: ${duration(duration_ms!)}${
          status === "completed" ? "" : `, ${status}`
        }`,
        parts: [{
          kind: status === "completed" ? "time-good" : "time-bad",
          value: duration_ms! / ms,
        }],
      }))}
      unit={(value) => value === 0 ? "0" : `${Number(value.toFixed(2))} ${name}`}
      choose={goTo}
    />
  );
}

/** Round numbers of one of these stand at the side. */
const TIME_UNITS = [
  { ms: 3_600_000, name: "h" },
  { ms: 60_000, name: "min" },
  { ms: 1_000, name: "s" },
  { ms: 1, name: "ms" },
];

/** `15.0k` → `15k`: round numbers as they are. */
function tick(value: number): string {
  return count(value).replace(".0", "");
}

function TurnTable({ turns, goTo }: PartProps) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label="Numbers of the turns">
      <table>
        <thead>
          <tr>
            {["Turn", "Time", "In", "Cached", "Out", "Context"].map((name) => (
              <th key={name} scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.toReversed().map(({ number, ts, duration_ms, used, context_tokens }) => (
            <tr key={number}>
              <th scope="row">
                <button
                  type="button"
                  class="quiet"
                  onClick={() =>
                    goTo(number)}
                  title={fullTime(ts)}
                >
                  {clockTime(ts) || `#${number}`}
                </button>
              </th>
              <td>{duration_ms === null ? "–" : duration(duration_ms)}</td>
              <td>{used === null ? "–" : count(used.input)}</td>
              <td>{used === null ? "–" : count(used.cached)}</td>
              <td>{used === null ? "–" : count(used.output)}</td>
              <td>{context_tokens === null ? "–" : count(context_tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
