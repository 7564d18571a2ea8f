/**
 * One turn's stage: where steps send their items, wait, ask and count tokens. It owns the cutting
 * short of a turn (steer, interrupt, end of the client) and the bookkeeping that the app-server
 * does around items. It does not know what the steps are.
 */
import type { ModelIds } from "./ids.ts";
import type { DemoIo } from "./io.ts";
import { usageShape } from "./thread_shapes.ts";
import type { Thread, Tokens, UserMessage } from "./threads.ts";
import type { Answer, Fields, Wire } from "./wire.ts";

/** What all turns of one agent share. */
export interface Env {
  readonly io: DemoIo;
  readonly wire: Wire;
  readonly ids: ModelIds;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** Thrown inside a turn to leave the steps; caught by the turn only. */
export class Cut extends Error {
  constructor(readonly why: "steer" | "interrupt" | "end") {
    super(`turn cut short: ${why}`);
  }
}

/** About what instructions and tool descriptions weigh before the first word. */
const BASE_TOKENS = 9_400;

/** A turn while it plays. */
export class Stage {
  readonly env: Env;
  readonly thread: Thread;
  readonly turnId: string;
  /** The items that are complete, for thread/read. A late command still adds its own. */
  readonly items: Fields[] = [];
  /** The cumulative diff of the turn, one section per file. */
  readonly diff = new Map<string, string>();
  /** What interrupted the turn waits here until the reply may be sent. */
  readonly interruptReplies: (() => void)[] = [];
  readonly steers: UserMessage[] = [];
  readonly unanswered = new Set<number>();

  #phase: "quiet" | "streaming" | "tool" = "quiet";
  #ended = false;
  #wake = new AbortController();
  readonly #stop = Promise.withResolvers<void>();
  #inputTokens = 0;
  #outputTokens = 0;
  #reasoningTokens = 0;

  constructor(env: Env, thread: Thread, turnId: string) {
    this.env = env;
    this.thread = thread;
    this.turnId = turnId;
  }

  notify(method: string, params: Fields): Promise<void> {
    return this.env.wire.notify(method, { threadId: this.thread.id, ...params });
  }

  /** A notification about this turn. */
  tell(method: string, params: Fields): Promise<void> {
    return this.notify(method, { turnId: this.turnId, ...params });
  }

  setStatus(status: Fields): Promise<void> {
    this.thread.status = status;
    return this.notify("thread/status/changed", { status });
  }

