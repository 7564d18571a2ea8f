/**
 * What a kind of sender is: how its requests prove themselves, and what they mean. The receiver
 * treats all kinds alike; a new one is a new file in `kinds/` and a line in its table.
 */
import type { Severity } from "../events/modes.ts";

/** A request as it came; nothing in it is believed before `problem` has said null. */
export interface Delivery {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What a delivery says, in few words. Text is cut and cleaned later, like that of any event. */
export interface HookEvent {
  /** The same for every repeat of the same news, and made from what is signed. */
  readonly id: string;
  readonly type: string;
  readonly severity: Severity;
  readonly title: string;
  readonly summary: string;
  /** When it happened, as the sender writes it; the time of arrival where it does not. */
  readonly time?: string | number | undefined;
  readonly instance?: string | undefined;
  readonly runId?: string | undefined;
  readonly url?: string | undefined;
  readonly correlation?: string | undefined;
  readonly labels?: Readonly<Record<string, string | undefined>>;
}

export interface HookKind {
  /** Why the sender is not who it should be, or null. */
  problem(delivery: Delivery, secret: string, nowMs: number): string | null;
  /** What it says; nothing for a mere test of the connection. `json` is the parsed body. */
  events(delivery: Delivery, json: unknown): readonly HookEvent[];
  /** A new secret in the form that the sender takes. */
  readonly secretForm: "words" | "whsec";
  /** Where a person puts the address and the secret. */
  readonly setUp: string;
}
