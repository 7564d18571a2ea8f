/**
 * An event as the text that goes over the wire. The head is written by hand, as it is the same for
 * all events, and the rest encoded once: joining both as objects first costs as much as encoding.
 */

let lastId = "";
let lastHead = '"conversation_id":"",';

/** What every event carries; a payload with a `ts` of its own keeps that. */
export function encodeEvent(
  seq: number,
  ts: string,
  conversation: string | null,
  payload: { readonly type: string; readonly ts?: string | undefined },
): string {
  const time = payload.ts === undefined ? `"ts":"${ts}",` : "";
  return `{"seq":${seq},${time}${idHead(conversation)}${JSON.stringify(payload).slice(1)}`;
}

/** Events come in runs of one conversation. */
function idHead(conversation: string | null): string {
  if (conversation === null) return '"conversation_id":null,';
  if (conversation !== lastId) {
    lastHead = `"conversation_id":${JSON.stringify(conversation)},`;
    lastId = conversation;
  }
  return lastHead;
}