  /** Waits, unless somebody cuts the turn short. */
  async pause(ms: number): Promise<void> {
    this.checkpoint();
    await this.env.io.sleep(ms * (this.env.io.pace ?? 1), this.#wake.signal);
    this.checkpoint();
  }

  /** Waits like a process of its own: only the end of the client cuts it short. */
  async outlast(ms: number): Promise<void> {
    await this.env.io.sleep(ms * (this.env.io.pace ?? 1), this.env.signal);
    if (this.env.signal.aborted) throw new Cut("end");
  }

  /** Throws when a steer, an interrupt or the end has come since. */
  checkpoint(): void {
    if (this.#ended) throw new Cut("end");
    if (this.interruptReplies.length > 0) throw new Cut("interrupt");
    if (this.steers.length > 0) throw new Cut("steer");
  }

  /** Waits for something that a steer does not cut: a command, an approval. */
  async unlessStopped<T>(something: Promise<T>): Promise<T> {
    const stopped = this.#stop.promise.then((): never => {
      throw new Cut(this.#ended ? "end" : "interrupt");
    });
    return await Promise.race([something, stopped]);
  }

  steer(message: UserMessage): void {
    this.steers.push(message);
    this.#wake.abort();
  }

  interrupt(reply: () => void): void {
    this.interruptReplies.push(reply);
    this.#wake.abort();
    this.#stop.resolve();
  }

  end(): void {
    this.#ended = true;
    this.#wake.abort();
    this.#stop.resolve();
  }

  /** After a steer: the turn can be cut again. */
  rearm(): void {
    this.#wake = new AbortController();
  }

  /** Announces an item and gives it back with its start time. */
  begin(item: Fields): Fields {
    const startedAtMs = this.env.io.now();
    const begun = { ...item, startedAtMs, completedAtMs: null };
    this.notify("item/started", { item: begun, ...this.#turn(), startedAtMs });
    return begun;
  }

  /** Completes an item that was begun; `change` holds the fields that are new. */
  complete(begun: Fields, change: Fields = {}): Promise<void> {
    const completedAtMs = this.env.io.now();
    const item = { ...begun, ...change, completedAtMs };
    this.items.push(item);
    const tail = { contentTokenCount: null, completedAtMs };
    return this.notify("item/completed", { item, ...this.#turn(), ...tail });
  }

  /** Asks the client and waits for its answer. */
  async ask(method: string, params: Fields): Promise<Answer> {
    const about = { threadId: this.thread.id, turnId: this.turnId };
    const { id, answer } = this.env.wire.request(method, { ...about, ...params });
    this.unanswered.add(id);
    const got = await this.unlessStopped(answer);
    this.unanswered.delete(id);
    this.notify("serverRequest/resolved", { requestId: id });
    return got;
  }

  /** Counts what the model read. */
  read(text: string): void {
    this.#inputTokens += tokensOf(text);
  }

  /** Counts what the model wrote. */
  wrote(text: string, kind: "answer" | "reasoning" = "answer"): void {
    this.#phase = "streaming";
    this.#outputTokens += tokensOf(text);
    if (kind === "reasoning") this.#reasoningTokens += tokensOf(text);
  }

  /** The model handed over to a tool: from here the call counts, even when it is interrupted. */
  useTool(call: string): void {
    this.wrote(call);
    this.#phase = "tool";
  }

  /** One call of the model is over: its tokens are added up and reported. */
  endModelCall(): Promise<void> {
    const before = this.thread.usage?.last.totalTokens ?? 0;
    const input = (before || BASE_TOKENS) + this.#inputTokens;
    const last: Tokens = {
      totalTokens: input + this.#outputTokens,
      inputTokens: input,
      cachedInputTokens: Math.floor(before / 128) * 128,
      cacheWriteInputTokens: 0,
      outputTokens: this.#outputTokens,
      reasoningOutputTokens: this.#reasoningTokens,
    };
    this.thread.usage = { total: sum(this.thread.usage?.total, last), last };
    this.#inputTokens = this.#outputTokens = this.#reasoningTokens = 0;
    return this.#reportUsage();
  }

  /** The call of the model was cut off: the real server repeats the counts that it knows. */
  dropModelCall(): void {
    if (this.#phase === "tool") this.endModelCall();
    else if (this.#phase === "streaming") this.#reportUsage();
  }

  #reportUsage(): Promise<void> {
    this.#phase = "quiet";
    const tokenUsage = usageShape(this.thread);
    if (tokenUsage) this.tell("thread/tokenUsage/updated", { tokenUsage });
    const limits = this.env.wire.notify("account/rateLimits/updated", { rateLimits: NO_LIMITS });
    return this.diff.size > 0 ? this.tellDiff() : limits;
  }

  /** Sends the cumulative diff; the real server repeats it after each call of the model. */
  tellDiff(): Promise<void> {
    const paths = [...this.diff.keys()].sort();
    return this.tell("turn/diff/updated", {
      diff: paths.map((path) => this.diff.get(path)).join(""),
    });
  }

  #turn(): Fields {
    return { turnId: this.turnId };
  }
}

/** There is no account behind the demo, so nothing limits it. */
const NO_LIMITS: Fields = {
  limitId: "codex",
  limitName: null,
  normalModelSlug: null,
  primary: null,
  secondary: null,
  credits: null,
  individualLimit: null,
  spendControlReached: null,
  planType: null,
  rateLimitReachedType: null,
};

function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

function sum(total: Tokens | undefined, last: Tokens): Tokens {
  const keys = Object.keys(last) as (keyof Tokens)[];
  const entries = keys.map((key) => [key, (total?.[key] ?? 0) + last[key]]);
  return Object.fromEntries(entries) as Tokens;
}
