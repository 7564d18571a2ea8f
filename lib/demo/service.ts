/**
 * What the methods of the demo agent share: the service they work on and the form of a method.
 * Types only.
 */
import type { Scenario } from "./scenario.ts";
import type { Env } from "./stage.ts";
import type { Threads } from "./threads.ts";
import type { Fields } from "./wire.ts";

/** What the methods work on. */
export interface Service {
  readonly env: Env;
  readonly threads: Threads;
  readonly scenarios: readonly Scenario[];
  /** The client's name, once it has introduced itself. */
  clientName: string | null;
}

/** Sends the reply; a method calls it at the point where the real server replies. */
export type Reply = (result: Fields) => void;

/** Answers one kind of request. A mistake of the client is thrown as a `BadRequest`. */
export type Method = (service: Service, params: Fields, reply: Reply) => void;
