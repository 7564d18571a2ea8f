/**
 * The page's state: the view and its signals, one per row, so that a delta redraws one row and
 * nothing else. Events that come between two frames are applied together. What is older than the
 * view, or was looked up in the past, is history.ts's business.
 */
import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { HubEvent, QueueView } from "../hub/hub.ts";
import type { Entry } from "../router/change.ts";
import { type RowChunk, RowChunks } from "../view/row_chunks.ts";
import {
  addOlder,
  applyEvent,
  emptyView,
  type Row,
  type Touched,
  type View,
  viewOf,
} from "../view/rows.ts";
import { Speaker } from "../view/speaker.ts";
import { DEFAULT_LOOKS } from "../view/timeline_tools.ts";
import type { Edge, Found, TimelineSource } from "../view/timeline_source.ts";
import { type Head, HeadState } from "./head_state.ts";
import { followHash, History, type HistoryReader } from "./history.ts";
import type { Connection } from "./stream.ts";
import { pageTools } from "./tools.ts";

const NO_QUEUE: QueueView = { revision: 0, held: null, waiting: [] };
const SECOND_MS = 1_000;
const OUTLINED: ReadonlySet<string> = new Set(["diff", "status", "token_usage"]);
const SPEAK_EVERY_MS = 1_500;

export class PageModel implements TimelineSource {
  #view: View;
  /** An old part of the conversation that is shown in place of the latest one. */
  #past: View | null = null;
  readonly #rows = new Map<string, Signal<Row>>();
  readonly #speaker = new Speaker();
  readonly #cutter = new RowChunks();
  readonly #history: History;
  #waiting: HubEvent[] = [];
  /** Events that came while the end is read anew: it may not contain them yet. */
  #meanwhile: HubEvent[] | null = null;
  #around: HeadState;
  readonly #chunks: Signal<readonly RowChunk[]>;
  readonly head: Signal<Head>;
  readonly queue: Signal<QueueView>;
  readonly connection: Signal<Connection> = signal("connecting");
  readonly problem: Signal<string | null> = signal(null);
  readonly pinned: Signal<boolean> = signal(true);
  readonly news: Signal<boolean> = signal(false);
  readonly found: Signal<Found | null> = signal(null);
  readonly spoken: Signal<string> = signal("");
  /** Grows with each entry that is written, and with those that tell of changes or of use. */
  readonly written: Signal<number> = signal(0);
  readonly outlined: Signal<number> = signal(0);
  /** What the cards need; its `looks` follow the conversation's settings. */
  readonly tools: ReturnType<typeof pageTools>;

  readonly #soon: (draw: () => void) => void;

