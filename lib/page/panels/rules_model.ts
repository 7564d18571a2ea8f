/**
 * The rules of events while a person changes them: a draft beside what is saved, tried on an event
 * as it is written. Nothing counts before it is saved.
 */
import { computed, type Signal, signal } from "@preact/signals";
import type { EventRule } from "../../config/event_settings.ts";
import type { PolicyEdit } from "../../config/live_settings.ts";
import type { TrialEvent, TrialOutcome } from "../../view/events/rule_trial.tsx";
import * as api from "./events_api.ts";

type Policy = Required<PolicyEdit>;

const TRY_AFTER_MS = 200;

export class RulesModel {
  readonly draft: Signal<Policy | null> = signal(null);
  readonly event: Signal<TrialEvent>;
  readonly outcome: Signal<TrialOutcome> = signal({ kind: "none" });
  /** The number of the rule that decides about the event that is tried, from 0. */
  readonly matched: Signal<number | null> = signal(null);
  readonly problem: Signal<string | null> = signal(null);
  readonly #saved: Signal<string> = signal("");
  readonly changed = computed(() =>
    this.draft.value !== null && JSON.stringify(this.draft.value) !== this.#saved.value
  );
  readonly #thread: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  constructor(thread: string | null, event: TrialEvent) {
    this.#thread = thread;
    this.event = signal(event);
  }

  async read(): Promise<void> {
    await this.#attempt(async () => this.#show(await api.readPolicy()));
  }

  /** True if it counts now. */
  async save(): Promise<boolean> {
    const draft = this.draft.peek();
    if (draft === null) return false;
    return await this.#attempt(async () => this.#show(await api.writePolicy(draft)));
  }

  change(change: Partial<Policy>): void {
    const draft = this.draft.peek();
    if (draft === null) return;
    this.draft.value = { ...draft, ...change };
    this.#trySoon();
  }

  add(): void {
    const rules = this.draft.peek()?.rules ?? [];
    const { type } = this.event.peek();
    this.change({ rules: [...rules, { match_type: type || "*", delivery: "notify_only" }] });
  }

  set(at: number, rule: EventRule): void {
    this.change({ rules: (this.draft.peek()?.rules ?? []).with(at, rule) });
  }

  remove(at: number): void {
    this.change({ rules: (this.draft.peek()?.rules ?? []).toSpliced(at, 1) });
  }

  move(at: number, by: -1 | 1): void {
    const rules = this.draft.peek()?.rules ?? [];
    const rule = rules[at];
    if (rule === undefined || rules[at + by] === undefined) return;
    this.change({ rules: rules.toSpliced(at, 1).toSpliced(at + by, 0, rule) });
  }

  changeEvent(change: Partial<TrialEvent>): void {
    this.event.value = { ...this.event.peek(), ...change };
    this.#trySoon();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #show(policy: Policy): void {
    this.#saved.value = JSON.stringify(policy);
    this.draft.value = policy;
    this.#trySoon();
  }

  #trySoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), TRY_AFTER_MS);
  }

  async #try(): Promise<void> {
    const policy = this.draft.peek();
    if (policy === null || this.#thread === null) return;
    const mine = ++this.#tries;
    const { came_by, source, ...fields } = this.event.peek();
    const event = {
      ...{ schema_version: 1, event_id: "evt_trial", time_unix_ms: Date.now(), ...fields },
      ...{ source: { name: source }, title: "An event to try the rules on", summary: "" },
    };
    const [outcome, rule] = await api.tryPolicy({ thread_id: this.#thread, event, came_by, policy })
      .then(({ decision, trust, model_visible }): [TrialOutcome, number | null] => {
        const { mode, fallback, reasons, rule } = decision;
        const { text } = model_visible;
        return [{ kind: "decided", mode, fallback, reasons, trust: trust.label, text }, rule];
      }, (error): [TrialOutcome, null] => [{ kind: "wrong", message: error.message }, null]);
    if (mine !== this.#tries) return;
    this.outcome.value = outcome;
    this.matched.value = rule;
  }

  async #attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      this.problem.value = null;
      return true;
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : String(error);
      return false;
    }
  }
}
