// An app-server in memory for tests of the gateway: answers the handful of methods that it uses,
// remembers what it was asked, and does the rest when the test says so. Deliberately simple: what
// the real one does is shown by the tests with the real one.

import { MemoryTransport } from "../../lib/app_server/memory_transport.ts";

export interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

const ASKED_MS = 15_000;

type Reply = { result: unknown } | { error: { code: number; message: string } } | "silence";
type Script = (asked: Asked) => Reply | undefined;

/** One process of the scripted agent; a restart makes a new one with the same memory. */
export class ScriptedAgent {
  /** Everything that it was asked, oldest first, over all its processes. */
  readonly asked: Asked[] = [];
  /** Answers to requests of its own. */
  readonly answers: { id: number | string; result?: unknown; error?: unknown }[] = [];
  /** Takes precedence over the usual answers. */
  script: Script = () => undefined;
  /** The messages of each thread's turns, as `thread/turns/list` tells them. */
  readonly turns = new Map<string, { id: string; items: unknown[] }[]>();
  readonly #waiting = new Set<() => void>();
  #pipe = new MemoryTransport();
  #threads = 0;
  #turns = 0;

  /** Opens a pipe, as for a new process. */
  open(): MemoryTransport {
    this.#pipe = new MemoryTransport((line) => this.#hear(JSON.parse(line)));
    return this.#pipe;
  }

  /** Says something unasked. */
  say(method: string, params: Record<string, unknown>): void {
    this.#pipe.say({ method, params });
  }

  /** Asks something. */
  ask(id: number, method: string, params: Record<string, unknown>): void {
    this.#pipe.say({ id, method, params });
  }

  raw(line: string): void {
    this.#pipe.say(line);
  }

  /** The latest turn of a thread runs. */
  start(threadId: string): string {
    const id = this.turns.get(threadId)!.at(-1)!.id;
    this.say("turn/started", { threadId, turn: { id } });
    return id;
  }

  /** The latest turn of a thread is over. */
  end(threadId: string, status = "completed"): void {
    const id = this.turns.get(threadId)!.at(-1)!.id;
    this.say("turn/completed", { threadId, turn: { id, status, items: [] } });
  }

  /** The process dies. */
  die(): void {
    this.#pipe.die("was ended by SIGKILL");
  }

  calls(method: string): Asked[] {
    return this.asked.filter((one) => one.method === method);
  }

  /** Resolves when a method was called so often. */
  whenAsked(method: string, times: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = () => reject(new Error(`${method} was not called ${times} times`));
    const timer = setTimeout(late, ASKED_MS);
    const look = () => void (this.calls(method).length >= times && resolve());
    this.#waiting.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(look);
    });
  }

  #hear(message: Partial<Asked>): void {
    if (message.method === undefined) return void this.answers.push(message as never);
    if (message.id === undefined) return;
    const asked = message as Asked;
    this.asked.push(asked);
    for (const look of this.#waiting) look();
    const reply = this.script(asked) ?? this.#usual(asked);
    if (reply !== "silence") this.#pipe.say({ id: asked.id, ...reply });
  }

  #usual({ method, params }: Asked): Reply {
    const threadId = String(params.threadId);
    switch (method) {
      case "initialize":
        return { result: { userAgent: "pilothouse/0.169.0 (test)" } };
      case "thread/start": {
        const id = `thread-${++this.#threads}`;
        this.turns.set(id, []);
        return { result: { thread: { id }, model: "model-a" } };
      }
      case "thread/fork": {
        const id = `thread-${++this.#threads}`;
        this.turns.set(id, []);
        return { result: { thread: { id }, model: "model-a" } };
      }
      case "turn/start": {
        const id = `turn-${++this.#turns}-of-${threadId}`;
        const { clientUserMessageId: clientId } = params;
        this.turns.get(threadId)?.push({ id, items: [{ type: "userMessage", clientId }] });
        return { result: { turn: { id } } };
      }
      case "thread/turns/list":
        return { result: { data: this.turns.get(threadId)?.toReversed() ?? [] } };
      default:
        return { result: {} };
    }
  }
}
