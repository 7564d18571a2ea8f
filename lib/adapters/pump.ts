/**
 * The loop of an adapter: take messages, send them to the door, and let the broker forget a message
 * only when its event is on our disk or kept as a dead letter. One batch at a time, so that nothing
 * piles up here: whatever happens to this process, the broker still has what is not settled.
 */
import type { Broker, BrokerMessage } from "./broker.ts";
import type { Counters } from "./counters.ts";
import type { Posted, Verdict } from "./door.ts";
import { readMessage } from "./read_message.ts";

export interface PumpParts {
  readonly broker: Broker;
  readonly door: { post(events: readonly Record<string, unknown>[]): Promise<Posted> };
  readonly counters: Counters;
  readonly report: (line: string) => void;
  /** Resolves after that time, or at once when the pump is told to stop. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const MOST_AT_ONCE = 100;
/** Below the door's own cap for a batch. */
const MOST_BYTES = 2 * 1024 * 1024;
const LONGEST_PAUSE_MS = 10_000;

interface Letter {
  readonly message: BrokerMessage;
  readonly event: Record<string, unknown>;
  readonly bytes: number;
}

export class Pump {
  readonly #parts: PumpParts;
  /** Consecutive failures: each doubles the pause. */
  #failures = 0;
  #lastProblem = "";

  constructor(parts: PumpParts) {
    this.#parts = parts;
  }

  /** Runs until told to stop; the batch under way is finished if the door still answers. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const messages = await this.#fetch(signal);
      for (const batch of batches(await this.#readable(messages))) await this.#send(batch, signal);
    }
  }

  async #fetch(signal: AbortSignal): Promise<readonly BrokerMessage[]> {
    const { broker, counters } = this.#parts;
    try {
      const messages = await broker.fetch(MOST_AT_ONCE);
      if (messages.length > 0) this.#works();
      counters.add("received", messages.length);
      return messages;
    } catch (error) {
      counters.add("broker_failures");
      await this.#wait(`the broker is out of reach: ${messageOf(error)}`, 100, signal);
      return [];
    }
  }

  async #readable(messages: readonly BrokerMessage[]): Promise<Letter[]> {
    const letters: Letter[] = [];
    for (const message of messages) {
      const read = readMessage(message);
      if (read.ok) letters.push({ message, event: read.event, bytes: read.bytes });
      else {await this.#settle(message, {
          kind: "refused",
          reason: `invalid_event: ${read.reason}`,
        });}
    }
    return letters;
  }

  /** Until each letter has its verdict, or we are told to stop; what is left the broker sends again. */
  async #send(batch: readonly Letter[], signal: AbortSignal): Promise<void> {
    let left = batch;
    while (left.length > 0 && !signal.aborted) {
      const posted = await this.#parts.door.post(left.map(({ event }) => event));
      if (!posted.ok) {
        this.#parts.counters.add("door_failures");
        await this.#wait(posted.reason, posted.afterMs, signal);
        continue;
      }
      this.#works();
      const late = posted.verdicts.filter((verdict) => verdict.kind === "later");
      await Promise.all(left.map(({ message }, at) => this.#settle(message, posted.verdicts[at]!)));
      left = left.filter((_, at) => posted.verdicts[at]!.kind === "later");
      if (late.length === 0) continue;
      this.#parts.counters.add("door_failures");
      const afterMs = Math.max(...late.map((verdict) => verdict.afterMs));
      await this.#wait(late[0]!.reason, afterMs, signal);
    }
  }

  async #settle(message: BrokerMessage, verdict: Verdict): Promise<void> {
    const { counters, report } = this.#parts;
    if (verdict.kind === "later") return;
    try {
      if (verdict.kind === "refused") {
        await message.bury(verdict.reason);
        counters.add("buried");
        report(`message ${message.id} is a dead letter: ${verdict.reason}`);
      } else {
        await message.done();
        counters.add(verdict.kind);
      }
    } catch (error) {
      // The broker will send it again, and the door will say that it has it.
      counters.add("broker_failures");
      this.#tell(`the broker did not take an answer: ${messageOf(error)}`);
    }
  }

  async #wait(problem: string, atLeastMs: number, signal: AbortSignal): Promise<void> {
    this.#tell(problem);
    const grown = Math.min(LONGEST_PAUSE_MS, atLeastMs * 2 ** Math.min(this.#failures++, 10));
    await this.#parts.pause(Math.max(atLeastMs, grown), signal);
  }

  #works(): void {
    if (this.#lastProblem !== "") this.#parts.report("it works again");
    this.#failures = 0;
    this.#lastProblem = "";
  }

  /** Once for each problem, not once for each try. */
  #tell(problem: string): void {
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    this.#parts.report(problem);
  }
}

/** Letters in runs that the door takes at once. */
function* batches(letters: readonly Letter[]): Generator<readonly Letter[]> {
  let batch: Letter[] = [];
  let bytes = 0;
  for (const letter of letters) {
    if (bytes + letter.bytes > MOST_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(letter);
    bytes += letter.bytes;
  }
  if (batch.length > 0) yield batch;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
