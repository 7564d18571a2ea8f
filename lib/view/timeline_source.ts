/** What the timeline shows, and what it asks for: the page's model is one, a test may be another. */
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { RowChunk } from "./row_chunks.ts";
import type { Row } from "./rows.ts";
import type { TimelineTools } from "./timeline_tools.ts";

/** Whether there is more than what is loaded, in one direction. */
export type Edge = "none" | "more" | "loading" | "failed";

/** A row to go to. Another object with the same id means: once more. */
export interface Found {
  readonly id: string;
}

export interface TimelineSource {
  readonly chunks: ReadonlySignal<readonly RowChunk[]>;
  row(id: string): ReadonlySignal<Row>;
  readonly tools: TimelineTools;
  /** Whether the timeline follows what comes. */
  readonly pinned: Signal<boolean>;
  /** Something came while it did not. */
  readonly news: ReadonlySignal<boolean>;
  readonly found: ReadonlySignal<Found | null>;
  readonly older: ReadonlySignal<Edge>;
  /** `more` where an old part is shown and the latest rows are not loaded. */
  readonly newer: ReadonlySignal<Edge>;
  loadOlder(): void;
  loadNewer(): void;
  /** Shows the latest rows and follows them. */
  toLatest(): void;
  /** What is to be said to those who listen. */
  readonly spoken: ReadonlySignal<string>;
}
