/**
 * Whether and when a process that ended is started again. Pure: the time is passed in. It counts
 * restarts within a sliding window, so the wait grows while a process keeps crashing, shrinks by
 * itself when it does well, and ends in giving up when it crashes too often.
 */
import type { RestartSpec } from "./spec.ts";

/** Start again after a wait, or not, and why not. */
export type RestartDecision =
  | { readonly restart: true; readonly waitMs: number }
  | { readonly restart: false; readonly gaveUp: boolean; readonly reason: string };

export class RestartBudget {
  readonly #spec: RestartSpec;
  /** When each restart within the window was decided. */
  #restarts: number[] = [];

  constructor(spec: RestartSpec) {
    this.#spec = spec;
  }

  /** Decides after an end that nobody asked for. `failed` is any end but a clean one. */
  decide(failed: boolean, nowMs: number): RestartDecision {
    const { policy, backoff_ms, max_restarts, window_s } = this.#spec;
    if (policy === "never") return stay("its spec says never to restart it");
    if (policy === "on-failure" && !failed) return stay("it ended without a failure");
    this.#restarts = this.#restarts.filter((at) => nowMs - at < window_s * 1_000);
    const recent = this.#restarts.length;
    if (recent >= max_restarts) {
      const times = recent === 1 ? "once" : `${recent} times`;
      return { restart: false, gaveUp: true, reason: `restarted ${times} within ${window_s} s` };
    }
    this.#restarts.push(nowMs);
    return { restart: true, waitMs: backoff_ms[Math.min(recent, backoff_ms.length - 1)] ?? 0 };
  }

  /** Forgets the past: a person has started it anew. */
  reset(): void {
    this.#restarts = [];
  }
}

function stay(reason: string): RestartDecision {
  return { restart: false, gaveUp: false, reason };
}
