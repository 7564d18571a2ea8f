/**
 * Delivery for one thread: hands each event to the model by the mode that was decided, and follows it
 * to the proof. Notices what the app-server does (turns that begin and end, echoes) and asks it for
 * steers, appends and turns. What is allowed was decided before; what is told is the framing's part.
 */
import type { AgentPort, Timers } from "./agent_port.ts";
import { chooseWaiting } from "./choose_waiting.ts";
import type { CrashAt } from "./crash_points.ts";
import { Debounce } from "./debounce.ts";
import { AUTO_TURN_TEXT, type FramingLimits, STEER_TEXT } from "./framing.ts";
import { ownMessage, proveLate } from "./late_proof.ts";
import type { Ledger } from "./ledger.ts";
import type { EventRecord } from "./ledger_line.ts";
import type { DeliveryMode } from "./modes.ts";
import type { Decision } from "./policy.ts";
import { isWaiting } from "./progress.ts";
import { type Journey, Shipment } from "./shipment.ts";

export interface DeliveryParts {
  readonly threadId: string;
  readonly ledger: Ledger;
  readonly port: AgentPort;
  readonly limits: FramingLimits;
  readonly timers: Timers;
  readonly now: () => number;
  readonly crash: CrashAt;
  readonly delimiter: () => string;
  readonly report: (problem: string) => void;
}

/** How an event that came just now is to be delivered. */
export type Plan = Pick<
  Decision,
  "mode" | "fallback" | "coalesce" | "debounceMs" | "maxAutoTurns"
>;

/** What a turn that is about to start takes with it. */
export interface Claim {
  /** The framed events. */
  readonly text: string;
  /** Must be told what became of the call. */
  settle(outcome: Parameters<Shipment["settle"]>[0]): Promise<void>;
}

/** What the next turn takes, whatever was planned for it: once is enough. */
const TURN_MODES: ReadonlySet<DeliveryMode> = new Set<DeliveryMode>([
  "queue_for_next_turn",
  "steer",
  "auto_turn",
]);
const AUTO: ReadonlySet<DeliveryMode> = new Set<DeliveryMode>(["auto_turn"]);
const APPEND: ReadonlySet<DeliveryMode> = new Set<DeliveryMode>(["append_to_thread"]);
const HOUR_MS = 60 * 60 * 1_000;
/** Messages whose echo is awaited; a turn has one or two. */
const MAX_UNDERWAY = 256;

