/** What a row offers when one points at it or walks into it: its time, and a copy of its text. */
import type { ComponentChildren } from "preact";
import { CopyButton } from "./copy_button.tsx";
import { clockTime, fullTime } from "./words.ts";

interface RowToolsProps {
  readonly ts: string;
  /** Left out where there is nothing to copy. */
  readonly text?: () => string;
  readonly what?: string;
  readonly children?: ComponentChildren;
}

export function RowTools({ ts, text, what = "text", children }: RowToolsProps) {
  return (
    <div class="row-tools">
      {children}
      <RowTime ts={ts} />
      {text === undefined ? null : <CopyButton text={text} what={what} />}
    </div>
  );
}

/** When a row began. Drawn by the style sheet, so that it is no part of what one copies. */
export function RowTime({ ts }: { ts: string }) {
  return ts === "" ? null : <time dateTime={ts} title={fullTime(ts)} data-time={clockTime(ts)} />;
}
