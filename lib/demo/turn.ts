/**
 * The life of one turn: started, the person's words, the steps of the scenario that they call,
 * steers, the end. It owns the order of the messages around the items; steps know their own.
 */
import { uuidV7 } from "./ids.ts";
import { fillIn, pickScenario, type Scenario, type Step } from "./scenario.ts";
import { Cut, type Env, Stage } from "./stage.ts";
import { Failed, playSteps } from "./steps.ts";
import { readStateShape, seconds } from "./thread_shapes.ts";
import type { ActiveTurn, PastTurn, Thread, UserMessage } from "./threads.ts";
import type { Fields } from "./wire.ts";

/** Answers words that call no scenario: at the start of a turn, and in the middle of one. */
const FALLBACK = "default";
const STEERED = "steered";

type Ending = { status: PastTurn["status"]; error: Fields | null };

/** A turn in progress. */
export class Turn implements ActiveTurn {
  readonly id: string;
  readonly #env: Env;
  readonly #thread: Thread;
  readonly #scenarios: readonly Scenario[];
  readonly #stage: Stage;
  #startedAtMs = 0;
  started = false;

  constructor(env: Env, thread: Thread, scenarios: readonly Scenario[]) {
    this.id = uuidV7(env.io.now());
    this.#env = env;
    this.#thread = thread;
    this.#scenarios = scenarios;
    this.#stage = new Stage(env, thread, this.id);
  }

  steer(message: UserMessage): void {
    this.#stage.steer(message);
  }

  interrupt(reply: () => void): void {
    this.#stage.interrupt(reply);
  }

  end(): void {
    this.#stage.end();
  }

  shape(): Fields {
    // Replies show no start time, not even to a turn/start that comes while the turn runs.
    return { ...this.#shape([], { status: "inProgress", error: null }, null), startedAt: null };
  }

  /** Ends the turn as failed after a fault of the agent itself. */
  breakOff(): void {
    const error = { message: "the demo agent failed", codexErrorInfo: "other" };
    const rest = { additionalDetails: null, misalignment: null };
    this.#finish({ status: "failed", error: { ...error, ...rest } });
  }

  /** Plays the turn to its end. Without a message it only plays `steps`: a compaction. */
  async run(message: UserMessage | null, steps: readonly Step[] = []): Promise<void> {
    const stage = this.#stage;
    await this.#env.io.sleep(12 * (this.#env.io.pace ?? 1), this.#env.signal);
    if (this.#env.signal.aborted) return;
    this.started = true;
    this.#startedAtMs = this.#env.io.now();
    stage.setStatus({ type: "active", activeFlags: [] });
    stage.notify("turn/started", {
      turn: this.#shape([], { status: "inProgress", error: null }, null),
    });
    const ending = await this.#play(message, steps);
    if (ending) this.#finish(ending);
  }

  async #play(message: UserMessage | null, steps: readonly Step[]): Promise<Ending | null> {
    const stage = this.#stage;
    let next = message ? this.#hear(message, FALLBACK) : steps;
    const endsWithAnswer = message !== null;
    for (;;) {
      try {
        await stage.pause(15);
        await playSteps(stage, next);
        stage.checkpoint();
        if (endsWithAnswer) stage.endModelCall();
        return { status: "completed", error: null };
      } catch (error) {
        if (error instanceof Failed) return { status: "failed", error: error.error };
        if (!(error instanceof Cut)) throw error;
        if (error.why === "end") return null;
        stage.dropModelCall();
        if (error.why === "interrupt") return { status: "interrupted", error: null };
        stage.rearm();
        next = stage.steers.splice(0).flatMap((steer) => this.#hear(steer, STEERED));
      }
    }
  }

  /** Echoes the person's words and gives the steps that answer them. */
  #hear(message: UserMessage, fallback: string): Step[] {
    const { content, clientId } = message;
    const said = content.map(({ text }) => typeof text === "string" ? text : "").join("\n");
    if (content.length > 0) {
      const id = uuidV7(this.#env.io.now());
      this.#stage.complete(this.#stage.begin({ type: "userMessage", id, clientId, content }));
    }
    this.#thread.preview ||= said;
    this.#stage.read(said);
    const { steps } = pickScenario(this.#scenarios, said, fallback);
    return steps.map((step) =>
      step.do === "say" ? { ...step, text: fillIn(step.text, said, this.#scenarios) } : step
    );
  }

  /** Everything from here on is handed to the wire at once, so that no request falls in between. */
  #finish(ending: Ending): void {
    const stage = this.#stage;
    const thread = this.#thread;
    const completedAtMs = this.#env.io.now();
    const last = stage.items.findLast((item) => item.type === "agentMessage");
    const answered = ending.status === "completed" && last !== undefined;
    thread.turn = null;
    thread.updatedAtMs = completedAtMs;
    const times = { startedAtMs: this.#startedAtMs, completedAtMs };
    thread.turns.push({ id: this.id, items: stage.items, ...ending, ...times });

    if (ending.status === "failed") {
      stage.setStatus({ type: "systemError" });
      stage.tell("error", { error: ending.error, willRetry: false });
    }
    for (const reply of stage.interruptReplies) reply();
    if (answered || ending.status === "failed") this.#markUnread();
    if (ending.status !== "failed") stage.setStatus({ type: "idle" });
    const turn = this.#shape(answered ? [last] : [], ending, completedAtMs);
    stage.notify("turn/completed", { turn });
    for (const requestId of stage.unanswered) stage.notify("serverRequest/resolved", { requestId });
  }

  #markUnread(): void {
    this.#thread.firstUnread ??= this.id;
    this.#thread.readRevision = crypto.randomUUID();
    this.#stage.notify("thread/readState/changed", { readState: readStateShape(this.#thread) });
  }

  #shape(
    items: readonly Fields[],
    { status, error }: { status: string; error: Fields | null },
    completedAtMs: number | null,
  ): Fields {
    return {
      id: this.id,
      rootTurnId: this.id,
      items,
      itemsView: items.length > 0 ? "summary" : "notLoaded",
      status,
      error,
      startedAt: this.started ? seconds(this.#startedAtMs) : null,
      completedAt: completedAtMs === null ? null : seconds(completedAtMs),
      durationMs: completedAtMs === null ? null : completedAtMs - this.#startedAtMs,
    };
  }
}
