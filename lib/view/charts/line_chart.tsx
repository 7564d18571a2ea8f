/** A line over time with the room below it filled, and a limit that it should not reach. */
import { BOX, ChartFrame, round, yOf } from "./chart_frame.tsx";
import { scaleFor } from "./scale.ts";

export interface Point {
  readonly key: number;
  readonly words: string;
  readonly value: number;
}

interface LineChartProps {
  readonly title: string;
  readonly words: string;
  readonly points: readonly Point[];
  /** Null where there is none. */
  readonly limit: number | null;
  readonly unit: (value: number) => string;
  readonly choose?: (key: number) => void;
}

export function LineChart({ title, words, points, limit, unit, choose }: LineChartProps) {
  const values = points.map(({ value }) => value);
  // A limit far above would press the line flat: then it is told in words only.
  const shown = limit !== null && limit <= Math.max(...values, 1) * 4 ? limit : null;
  const scale = scaleFor(shown === null ? values : [...values, shown]);
  const step = BOX / Math.max(1, points.length);
  const places = points.map(({ value }, at) => [round((at + 0.5) * step), yOf(value, scale)]);
  const line = places.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
  const first = places[0]?.[0] ?? 0;
  const last = places.at(-1)?.[0] ?? 0;
  return (
    <ChartFrame title={title} words={words} scale={scale} unit={unit}>
      {points.length < 2 ? null : (
        <>
          <path class="area" d={`${line}L${last} ${BOX}L${first} ${BOX}Z`} />
          <path class="line" d={line} />
        </>
      )}
      {shown === null
        ? null
        : <line class="limit" x1="0" x2={BOX} y1={yOf(shown, scale)} y2={yOf(shown, scale)} />}
      {points.map(({ key, words, value }, at) => (
        <g
          key={key}
          class="bar"
          onClick={() => choose?.(key)}
        >
          <title>{words}</title>
          <rect class="place" x={round(at * step)} y="0" width={round(step)} height={BOX} />
          <line
            class="dot"
            x1={round((at + 0.5) * step)}
            x2={round((at + 0.5) * step)}
            y1={yOf(value, scale)}
            y2={yOf(value, scale)}
          />
        </g>
      ))}
    </ChartFrame>
  );
}
