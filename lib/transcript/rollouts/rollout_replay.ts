/**
 * A rollout becomes entries by being told to the router in the words of the wire, so that its rows
 * look like those of a live turn. One record in, the entries that are complete out. No I/O, no
 * clock: times are those of the records.
 */
import { type JsonObject, numberAt, objectAt, stringAt } from "../../protocol/message.ts";
import { type Entry, entryOf } from "../../router/change.ts";
import { route } from "../../router/route.ts";
import { initialState } from "../../router/state.ts";
import { ModelItems } from "./model_items.ts";
import { readEvent } from "./rollout_events.ts";
import type { RolloutRecord } from "./rollout_record.ts";
import { type Sourced, TurnSources } from "./sourced.ts";
import { TurnDiff } from "./turn_diff.ts";

/** What a rollout says about itself, as far as it was read. */
export interface RolloutInfo {
  threadId: string | null;
  cwd: string | null;
  model: string | null;
  startedAt: string | null;
}

const TURN_ENDS = new Map(
  Object.entries({ task_complete: "completed", turn_aborted: "interrupted" }),
);

export class RolloutReplay {
  readonly info: RolloutInfo = { threadId: null, cwd: null, model: null, startedAt: null };
  readonly #state: ReturnType<typeof initialState>;
  readonly #sources = new TurnSources();
  readonly #model = new ModelItems();
  readonly #diff = new TurnDiff();
  #turnId: string | null = null;
  /** The file tells where turns begin and end. */
  #toldTurns = false;
  #names = 0;
  #ms = 0;

  /** `strip` takes from a person's message what is not the person's own words. */
  constructor(strip?: (text: string) => string) {
    this.#state = initialState(strip === undefined ? {} : { strip });
  }

  /** Takes a record; `bytes` is the length of its line. */
  take({ type, payload, ms }: RolloutRecord, bytes: number): Entry[] {
    if (ms > 0) this.#ms = ms;
    if (type === "session_meta") return this.#meta(payload);
    if (type === "turn_context") return this.#context(payload);
    if (type === "compacted") {
      return this.#tell(readEvent({ type: "context_compacted" }, this.#ms, this.#name), bytes);
    }
    if (type === "response_item") {
      return this.#tell(this.#model.read(payload, this.info.cwd ?? "", this.#ms), bytes);
    }
    if (type !== "event_msg") return [];
    const event = stringAt(payload, "type") ?? "";
    if (event === "task_started" || event === "turn_started") return this.#begin(payload);
    const status = TURN_ENDS.get(event);
    if (status !== undefined) return this.#end(status, payload);
    return this.#tell(readEvent(payload, this.#ms, this.#name), bytes);
  }

  /** The file is over. A turn that it leaves open was cut. */
  end(): Entry[] {
    return this.#end(this.#toldTurns ? "interrupted" : "completed", {});
  }

  #meta(payload: JsonObject): Entry[] {
    // A fork holds the meta of its parent as well, behind its own.
    this.info.threadId ??= stringAt(payload, "id");
    this.info.cwd ??= stringAt(payload, "cwd");
    this.info.startedAt ??= stringAt(payload, "timestamp");
    return [];
  }

  #context(payload: JsonObject): Entry[] {
    this.info.model = stringAt(payload, "model") ?? this.info.model;
    this.info.cwd ??= stringAt(payload, "cwd");
    return [];
  }

  #begin(payload: JsonObject): Entry[] {
    const before = this.#turnId === null ? [] : this.#end("interrupted", {});
    this.#toldTurns = true;
    return [...before, ...this.#start(stringAt(payload, "turn_id") ?? this.#name("turn"))];
  }

  #start(turnId: string): Entry[] {
    this.#turnId = turnId;
    this.#diff.clear();
    return this.#route("turn/started", { turn: { id: turnId } }, this.#ms);
  }

  #end(status: string, payload: JsonObject): Entry[] {
    const rest = this.#sources.end().flatMap((one) => this.#send(one));
    if (this.#turnId === null) return rest;
    const turn = { id: this.#turnId, status, durationMs: numberAt(payload, "duration_ms") };
    const entries = this.#route("turn/completed", { turn }, this.#ms);
    this.#turnId = null;
    return [...rest, ...entries];
  }

  #tell(told: readonly Sourced[], bytes: number): Entry[] {
    return told.flatMap((one) => {
      const before = this.#startsTurn(one) ? this.#end("completed", {}) : [];
      const started = this.#turnId === null ? this.#start(this.#name("turn")) : [];
      return [
        ...before,
        ...started,
        ...this.#sources.push(one, bytes).flatMap((ready) => this.#send(ready)),
      ];
    });
  }

  /** Where the file does not say, a message behind an answer begins a turn. */
  #startsTurn({ kind }: Sourced): boolean {
    return !this.#toldTurns && kind === "user" && this.#sources.answered;
  }

  #send({ kind, method, params, ms }: Sourced): Entry[] {
    const entries = this.#route(method, params, ms);
    if (kind !== "file") return entries;
    const diff = this.#diff.add(objectAt(params, "item"), this.info.cwd ?? "");
    return diff === null
      ? entries
      : [...entries, ...this.#route("turn/diff/updated", { diff }, ms)];
  }

  #route(method: string, params: JsonObject, ms: number): Entry[] {
    const ids = { threadId: this.info.threadId ?? "import", turnId: this.#turnId ?? "" };
    const notification = { kind: "notification", method, emittedAtMs: ms } as const;
    const { changes } = route(this.#state, { ...notification, params: { ...params, ...ids } }, ms);
    return changes.map(entryOf).filter((entry) => entry !== null);
  }

  readonly #name = (kind: string): string => `${kind}-${++this.#names}`;
}
