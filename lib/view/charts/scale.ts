/** Numbers onto the height of a chart: a round upper end and a few lines to read it by. Pure. */

export interface Scale {
  /** The upper end. */
  readonly top: number;
  /** Where lines are drawn, from 0 to `top`. */
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** A scale that holds all values; `parts` is about how many steps it has. */
export function scaleFor(values: readonly number[], parts = 3): Scale {
  const most = Math.max(0, ...values.filter(Number.isFinite));
  if (most === 0) return { top: 1, ticks: [0] };
  const raw = most / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * STEPS.find((one) => one * power >= raw)!;
  const count = Math.ceil(most / step - 1e-9);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/** How high a value stands, 0 to 1. */
export function heightOf(value: number, { top }: Scale): number {
  return Math.min(1, Math.max(0, value / top));
}
