/**
 * Events as text for a terminal. All words from outside are cleaned once more here: what a server
 * answers may not steer the terminal that shows it. Pure.
 */
import { plainLine } from "../../events/plain_text.ts";
import type { Receipt } from "../../events/receipt.ts";
import type { ExternalEvent } from "../../events/schema.ts";

const STATE_WIDTH = 13;
const SEVERITY_WIDTH = 8;
const TYPE_WIDTH = 16;

/** One line: number, time, severity, state, type, title, source, id. */
export function eventLine({ seq, accepted_unix_ms, state, event }: Receipt): string {
  return [
    `#${seq}`.padEnd(5),
    timeOf(accepted_unix_ms),
    event.severity.padEnd(SEVERITY_WIDTH),
    state.padEnd(STATE_WIDTH),
    plainLine(event.type).padEnd(TYPE_WIDTH),
    plainLine(event.title),
    `(${plainLine(event.source.name)}, ${plainLine(event.event_id)})`,
  ].join("  ") + "\n";
}

/** The same for one that no server has seen. */
export function inboxLine(event: ExternalEvent): string {
  return [
    "-".padEnd(5),
    timeOf(event.time_unix_ms),
    event.severity.padEnd(SEVERITY_WIDTH),
    "in the inbox".padEnd(STATE_WIDTH),
    plainLine(event.type).padEnd(TYPE_WIDTH),
    plainLine(event.title),
    `(${plainLine(event.source.name)}, ${plainLine(event.event_id)})`,
  ].join("  ") + "\n";
}

/** Everything about one event. */
export function receiptText(receipt: Receipt): string {
  const { event, trust, history, reason, turn_id, client_id, mode, door, seq, state } = receipt;
  const rows: [string, string | null | undefined][] = [
    ["event", event.event_id],
    ["number", String(seq)],
    ["state", state],
    ["why", reason],
    ["mode", mode],
    ["turn", turn_id],
    ["sent as", client_id],
    ["type", event.type],
    ["severity", event.severity],
    ["title", event.title],
    ["summary", event.summary],
    ["source", event.source.name],
    ["trust", trust.label],
    ["door", door],
    ["history", history.map((step) => `${step.state} ${timeOf(step.unix_ms)}`).join(" → ")],
    ["payload", event.payload === undefined ? null : JSON.stringify(event.payload)],
  ];
  return rows.filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${name.padEnd(9)} ${plainLine(value!)}\n`).join("");
}

/** To the second, in UTC: it can be sorted and compared. */
export function timeOf(unixMs: number): string {
  return new Date(unixMs).toISOString().replace(/\.\d+Z$/, "Z");
}
