/**
 * What can be done with the open conversation beside looking at it: talk, stop, decide, change its
 * settings, arrange what waits. Owns its id, its settings and its queue; rows are the model's.
 */
import { type Signal, signal } from "@preact/signals";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { HubEvent, QueueView, WaitingMessage } from "../hub/hub.ts";
import { type Defaults, defaultSettings, type Settings, settingsIn } from "../view/settings.ts";
import type { Answer } from "../view/row_cards.tsx";
import * as api from "./api.ts";
import type { KeptImage } from "./drafts.ts";

export type SendMode = "auto" | "queue" | "steer";

/** What is to be sent. */
export interface Outgoing {
  readonly text: string;
  readonly images: readonly KeptImage[];
  readonly mode: SendMode;
}

/** What the rest of the page does when something happens here. */
export interface ControlsListener {
  /** A new conversation has got its id. */
  onCreated(id: string, text: string): void;
  onSettings(settings: Settings): void;
  /** Something went wrong; null takes it back. */
  onProblem(problem: string | null): void;
}

/** Whoever follows the conversation beside its rows, such as a panel. */
export interface Follower {
  onEvent(event: HubEvent): void;
  /** Events were missed: read anew. */
  onReset(): void;
}

const NO_QUEUE: QueueView = { revision: 0, held: null, waiting: [] };

export class ConversationControls {
  /** Null until the first message of a new conversation. */
  readonly id: Signal<string | null>;
  readonly settings: Signal<Settings>;
  readonly queue: Signal<QueueView>;
  readonly #listener: ControlsListener;
  readonly #followers = new Set<Follower>();
  /** What was chosen before there is a conversation to write it to. */
  #chosen: Partial<Settings> = {};
  /** How many changes of ours are on their way. */
  #changing = 0;
  #creating: Promise<string> | null = null;
  /** Changes go out one after the other: the last choice must be the one that counts. */
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(
    open: OpenConversation | null,
    cwd: string,
    defaults: Defaults,
    listener: ControlsListener,
  ) {
    this.id = signal(open?.meta.conversation_id ?? null);
    this.settings = signal(open === null ? defaultSettings(cwd, defaults) : settingsIn(open.meta));
    this.queue = signal(open?.queue ?? NO_QUEUE);
    this.#listener = listener;
  }

  /** Starts over from a conversation read anew. */
  reset(open: OpenConversation): void {
    this.queue.value = open.queue;
    this.#show(settingsIn(open.meta));
    for (const follower of this.#followers) follower.onReset();
  }

  /** Tells a follower of all that happens; gives the function that ends it. */
  listen(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  receive(event: HubEvent): void {
    for (const follower of this.#followers) follower.onEvent(event);
    if (event.type === "queue") this.queue.value = event.queue;
    if (event.type === "conversation" && event.change === "changed") void this.#readSettings();
  }

  send({ text, images, mode }: Outgoing): Promise<boolean> {
    return this.#attempt(async () => {
      const paths = images.map(({ path }) => path);
      await api.sendMessage(await this.ensureId(text), { text, images: paths, mode });
    });
  }

  interrupt(): Promise<boolean> {
    return this.#attempt(() => api.interrupt(this.id.peek()!));
  }

  decide(approval: string, decision: string, answer?: Answer): Promise<boolean> {
    return this.#attempt(() => api.decide(this.id.peek()!, approval, decision, answer));
  }

  /** Changes settings: shown at once, taken back where the server refuses. */
  async change(change: Partial<Settings>): Promise<boolean> {
    const before = this.settings.peek();
    this.#show({ ...before, ...change });
    const id = this.id.peek() ?? await this.#creating?.catch(() => null) ?? null;
    if (id === null) {
      this.#chosen = { ...this.#chosen, ...change };
      return true;
    }
    this.#changing++;
    const written = this.#lastChange.then(() =>
      this.#attempt(() => api.changeConversation(id, change))
    );
    this.#lastChange = written;
    const done = await written;
    this.#changing--;
    if (!done) this.#takeBack(change, before);
    return done;
  }

  /** Puts a waiting message elsewhere in the queue. */
  move(id: string, by: -1 | 1): Promise<boolean> {
    const { waiting } = this.queue.peek();
    const from = waiting.findIndex((message) => message.id === id);
    const moved = waiting[from];
    if (moved === undefined || waiting[from + by] === undefined) return Promise.resolve(false);
    return this.#arrange(waiting.toSpliced(from, 1).toSpliced(from + by, 0, moved));
  }

  edit(id: string, text: string): Promise<boolean> {
    const { waiting } = this.queue.peek();
    return this.#arrange(waiting.map((one) => one.id === id ? { ...one, text } : one));
  }

  /** Takes waiting messages away: one, or all for null. */
  unqueue(id: string | null): Promise<boolean> {
    return this.#attempt(async () => {
      this.queue.value = await api.removeQueued(this.id.peek()!, id);
    });
  }

  /** Says a waiting message into the running turn, now. */
  async steer({ id, text, images = [] }: WaitingMessage): Promise<void> {
    if (!await this.unqueue(id)) return;
    const conversation = this.id.peek()!;
    await this.#attempt(() => api.sendMessage(conversation, { text, images, mode: "steer" }));
  }

  /** Goes on with a queue that is held. */
  goOn(): Promise<boolean> {
    return this.#attempt(async () => {
      this.queue.value = await api.continueQueue(this.id.peek()!);
    });
  }

  /** Does something with the conversation; where there is none yet, says so. */
  act(action: (id: string) => Promise<unknown>): Promise<boolean> {
    return this.#attempt(async () => {
      const id = this.id.peek();
      if (id === null) throw new Error("There is nothing here yet: say something first.");
      await action(id);
    });
  }

  #arrange(items: readonly WaitingMessage[]): Promise<boolean> {
    const { revision } = this.queue.peek();
    return this.#attempt(async () => {
      this.queue.value = await api.arrangeQueue(this.id.peek()!, revision, items);
    });
  }

  /** The id of this conversation, made now if there is none yet; two messages make one. */
  async ensureId(text: string): Promise<string> {
    const known = this.id.peek();
    if (known !== null) return known;
    this.#creating ??= api.createConversation(this.#chosen).then(({ id }) => {
      this.id.value = id;
      this.#listener.onCreated(id, text);
      return id;
    }).finally(() => void (this.#creating = null));
    return await this.#creating;
  }

  async #readSettings(): Promise<void> {
    const id = this.id.peek();
    if (id === null) return;
    const row = await api.readConversation(id).catch(() => null);
    // What is on its way is newer than what was read; its own event comes later.
    if (row !== null && this.#changing === 0) this.#show(settingsIn(row));
  }

  /** Only what was refused, not what was chosen since. */
  #takeBack(change: Partial<Settings>, before: Settings): void {
    const refused = Object.keys(change).map((key) => [key, before[key as keyof Settings]]);
    this.#show({ ...this.settings.peek(), ...Object.fromEntries(refused) });
  }

  #show(settings: Settings): void {
    this.settings.value = settings;
    this.#listener.onSettings(settings);
  }

  /** Does it and says what went wrong; true if nothing did. */
  async #attempt(action: () => Promise<unknown>): Promise<boolean> {
    this.#listener.onProblem(null);
    try {
      await action();
      return true;
    } catch (error) {
      this.#listener.onProblem(error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}