  /** `soon` decides when events are drawn: with the next frame. */
  constructor(open: OpenConversation | null, cwd: string, soon = nextFrame) {
    this.#soon = soon;
    this.tools = pageTools({ ...looksOf(open), cwd });
    this.#view = open === null ? emptyView() : viewOf(open);
    this.#around = new HeadState(open, this.#view);
    this.#chunks = signal(this.#cutter.update(this.#view.order));
    this.#history = new History(this, open?.first ?? 1);
    this.head = signal(this.#around.head(this.#view));
    this.queue = signal(open?.queue ?? NO_QUEUE);
  }

  get chunks(): ReadonlySignal<readonly RowChunk[]> {
    return this.#chunks;
  }
  get older(): ReadonlySignal<Edge> {
    return this.#history.older;
  }
  get newer(): ReadonlySignal<Edge> {
    return this.#history.newer;
  }

  /** Begins what only a browser does; returns the function that ends it. */
  live(reader: HistoryReader): () => void {
    this.#history.read(reader);
    const leaveAddress = followHash(this.#history);
    const tick = () => {
      if (this.#view.turnId !== null) this.tools.clock.value = Date.now();
    };
    tick();
    const clock = setInterval(tick, SECOND_MS);
    const voice = setInterval(() => this.#speak(), SPEAK_EVERY_MS);
    return () => {
      leaveAddress();
      clearInterval(clock);
      clearInterval(voice);
    };
  }

  /** The signal of a row that is shown. */
  row(id: string): Signal<Row> {
    let row = this.#rows.get(id);
    if (row === undefined) {
      row = signal(this.#shown.rows.get(id)!);
      this.#rows.set(id, row);
    }
    return row;
  }

  has(id: string): boolean {
    return this.#shown.rows.has(id);
  }
  /** How many rows are held. */
  get size(): number {
    return this.#shown.order.length;
  }

  loadOlder(): void {
    void this.#history.loadOlder();
  }
  loadNewer(): void {
    void this.#history.loadNewer();
  }
  toLatest(): void {
    void this.#history.toLatest();
  }

  /** Starts over from a conversation read anew, at its end. */
  reset(open: OpenConversation): void {
    this.#view = viewOf(open);
    this.#past = null;
    this.#waiting = [];
    this.#around = new HeadState(open, this.#view);
    this.#history.reset(open.first);
    batch(() => {
      this.queue.value = open.queue;
      this.head.value = this.#around.head(this.#view);
      this.#redraw();
    });
  }

  /** Starts over from what `read` gives, and from what came while it was read. */
  async reopen(read: () => Promise<OpenConversation>): Promise<void> {
    const meanwhile: HubEvent[] = this.#meanwhile = [...this.#waiting];
    try {
      const open = await read();
      this.#meanwhile = null;
      this.reset(open);
      for (const event of meanwhile) if (event.seq > open.seq) this.receive(event);
    } finally {
      if (this.#meanwhile === meanwhile) this.#meanwhile = null;
    }
  }

  /** Adds entries above all that is shown. */
  addOlder(entries: readonly Entry[]): void {
    const touched = addOlder(this.#shown, entries);
    batch(() => {
      if (touched.some(({ kind }) => kind === "order")) this.#showOrder();
      for (const one of touched) {
        if (one.kind === "row") this.row(one.id).value = this.#shown.rows.get(one.id)!;
      }
    });
  }

  /** Shows an old part of the conversation in place of its end. */
  showPast(entries: readonly Entry[]): void {
    this.#past = emptyView();
    addOlder(this.#past, entries);
    batch(() => {
      this.pinned.value = false;
      this.#redraw();
    });
  }

  /** Takes an event; it is drawn with the next frame. */
  receive(event: HubEvent): void {
    this.#waiting.push(event);
    this.#meanwhile?.push(event);
    if (this.#waiting.length > 1) return;
    this.#soon(() => this.#draw());
  }

  get #shown(): View {
    return this.#past ?? this.#view;
  }

  #draw(): void {
    const events = this.#waiting;
    this.#waiting = [];
    const touched = new Map<string, Touched>();
    for (const event of events) {
      this.#note(event);
      if (this.#around.note(event)) touched.set("head", { kind: "head" });
      for (const one of applyEvent(this.#view, event)) {
        touched.set(one.kind === "row" ? `row:${one.id}` : one.kind, one);
      }
    }
    batch(() => {
      for (const one of touched.values()) this.#show(one);
      if (!this.pinned.peek() && touched.size > 0) this.news.value = true;
      else if (this.pinned.peek()) this.news.value = false;
    });
    if (this.pinned.peek()) void this.#history.shrink();
  }

  #show(touched: Touched): void {
    if (touched.kind === "head") this.head.value = this.#around.head(this.#view);
    else if (this.#past !== null) return; // Its rows are not on the screen.
    else if (touched.kind === "order") this.#showOrder();
    else {
      const row = this.#view.rows.get(touched.id);
      if (row !== undefined) this.row(touched.id).value = row;
    }
  }

  #showOrder(): void {
    this.#chunks.value = this.#cutter.update(this.#shown.order);
  }

  /** Draws all rows anew, and forgets those that are not there any more. */
  #redraw(): void {
    for (const [id, known] of this.#rows) {
      const row = this.#shown.rows.get(id);
      if (row === undefined) this.#rows.delete(id);
      else known.value = row;
    }
    this.#showOrder();
  }

  /** Takes what an event says beside the rows. */
  #note(event: HubEvent): void {
    if (event.type === "assistant_delta") this.#speaker.wrote(event.id, event.delta);
    else if (event.type === "approval") this.#speaker.asked();
    else if (event.type === "activity") this.tools.clock.value = Date.now();
    else if (event.type === "queue") this.queue.value = event.queue;
    else if ("entry" in event && event.entry !== undefined) this.#noteEntry(event.entry);
  }

  #noteEntry(entry: Entry): void {
    this.#speaker.ended(entry);
    this.written.value++;
    if (OUTLINED.has(entry.role)) this.outlined.value++;
  }

  #speak(): void {
    const words = this.#speaker.take();
    if (words !== "") this.spoken.value = words;
  }
}

/** A hidden tab gets no frames, but must not pile up events either. */
function nextFrame(draw: () => void): void {
  if (document.hidden) setTimeout(draw);
  else requestAnimationFrame(draw);
}

/** The settings of a conversation that decide how its rows look. */
function looksOf(open: OpenConversation | null): { markdown: boolean; outputLines: number } {
  return {
    markdown: open?.meta.markdown ?? DEFAULT_LOOKS.markdown,
    outputLines: open?.meta.command_output_lines ?? DEFAULT_LOOKS.outputLines,
  };
}
