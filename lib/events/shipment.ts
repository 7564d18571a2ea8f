/**
 * Events on their way to the model in one message: chosen, framed, marked as under way on disk before
 * anything is sent, and followed to their end. All modes that carry events go through here, so that
 * the order of note and call is in one place: a crash between them leaves an event that is visibly
 * unknown, never one that is sent twice.
 */
import type { Outcome } from "./agent_port.ts";
import type { CrashAt } from "./crash_points.ts";
import { type FramedEvents, frameEvents, type FramingLimits } from "./framing.ts";
import type { Ledger } from "./ledger.ts";
import type { EventRecord } from "./ledger_line.ts";
import type { DeliveryMode } from "./modes.ts";
import type { EventState, Step } from "./progress.ts";

export interface ShipmentParts {
  readonly ledger: Ledger;
  readonly limits: FramingLimits;
  readonly crash: CrashAt;
  /** A delimiter that no event can know. */
  readonly delimiter: () => string;
}

/** How the events travel. */
export interface Journey {
  readonly clientId: string;
  /** The state while the call is under way. */
  readonly state: "steering" | "turn_starting" | "queued";
  readonly mode: DeliveryMode | null;
  readonly turnId: string | null;
  /** Where they go if the app-server refuses. */
  readonly fallback: DeliveryMode;
  /** For the reason, such as "steer". */
  readonly name: string;
}

/** An app-server that refuses an event this often will not take it. */
const MAX_REFUSALS = 3;
const FOLDED = "told as a number, by a later one of its kind";

export class Shipment {
  readonly #parts: ShipmentParts;
  readonly #journey: Journey;
  readonly #framed: FramedEvents;

  private constructor(parts: ShipmentParts, journey: Journey, framed: FramedEvents) {
    this.#parts = parts;
    this.#journey = journey;
    this.#framed = framed;
  }

  /**
   * Takes events for one message; null if there is nothing to tell. When it resolves, the disk knows
   * that they are under way. `left` counts those that were not even looked at.
   */
  static async take(
    parts: ShipmentParts,
    records: readonly EventRecord[],
    journey: Journey,
    left = 0,
  ): Promise<Shipment | null> {
    const waiting = records.toSorted((a, b) => a.seq - b.seq);
    const framed = frameEvents(waiting, parts.limits, parts.delimiter(), left);
    if (framed === null) return null;
    const shipment = new Shipment(parts, journey, framed);
    parts.crash("deliver.before_intent");
    const { clientId: client_id, state, mode, turnId: turn_id } = journey;
    // The first part of each step counts at once: nobody else can take them in the meantime.
    try {
      await shipment.#advance(state, {
        ...{ client_id, turn_id, in_flight: true },
        ...(mode === null ? {} : { mode }),
      });
    } catch (error) {
      await shipment.#release();
      throw error;
    }
    parts.crash("deliver.after_intent");
    return shipment;
  }

  /** What the model sees. */
  get text(): string {
    return this.#framed.text;
  }

  get clientId(): string {
    return this.#journey.clientId;
  }

  /** All that it carries, told or folded. */
  get seqs(): readonly number[] {
    return [...this.#framed.told, ...this.#framed.folded];
  }

  /** Makes the call and notes what became of it. */
  async send(call: () => Promise<Outcome>): Promise<Outcome> {
    const reply = call();
    this.#parts.crash("deliver.after_call");
    const outcome = await reply.catch((error): Outcome => ({
      kind: "unknown",
      reason: error instanceof Error ? error.message : String(error),
    }));
    this.#parts.crash("deliver.after_reply");
    await this.settle(outcome);
    return outcome;
  }

  /** Notes what became of the call. */
  async settle(outcome: Outcome): Promise<void> {
    const { name, fallback } = this.#journey;
    switch (outcome.kind) {
      case "accepted":
        await this.#advance("injected", outcome.turnId === null ? {} : { turn_id: outcome.turnId });
        this.#parts.crash("deliver.after_injected");
        return;
      case "refused":
        return await this.#refused(`${name}: ${outcome.reason}`, fallback);
      case "unknown":
        await this.#advance("indeterminate", { reason: `${name}: ${outcome.reason}` });
    }
  }

  /** The app-server echoed the message. */
  async observed(turnId: string | null): Promise<void> {
    this.#parts.crash("echo.before_observed");
    await this.#advance("observed", turnId === null ? {} : { turn_id: turnId });
    this.#parts.crash("echo.after_observed");
  }

  /** The turn is over, and no echo came. */
  async lost(reason: string): Promise<void> {
    await this.#advance("indeterminate", { reason });
  }

  /** Nothing was sent: those whose note was written wait again. */
  async #release(): Promise<void> {
    const back = { client_id: null, turn_id: null, in_flight: false };
    await Promise.allSettled(
      this.seqs.map((seq) => this.#parts.ledger.advance(seq, "queued", back)),
    );
  }

  async #refused(reason: string, mode: DeliveryMode): Promise<void> {
    const { ledger } = this.#parts;
    await Promise.all(this.seqs.map((seq) => {
      const refusals = (ledger.get(seq)?.progress.refusals ?? 0) + 1;
      const change = { reason, refusals, client_id: null, turn_id: null, in_flight: false };
      return refusals >= MAX_REFUSALS
        ? ledger.advance(seq, "dead", change)
        : ledger.advance(seq, "queued", { ...change, mode });
    }));
  }

  async #advance(state: EventState, change: Step): Promise<void> {
    const { ledger } = this.#parts;
    const { told, folded } = this.#framed;
    const flying = change.in_flight ?? false;
    await Promise.all([
      ...told.map((seq) => ledger.advance(seq, state, { ...change, in_flight: flying })),
      ...folded.map((seq) =>
        ledger.advance(seq, state, {
          ...change,
          reason: change.reason ?? FOLDED,
          in_flight: flying,
        })
      ),
    ]);
  }
}
