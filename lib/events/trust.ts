/**
 * How far an event is to be trusted, from the door it came through and the credential it came with;
 * what the producer claims plays no part. Nothing here makes an event an instruction. Pure.
 */

export type Origin = "local" | "network" | "queue";
export type Provenance = "event_token" | "scoped_token" | "ui_token" | "file_owner" | "none";

/** Kept with each event and shown beside it. */
export interface Trust {
  readonly origin: Origin;
  readonly authenticated: boolean;
  readonly provenance: Provenance;
  /** The name of the scoped token, where one was used. */
  readonly token?: string;
  /** Always: events are data. */
  readonly treat_as_instruction: false;
}

/** What a door has found out about the sender. */
export interface Credential {
  readonly provenance: Provenance;
  readonly origin?: Origin;
  readonly token?: string;
}

export function trustOf({ provenance, origin = "local", token }: Credential): Trust {
  return {
    origin,
    authenticated: provenance.endsWith("_token"),
    provenance,
    ...(token === undefined ? {} : { token }),
    treat_as_instruction: false,
  };
}

const BY: Readonly<Record<Provenance, string>> = {
  event_token: "authenticated by the thread's token",
  scoped_token: "authenticated by a token",
  ui_token: "authenticated as the person",
  file_owner: "not authenticated, from a file of this user",
  none: "not authenticated",
};

/** In words, for people and for the model. */
export function trustInWords({ origin, provenance, token }: Trust): string {
  const named = token === undefined ? "" : ` (${token})`;
  return `${origin}, ${BY[provenance]}${named}`;
}
