/** The page's calls about events from outside. Browser side; a failed call throws what was said. */
import type { Receipt } from "../../events/receipt.ts";
import type { PolicyEdit } from "../../config/live_settings.ts";
import { call } from "../api.ts";

type EventPolicy = Required<PolicyEdit>;

export interface EventsAnswer {
  readonly thread_id: string;
  readonly unread: number;
  readonly events: readonly Receipt[];
}

/** The latest events of a thread, the newest first. */
export const listEvents = (thread: string, limit: number): Promise<EventsAnswer> =>
  call(`/v1/events?${new URLSearchParams({ thread, limit: String(limit) })}`);

export const eventReceipt = (thread: string, id: string, source: string): Promise<Receipt> =>
  call(`/v1/events/${encodeURIComponent(id)}?${new URLSearchParams({ thread, source })}`);

export const ackEvents = (
  thread_id: string,
  event_ids: readonly string[],
  source: string,
): Promise<unknown> => call("/v1/events:ack", { thread_id, event_ids, source });

/** The next turn is to be told of it after all. */
export const requeueEvent = (thread_id: string, seq: number): Promise<unknown> =>
  call("events/requeue", { thread_id, seq });

export const readPolicy = (): Promise<EventPolicy> => call("events/policy");

export const writePolicy = (policy: EventPolicy): Promise<EventPolicy> =>
  call("events/policy", policy, { method: "PUT" });

/** An event to try a policy on. */
export interface Trial {
  readonly thread_id: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly came_by: "event_token" | "file_owner";
  readonly policy: EventPolicy;
}

/** What would become of it. */
export interface TrialResult {
  readonly decision: {
    readonly mode: string;
    readonly fallback: string;
    readonly reasons: readonly string[];
    readonly rule: number | null;
  };
  readonly trust: { readonly label: string };
  readonly model_visible: { readonly text: string | null; readonly message: string | null };
}

export const tryPolicy = (trial: Trial): Promise<TrialResult> => call("events/preview", trial);
