// The app-server's side in memory, with faults: what it was sent, what it answers, when it echoes.

import type { AgentPort, CarryingMessage, Outcome, Timers } from "../../lib/events/agent_port.ts";
import type { ThreadSituation } from "../../lib/events/policy.ts";

/** A call that the agent got. */
export interface Received {
  readonly how: "append" | "steer" | "start";
  readonly clientId: string;
  readonly carried: string;
  readonly text: string;
}

export class MemoryAgent implements AgentPort {
  readonly received: Received[] = [];
  thread: ThreadSituation = { loaded: true, turnId: null, canSteer: true, canInject: true };
  /** What the next calls answer; after that, that they were accepted. */
  readonly answers: (Outcome | Error | "never")[] = [];
  #turns = 0;

  situation(): ThreadSituation {
    return this.thread;
  }

  append(_threadId: string, clientId: string, carried: string): Promise<Outcome> {
    return this.#take({ how: "append", clientId, carried, text: "" }, null);
  }

  steer(message: CarryingMessage, expectedTurnId: string): Promise<Outcome> {
    return this.#take({ how: "steer", ...message }, expectedTurnId);
  }

  start(message: CarryingMessage): Promise<Outcome> {
    const turnId = `turn_${++this.#turns}`;
    this.thread = { ...this.thread, turnId };
    return this.#take({ how: "start", ...message }, turnId);
  }

  /** What the thread's turns have, by the id of the message. */
  readonly turns = new Map<string, string | null>();

  echoes(): Promise<ReadonlyMap<string, string | null>> {
    return Promise.resolve(this.turns);
  }

  async #take(received: Received, turnId: string | null): Promise<Outcome> {
    const answer = this.answers.shift() ?? { kind: "accepted", turnId };
    this.received.push(received);
    await Promise.resolve();
    if (answer instanceof Error) throw answer;
    return answer === "never" ? await new Promise<Outcome>(() => {}) : answer;
  }
}

/** Timers that run when a test says so. */
export class ManualTimers implements Timers {
  readonly #waiting = new Map<number, { at: number; run: () => void }>();
  #last = 0;
  now = 0;

  after(ms: number, run: () => void): () => void {
    const id = ++this.#last;
    this.#waiting.set(id, { at: this.now + ms, run });
    return () => void this.#waiting.delete(id);
  }

  /** Lets time pass. */
  pass(ms: number): void {
    this.now += ms;
    for (const [id, { at, run }] of [...this.#waiting]) {
      if (at > this.now) continue;
      this.#waiting.delete(id);
      run();
    }
  }
}
