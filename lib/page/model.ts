/**
 * The page's state: the view and its signals, one per row, so that a delta redraws one row and
 * nothing else. Events that come between two frames are applied together.
 */
import { batch, type Signal, signal } from "@preact/signals";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { HubEvent } from "../hub/hub.ts";
import { applyEvent, emptyView, type Row, type Touched, type View, viewOf } from "../view/rows.ts";
import { DEFAULT_LOOKS } from "../view/timeline_tools.ts";
import type { Connection } from "./stream.ts";
import { pageTools } from "./tools.ts";

/** What is shown around the rows. */
export type Head = Pick<View, "label" | "activity" | "turnId" | "usage" | "server">;

export class PageModel {
  #view: View;
  readonly #rows = new Map<string, Signal<Row>>();
  #waiting: HubEvent[] = [];
  readonly order: Signal<readonly string[]>;
  readonly head: Signal<Head>;
  readonly connection: Signal<Connection> = signal("connecting");
  readonly problem: Signal<string | null> = signal(null);
  /** What the cards need; its `looks` follow the conversation's settings. */
  readonly tools: ReturnType<typeof pageTools>;

  constructor(open: OpenConversation | null, cwd: string) {
    this.tools = pageTools({ ...looksOf(open), cwd });
    this.#view = open === null ? emptyView() : viewOf(open);
    this.order = signal([...this.#view.order]);
    this.head = signal(headOf(this.#view));
  }

  /** The signal of a row that is in the order. */
  row(id: string): Signal<Row> {
    let row = this.#rows.get(id);
    if (row === undefined) {
      row = signal(this.#view.rows.get(id)!);
      this.#rows.set(id, row);
    }
    return row;
  }

  /** Starts over from a conversation read anew. */
  reset(open: OpenConversation): void {
    this.#view = viewOf(open);
    this.#waiting = [];
    batch(() => {
      for (const [id, row] of this.#view.rows) {
        const known = this.#rows.get(id);
        if (known !== undefined) known.value = row;
      }
      this.order.value = [...this.#view.order];
      this.head.value = headOf(this.#view);
    });
  }

  /** Takes an event; it is drawn with the next frame. */
  receive(event: HubEvent): void {
    this.#waiting.push(event);
    if (this.#waiting.length > 1) return;
    // A hidden tab gets no frames, but must not pile up events either.
    if (document.hidden) setTimeout(() => this.#draw());
    else requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const events = this.#waiting;
    this.#waiting = [];
    const touched = new Map<string, Touched>();
    for (const event of events) {
      for (const one of applyEvent(this.#view, event)) {
        touched.set(one.kind === "row" ? `row:${one.id}` : one.kind, one);
      }
    }
    batch(() => {
      for (const one of touched.values()) this.#show(one);
    });
  }

  #show(touched: Touched): void {
    if (touched.kind === "head") this.head.value = headOf(this.#view);
    else if (touched.kind === "order") this.order.value = [...this.#view.order];
    else {
      const row = this.#view.rows.get(touched.id);
      if (row !== undefined) this.row(touched.id).value = row;
    }
  }
}

/** The settings of a conversation that decide how its rows look. */
function looksOf(open: OpenConversation | null): { markdown: boolean; outputLines: number } {
  const meta: Record<string, unknown> = open?.meta ?? {};
  const { markdown, command_output_lines: lines } = meta;
  return {
    markdown: typeof markdown === "boolean" ? markdown : DEFAULT_LOOKS.markdown,
    outputLines: typeof lines === "number" && lines > 0 ? lines : DEFAULT_LOOKS.outputLines,
  };
}

function headOf({ label, activity, turnId, usage, server }: View): Head {
  return { label, activity, turnId, usage, server };
}
