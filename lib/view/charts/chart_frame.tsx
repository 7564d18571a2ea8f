/**
 * What all charts have around their marks: a title, lines to read values by, and words for those
 * who do not see the picture. The marks are drawn into a box of 1000 by 1000 that is stretched.
 */
import type { ComponentChildren } from "preact";
import { heightOf, type Scale } from "./scale.ts";

/** The box that marks are drawn into. */
export const BOX = 1_000;

interface ChartFrameProps {
  readonly title: string;
  /** What the picture shows, in a sentence. */
  readonly words: string;
  readonly scale: Scale;
  readonly unit: (value: number) => string;
  readonly legend?: readonly { readonly name: string; readonly kind: string }[];
  readonly children: ComponentChildren;
}

export function ChartFrame({ title, words, scale, unit, legend, children }: ChartFrameProps) {
  return (
    <figure class="chart">
      <figcaption>
        <span class="title">{title}</span>
        {legend === undefined ? null : (
          <span class="legend">
            {legend.map(({ name, kind }) => (
              <span key={kind}>
                <i class={`swatch ${kind}`} aria-hidden="true" /> {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div class="plot">
        <div class="axis" aria-hidden="true">
          {scale.ticks.toReversed().map((tick) => <span key={tick}>{unit(tick)}</span>)}
        </div>
        <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" role="img" aria-label={words}>
          {scale.ticks.map((tick) => (
            <line
              key={tick}
              class="grid"
              x1="0"
              x2={BOX}
              y1={yOf(tick, scale)}
              y2={yOf(tick, scale)}
            />
          ))}
          {children}
        </svg>
      </div>
    </figure>
  );
}

/** Where a value stands in the box. */
export function yOf(value: number, scale: Scale): number {
  return round(BOX * (1 - heightOf(value, scale)));
}

/** A tenth of a thousandth is nothing that can be seen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
