// A client of the demo agent in memory, with a clock that only moves when the agent sleeps: a
// scene of twenty seconds takes milliseconds, and the same every time.

import { setImmediate } from "node:timers";
import { runDemoAgent } from "../../lib/demo/agent.ts";
import { type Scenario, scenarioFrom } from "../../lib/demo/scenario.ts";

/** A message of the protocol, with the fields that the tests look at. */
export interface DemoMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { code: number; message: string; data?: unknown };
}

// deno-lint-ignore no-explicit-any -- tests look deep into answers whose shape they are testing
export type Fields = Record<string, any>;

/** Steps of a scenario as a test writes them, called by the word "go". */
export function scene(name: string, steps: unknown[]): Scenario {
  return scenarioFrom({ name, steps });
}

const IDLE_MS = 500;

/** Talks to an agent that runs in this process. */
export class DemoClient {
  readonly received: DemoMessage[] = [];
  readonly log: string[] = [];
  /** The agent's time in milliseconds since 1970. */
  now = 1_795_000_000_000;
  #sleepers: { at: number; wake: () => void }[] = [];
  #lastId = 0;
  readonly #input = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#input.writable.getWriter();
  readonly done: Promise<void>;

  constructor(scenarios?: readonly Scenario[]) {
    this.done = runDemoAgent({
      readable: this.#input.readable,
      write: (line) => {
        this.received.push(JSON.parse(line));
        return Promise.resolve();
      },
      now: () => this.now,
      sleep: (ms, signal) => this.#sleep(ms, signal),
      log: (line) => this.log.push(line),
    }, scenarios);
  }

  /** A client after the handshake, with a thread. */
  static async withThread(
    options: { scenarios?: readonly Scenario[]; params?: Fields } = {},
  ): Promise<{ client: DemoClient; threadId: string }> {
    const client = new DemoClient(options.scenarios);
    await client.call("initialize", { clientInfo: { name: "test", version: "1" } });
    client.send({ method: "initialized" });
    const params = { cwd: "/home/dev/project", approvalPolicy: "untrusted", ...options.params };
    const { thread } = await client.call("thread/start", params);
    return { client, threadId: thread.id };
  }

  sendBytes(bytes: Uint8Array): void {
    this.#writer.write(bytes);
  }

  sendRaw(text: string): void {
    this.sendBytes(new TextEncoder().encode(text));
  }

  send(message: DemoMessage): void {
    this.sendRaw(`${JSON.stringify(message)}\n`);
  }

  /** Sends a request and gives the reply, an error too. */
  async ask(method: string, params?: Fields): Promise<DemoMessage> {
    const id = ++this.#lastId;
    this.send({ method, id, ...(params ? { params } : {}) });
    return await this.until((message) => message.method === undefined && message.id === id);
  }

  /** Sends a request that must succeed and gives its result. */
  async call(method: string, params: Fields = {}): Promise<Fields> {
    const { result, error } = await this.ask(method, params);
    if (!result) throw new Error(`${method} failed: ${error?.message}`);
    return result;
  }

  /** Sends the person's words; gives the id of the turn. */
  async say(threadId: string, text: string, more: Fields = {}): Promise<string> {
    const input = [{ type: "text", text, text_elements: [] }];
    return (await this.call("turn/start", { threadId, input, ...more })).turn.id;
  }

  /** Sends the person's words and waits for the end of the turn; gives all messages since. */
  async turn(threadId: string, text: string, more: Fields = {}): Promise<DemoMessage[]> {
    const from = this.received.length;
    await this.say(threadId, text, more);
    await this.until((message) => message.method === "turn/completed", from);
    await this.settle();
    return this.received.slice(from);
  }

  /** Waits for a message, moving the clock on whenever the agent only sleeps. */
  async until(wanted: (message: DemoMessage) => boolean, from = 0): Promise<DemoMessage> {
    for (let idle = 0, next = from; idle < IDLE_MS;) {
      while (next < this.received.length) {
        const message = this.received[next++]!;
        if (wanted(message)) return message;
        idle = 0;
      }
      await yieldToAgent();
      if (next < this.received.length || this.#wakeNext()) continue;
      // It neither speaks nor sleeps: it computes (hashes take a moment), or it is at its end.
      await new Promise((resolve) => setTimeout(resolve, 1));
      idle++;
    }
    throw new Error("the agent has nothing more to say");
  }

  /** Lets the agent finish what it does at this moment, without moving the clock. */
  async settle(): Promise<void> {
    for (let at = 0; at < 5; at++) await yieldToAgent();
  }

  /** How many of the agent's timers run: after its end there must be none. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.done;
  }

  #sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper = { at: this.now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        resolve();
      });
    });
  }

  #wakeNext(): boolean {
    const next = this.#sleepers.toSorted((a, b) => a.at - b.at)[0];
    if (!next) return false;
    this.#sleepers = this.#sleepers.filter((one) => one !== next);
    this.now = Math.max(this.now, next.at);
    next.wake();
    return true;
  }
}

function yieldToAgent(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
