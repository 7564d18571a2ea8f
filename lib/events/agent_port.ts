/**
 * What events need of the bridge to the agent, and nothing more. Declared here, where it is used;
 * the gateway fulfils it, and a twin in memory does in tests. Types only.
 */
import type { ThreadSituation } from "./policy.ts";

/** What became of a call. */
export type Outcome =
  /** The app-server took it; `turnId` is the turn that has it. */
  | { readonly kind: "accepted"; readonly turnId: string | null }
  /** It certainly did not arrive. */
  | { readonly kind: "refused"; readonly reason: string }
  /** It may have arrived or not. */
  | { readonly kind: "unknown"; readonly reason: string };

/** A message of ours that carries events. `text` is our own sentence, never outside text. */
export interface CarryingMessage {
  readonly threadId: string;
  /** Comes back in the echo of the message: the proof that it arrived. */
  readonly clientId: string;
  readonly text: string;
  /** The framed events. */
  readonly carried: string;
}

/** The app-server as events see it. */
export interface AgentPort {
  /** What a thread is doing now. */
  situation(threadId: string): ThreadSituation;
  /** Adds to the model's history without a turn; the reply is the proof. */
  append(threadId: string, clientId: string, carried: string): Promise<Outcome>;
  /** Into the running turn, if it is this one. */
  steer(message: CarryingMessage, expectedTurnId: string): Promise<Outcome>;
  /** A turn of its own. */
  start(message: CarryingMessage): Promise<Outcome>;
  /** Ids of messages in the latest turns of a thread, with the turn of each. */
  echoes(threadId: string): Promise<ReadonlyMap<string, string | null>>;
}

/** Timers, passed in so that no test has to sleep. */
export interface Timers {
  /** Runs it once after a while; the result cancels it. */
  after(ms: number, run: () => void): () => void;
}
