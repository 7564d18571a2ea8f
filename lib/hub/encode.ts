/**
 * An event as the text that goes over the wire. The head is written by hand, as it is the same for
 * all events, and the rest encoded once: joining both as objects first costs as much as encoding.
 */

/** Any payload of the hub, as far as this looks at it. */
interface Payload {
  readonly type: string;
  readonly ts?: string | undefined;
  readonly id?: unknown;
  readonly delta?: string;
}

let lastId = "";
let lastHead = '"conversation_id":"",';
let lastRow = "";
let lastRowText = '""';

/** What every event carries; a payload with a `ts` of its own keeps that. */
export function encodeEvent(
  seq: number,
  ts: string,
  conversation: string | null,
  payload: Payload,
): string {
  if (payload.ts !== undefined) {
    return `{"seq":${seq},${idHead(conversation)}${JSON.stringify(payload).slice(1)}`;
  }
  const head = `{"seq":${seq},"ts":"${ts}",${idHead(conversation)}`;
  const { type, id, delta } = payload;
  // Nearly all events: a piece of a message that is not its first has these three and no more.
  if (type === "assistant_delta" && typeof id === "string") {
    return `${head}"type":"assistant_delta","id":${rowText(id)},"delta":${JSON.stringify(delta)}}`;
  }
  return head + JSON.stringify(payload).slice(1);
}

/** Events come in runs of one conversation, and deltas in runs of one row. */
function idHead(conversation: string | null): string {
  if (conversation === null) return '"conversation_id":null,';
  if (conversation !== lastId) {
    lastHead = `"conversation_id":${JSON.stringify(conversation)},`;
    lastId = conversation;
  }
  return lastHead;
}

function rowText(id: string): string {
  if (id !== lastRow) {
    lastRowText = JSON.stringify(id);
    lastRow = id;
  }
  return lastRowText;
}
