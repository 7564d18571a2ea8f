// Turns messages into short labels, so that the order of a turn can be compared with the order in
// a recording: ids, texts and the number of deltas do not matter, the sequence of kinds does.

import { loadRecording, type Message } from "../harness/recordings.ts";

// Sent at moments of the real server's own choosing, or about things the demo does not have.
const APART = new Set([
  "configWarning",
  "remoteControl/status/changed",
  "thread/started",
  "deprecationNotice",
  "mcpServer/startupStatus/updated",
]);

/** The labels of the messages, with runs of the same delta as one. */
export function orderOf(messages: readonly Message[]): string[] {
  const labels = messages.filter(({ method }) => !APART.has(String(method))).map(labelOf);
  return labels.filter((label, at) => !(label.endsWith("elta") && label === labels[at - 1]));
}

/** What the real server sent from the turn/start with this text to the end of that turn. */
export function recordedTurn(recording: string, text: string): Message[] {
  const lines = loadRecording(recording);
  const start = lines.findIndex(({ msg }) => msg.method === "turn/start" && textOf(msg) === text);
  if (start === -1) throw new Error(`no turn in ${recording} begins with: ${text}`);
  const end = lines.findIndex(({ msg }, at) => at > start && msg.method === "turn/completed");
  // What follows without being asked for still belongs to it.
  const next = lines.findIndex((line, at) => at > end && line.dir === "in");
  const turn = lines.slice(start, next === -1 ? undefined : next);
  return turn.filter((line) => line.dir === "out").map((line) => line.msg);
}

function textOf(message: Message): string {
  const { input } = (message.params ?? {}) as { input?: { text: string }[] };
  return input?.[0]?.text ?? "";
}

// deno-lint-ignore no-explicit-any -- looks into messages of any method
function labelOf(message: any): string {
  const { method, params } = message;
  if (method === undefined) return message.error ? "error reply" : "reply";
  const { item, status, turn, willRetry } = params ?? {};
  const flags = status?.activeFlags?.join() ?? "";
  const details = [item?.type, item?.status, status?.type, flags, turn?.status];
  if (willRetry !== undefined) details.push(willRetry ? "will retry" : "final");
  return [method, ...details.filter(Boolean)].join(" ");
}
