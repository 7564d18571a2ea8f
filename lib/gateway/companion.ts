/**
 * Something that travels with messages without being one, such as events from outside: asked at the
 * last moment before a message leaves, told what became of it. Declared here, where it is used; the
 * gateway knows nothing of what it carries.
 */
import type { JsonObject } from "../protocol/message.ts";
import { ActionFailure, isRefusal } from "./failure.ts";

/** What became of a call. */
export type CallOutcome =
  | { readonly kind: "accepted"; readonly turnId: string | null }
  /** It certainly did not arrive. */
  | { readonly kind: "refused"; readonly reason: string }
  /** It may have arrived or not. */
  | { readonly kind: "unknown"; readonly reason: string };

/** What goes with one message. */
export interface Luggage {
  /** More fields of the call. */
  readonly params: JsonObject;
  /** Put in front of the person's text. */
  readonly prefix: string;
}

/** What a message has taken along; must be told what became of the call. */
export interface Claimed extends Luggage {
  settle(outcome: CallOutcome): Promise<void>;
}

export interface Companion {
  /** A message is about to leave; null if nothing goes with it. */
  claim(threadId: string, messageId: string): Promise<Claimed | null>;
  /** The app-server has echoed a message. */
  echoed(threadId: string, messageId: string, turnId: string | null): void;
  turnEnded(threadId: string, turnId: string): void;
  /** The app-server has the thread now. */
  loaded(threadId: string): void;
  /** The app-server is gone. */
  disconnected(): void;
}

/** For a gateway without one. */
export const NO_COMPANION: Companion = {
  claim: () => Promise.resolve(null),
  echoed: () => {},
  turnEnded: () => {},
  loaded: () => {},
  disconnected: () => {},
};

/** What a failed call means for what it carried. */
export function outcomeOf(error: unknown): CallOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  const never = isRefusal(error) ||
    (error instanceof ActionFailure && error.code === "app_server_not_running");
  return never ? { kind: "refused", reason } : { kind: "unknown", reason };
}
