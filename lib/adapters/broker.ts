/**
 * What the pump needs of a broker. Each broker file speaks to its own; the rest knows only this.
 */

/** A message that the broker keeps until one of the two calls. */
export interface BrokerMessage {
  /** The same at every redelivery: the event's id where the producer gave none. */
  readonly id: string;
  /** The thread, where subject, key or a field names it. */
  readonly thread: string | null;
  /** When the broker took it: the event's time where the producer gave none. */
  readonly timeMs: number;
  readonly data: Uint8Array;
  /** It is in our ledger: the broker may forget it. */
  done(): Promise<void>;
  /** It can never be taken: kept apart with the reason, then forgotten. */
  bury(reason: string): Promise<void>;
}

export interface Broker {
  /** Up to `max` messages; waits about a second for the first. Throws while it is out of reach. */
  fetch(max: number): Promise<readonly BrokerMessage[]>;
  close(): Promise<void>;
}
