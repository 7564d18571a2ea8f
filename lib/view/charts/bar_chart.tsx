/** Bars beside each other, each of one or more parts on top of each other. */
import { BOX, ChartFrame, round, yOf } from "./chart_frame.tsx";
import { scaleFor } from "./scale.ts";

/** What one bar is made of. */
export interface Bar {
  readonly key: number;
  /** Said when one points at it. */
  readonly words: string;
  readonly parts: readonly { readonly kind: string; readonly value: number }[];
}

interface BarChartProps {
  readonly title: string;
  readonly words: string;
  readonly bars: readonly Bar[];
  readonly unit: (value: number) => string;
  readonly legend?: readonly { readonly name: string; readonly kind: string }[];
  /** Called with the key of a bar that is clicked. */
  readonly choose?: (key: number) => void;
}

/** A few bars must not fill the whole width. */
const FEWEST_PLACES = 12;
const FILLED = 0.72;

export function BarChart({ title, words, bars, unit, legend, choose }: BarChartProps) {
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const scale = scaleFor(sums);
  const step = BOX / Math.max(FEWEST_PLACES, bars.length);
  return (
    <ChartFrame
      title={title}
      words={words}
      scale={scale}
      unit={unit}
      {...(legend === undefined ? {} : { legend })}
    >
      {bars.map((bar, at) => (
        <g key={bar.key} class="bar" onClick={() => choose?.(bar.key)}>
          <title>{bar.words}</title>
          <rect class="place" x={round(at * step)} y="0" width={round(step)} height={BOX} />
          {stacked(bar).map(({ kind, from, to }) => (
            <rect
              key={kind}
              class={kind}
              x={round(at * step + step * (1 - FILLED) / 2)}
              width={round(step * FILLED)}
              y={yOf(to, scale)}
              height={round(yOf(from, scale) - yOf(to, scale))}
            />
          ))}
        </g>
      ))}
    </ChartFrame>
  );
}

function stacked({ parts }: Bar): { kind: string; from: number; to: number }[] {
  let top = 0;
  return parts.filter(({ value }) => value > 0)
    .map(({ kind, value }) => ({ kind, from: top, to: top += value }));
}
