/**
 * Proof that comes afterwards: an event whose outcome nobody knew, because somebody died on the way,
 * was told after all if the message that carried it is in the thread. Sends nothing.
 */
import type { AgentPort } from "./agent_port.ts";
import type { Ledger } from "./ledger.ts";

/** How the ids of messages that carry nothing but events begin. */
const OWN_MESSAGE = "events-";
/** Looked at in one go. */
const MOST = 256;

/** An id for a message of ours. */
export function ownMessage(): string {
  return OWN_MESSAGE + crypto.randomUUID();
}

export interface LateProofParts {
  readonly threadId: string;
  readonly ledger: Ledger;
  readonly port: Pick<AgentPort, "echoes">;
}

/** Looks for the messages of all events that are `indeterminate`. */
export async function proveLate({ threadId, ledger, port }: LateProofParts): Promise<void> {
  const unknown = [...ledger.rows((table, row) => table.state(row) === "indeterminate")]
    .slice(0, MOST).map((seq) => ledger.get(seq)).filter((record) => record !== null)
    // A person's message is sent again under its id, without what it carried: that proves nothing.
    .filter(({ progress }) => progress.client_id?.startsWith(OWN_MESSAGE));
  if (unknown.length === 0) return;
  const echoes = await port.echoes(threadId);
  for (const { seq, progress } of unknown) {
    const turn_id = echoes.get(progress.client_id!);
    if (turn_id === undefined) continue;
    const reason = "found in the thread afterwards";
    await ledger.advance(seq, "observed", { reason, ...(turn_id === null ? {} : { turn_id }) });
  }
}