export class Delivery {
  readonly #parts: DeliveryParts;
  /** By the id that the echo will carry. */
  readonly #underway = new Map<string, Shipment>();
  /** Events to steer with, and where they go instead. */
  #steers = new Map<number, Plan>();
  readonly #steering: Debounce;
  readonly #starting: Debounce;
  /** Events that get a turn each. */
  readonly #alone = new Set<number>();
  #autoTurns: number[];
  #maxAutoTurns = Infinity;
  #busy = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    const { timers, now } = parts;
    this.#autoTurns = [...parts.ledger.autoTurns];
    this.#steering = new Debounce(timers, now, () => this.#run(() => this.#steer()));
    this.#starting = new Debounce(timers, now, () => this.#run(() => this.#start()));
  }

  /** Turns that events started since a time. */
  autoTurnsSince(ms: number): number {
    this.#autoTurns = this.#autoTurns.filter((at) => at > ms);
    return this.#autoTurns.length;
  }

  /** An event is safe in the ledger: on its way with it. */
  deliver(record: EventRecord, plan: Plan): void {
    switch (plan.mode) {
      case "append_to_thread":
        return this.#run(() => this.#append());
      case "steer":
        this.#steers.set(record.seq, plan);
        return this.#steering.touch(plan.debounceMs);
      case "auto_turn":
        if (!plan.coalesce) this.#alone.add(record.seq);
        this.#maxAutoTurns = plan.maxAutoTurns;
        return this.#starting.touch(plan.debounceMs);
      default: // The others wait, or are told to people only.
    }
  }

  /** A turn, or a steer of a person, is about to leave: what waits goes with it. */
  async claim(clientId: string): Promise<Claim | null> {
    const { records, left } = chooseWaiting(this.#parts.ledger, TURN_MODES);
    if (records.length === 0) return null;
    const shipment = await this.#take(records, {
      ...{ clientId, state: "turn_starting", mode: null, turnId: null, name: "next turn" },
      fallback: "queue_for_next_turn",
    }, left);
    return shipment === null
      ? null
      : { text: shipment.text, settle: (outcome) => this.#settled(shipment, outcome) };
  }

  /** The app-server echoed a message of ours. */
  echoed(clientId: string, turnId: string | null): void {
    const shipment = this.#underway.get(clientId);
    if (shipment === undefined) return;
    this.#underway.delete(clientId);
    this.#note(shipment.observed(turnId));
  }

  /** A turn is over: what it carried without an echo is unknown, and what waited for it may start. */
  turnEnded(turnId: string): void {
    for (const [clientId, shipment] of this.#underway) {
      const [first] = shipment.seqs;
      const progress = first === undefined ? undefined : this.#parts.ledger.get(first)?.progress;
      if (progress?.state !== "injected" || progress.turn_id !== turnId) continue;
      this.#underway.delete(clientId);
      this.#note(shipment.lost("the turn ended, and the message was not echoed"));
    }
    this.#starting.touch(0);
  }

  /** The app-server went away: nobody will echo anything any more. */
  disconnected(): void {
    for (const shipment of this.#underway.values()) {
      this.#note(shipment.lost("the app-server went away before it echoed the message"));
    }
    this.#underway.clear();
  }

  /** The app-server has the thread now. */
  loaded(): void {
    this.#run(() => proveLate(this.#parts));
    this.#run(() => this.#append());
  }

  stop(): void {
    this.#steering.stop();
    this.#starting.stop();
  }

  async #steer(): Promise<void> {
    const { ledger, port, threadId } = this.#parts;
    const plans = this.#steers;
    this.#steers = new Map();
    const records = [...plans.keys()].map((seq) => ledger.get(seq))
      .filter((record) => record !== null && isWaiting(record.progress)) as EventRecord[];
    for (const part of parts(records, plans)) {
      const { turnId, canSteer } = port.situation(threadId);
      const fallback = plans.get(part[0]!.seq)!.fallback;
      if (turnId === null || !canSteer) {
        await this.#fallBack(part, fallback, "steer: no turn is running that can be steered");
        continue;
      }
      const journey: Journey = {
        ...{ clientId: ownMessage(), state: "steering", mode: "steer", turnId, fallback },
        name: "steer",
      };
      const shipment = await this.#take(part, journey);
      if (shipment === null) continue;
      const message = {
        ...{ threadId, clientId: journey.clientId, text: STEER_TEXT, carried: shipment.text },
      };
      const outcome = await shipment.send(() => port.steer(message, turnId));
      if (outcome.kind === "refused") this.#underway.delete(journey.clientId);
      const left = part.filter(({ seq }) => !shipment.seqs.includes(seq));
      await this.#fallBack(left, fallback, "steer: no room beside the others");
      if (outcome.kind === "refused" && fallback === "append_to_thread") await this.#append();
    }
  }

  async #append(): Promise<void> {
    const { ledger, port, threadId } = this.#parts;
    while (port.situation(threadId).loaded) {
      const { records, left } = chooseWaiting(ledger, APPEND);
      if (records.length === 0) return;
      if (!port.situation(threadId).canInject) {
        const reason = "append: the app-server cannot append to a thread";
        return await this.#fallBack(records, "queue_for_next_turn", reason);
      }
      const clientId = ownMessage();
      const shipment = await Shipment.take(this.#parts, records, {
        ...{ clientId, state: "queued", mode: null, turnId: null, name: "append" },
        fallback: "queue_for_next_turn",
      }, left);
      if (shipment === null) return;
      const outcome = await shipment.send(() => port.append(threadId, clientId, shipment.text));
      if (outcome.kind !== "accepted") return;
    }
  }

  /** Starts a turn for the events that may have one, as soon as none runs. */
  async #start(): Promise<void> {
    const { ledger, port, threadId, now } = this.#parts;
    const { loaded, turnId } = port.situation(threadId);
    if (!loaded || turnId !== null || this.#busy) return;
    const wanting = chooseWaiting(ledger, AUTO).records;
    if (wanting.length === 0) return;
    if (this.autoTurnsSince(now() - HOUR_MS) >= this.#maxAutoTurns) {
      const reason = `auto_turn: ${this.#maxAutoTurns} turns were started in the last hour`;
      return await this.#fallBack(wanting, "queue_for_next_turn", reason);
    }
    this.#busy = true;
    try {
      const { records, left } = this.#forTurn(wanting);
      const clientId = ownMessage();
      const shipment = await this.#take(records, {
        ...{ clientId, state: "turn_starting", mode: "auto_turn", turnId: null },
        ...{ name: "turn of its own", fallback: "queue_for_next_turn" },
      }, left);
      if (shipment === null) return;
      this.#autoTurns.push(now());
      const message = { threadId, clientId, text: AUTO_TURN_TEXT, carried: shipment.text };
      const outcome = await shipment.send(() => port.start(message));
      if (outcome.kind === "refused") this.#underway.delete(clientId);
    } finally {
      this.#busy = false;
    }
  }

  /** The first that wants a turn: alone if it wants that, else with all that can come along. */
  #forTurn(wanting: readonly EventRecord[]): ReturnType<typeof chooseWaiting> {
    const [first] = wanting.toSorted((a, b) => a.seq - b.seq);
    if (first !== undefined && this.#alone.delete(first.seq)) return { records: [first], left: 0 };
    const { records, left } = chooseWaiting(this.#parts.ledger, TURN_MODES);
    return { records: records.filter(({ seq }) => !this.#alone.has(seq)), left };
  }

  async #take(
    records: readonly EventRecord[],
    journey: Journey,
    left = 0,
  ): Promise<Shipment | null> {
    const shipment = await Shipment.take(this.#parts, records, journey, left);
    if (shipment === null) return null;
    // Before the call: an echo may come before its reply.
    this.#underway.set(journey.clientId, shipment);
    const [[oldest, forgotten] = []] = this.#underway;
    if (this.#underway.size > MAX_UNDERWAY && oldest !== undefined) {
      this.#underway.delete(oldest);
      this.#note(forgotten!.lost("too many messages waited for their echo"));
    }
    return shipment;
  }

  async #settled(shipment: Shipment, outcome: Parameters<Shipment["settle"]>[0]): Promise<void> {
    // One that may have arrived stays: its echo would be the proof.
    if (outcome.kind === "refused") this.#underway.delete(shipment.clientId);
    await shipment.settle(outcome);
  }

  async #fallBack(
    records: readonly EventRecord[],
    mode: DeliveryMode,
    reason: string,
  ): Promise<void> {
    const { ledger } = this.#parts;
    await Promise.all(records.map(({ seq }) => ledger.advance(seq, "queued", { mode, reason })));
    if (records.length > 0 && mode === "append_to_thread") await this.#append();
  }

  #run(action: () => Promise<void>): void {
    this.#note(action());
  }

  #note(done: Promise<void>): void {
    done.catch((error) => {
      this.#parts.report(`events of thread ${this.#parts.threadId}: ${(error as Error).message}`);
    });
  }
}

/** One message for all that may share one, and one each for the others. */
function parts(records: readonly EventRecord[], plans: ReadonlyMap<number, Plan>): EventRecord[][] {
  const shares = ({ seq }: EventRecord) => plans.get(seq)?.coalesce !== false;
  const together = records.filter(shares);
  const alone = records.filter((record) => !shares(record)).map((record) => [record]);
  return [...(together.length === 0 ? [] : [together]), ...alone];
}
