/**
 * Rows: what the page shows, made by one reducer from transcript entries and from live events. The
 * server uses it for the first screen and the page for the stream, so both show the same. Pure.
 */
import type {
  Delta,
  Entry,
  PendingApproval,
  RateLimits,
  Running,
  TokenUsage,
} from "../router/change.ts";
import type { Live, OpenConversation } from "../gateway/open_conversation.ts";
import type { HubEvent } from "../hub/hub.ts";
import { placeOf, positionOf, withPlaces } from "./row_order.ts";
import { endOfTurn, noUsages, type TurnEnd, type TurnUsages, usedInTurn } from "./turn_usage.ts";

/** An entry of the transcript as a row; what is bookkeeping only has none. */
export type FinishedRow =
  & (Exclude<Entry, { role: "token_usage" | "status" }> | TurnEnd)
  & { readonly running?: never };
/** Something that has not come to its end. */
export type RunningRow =
  & { readonly running: true }
  & (
    | Running
    | {
      readonly role: "approval";
      readonly id: string;
      readonly ts: string;
      readonly place: number;
      readonly approval: PendingApproval;
    }
  );
export type Row = FinishedRow | RunningRow;

/** A passing word to the person, which belongs to no row. */
export interface Warning {
  readonly ts: string;
  readonly text: string;
}

/** One conversation as it is shown. Updated in place: the work per event must not grow with it. */
export interface View {
  /** The ids of the rows, sorted by where they began. */
  readonly order: string[];
  readonly rows: Map<string, Row>;
  label: string;
  turnId: string | null;
  activity: string | null;
  usage: TokenUsage | null;
  rateLimits: RateLimits | null;
  server: { readonly state: string; readonly problem: string | null };
  /** The latest passing words, the newest last. */
  warnings: readonly Warning[];
  readonly turns: TurnUsages;
}

/** What an event touched, so that the page redraws that and nothing else. */
export type Touched =
  | { readonly kind: "row"; readonly id: string }
  | { readonly kind: "order" }
  | { readonly kind: "head" };

const ORDER: Touched = { kind: "order" };
const HEAD: Touched = { kind: "head" };
const MOST_WARNINGS = 20;

/** The view before a conversation has anything in it. */
export function emptyView(): View {
  return {
    order: [],
    rows: new Map(),
    label: "",
    turnId: null,
    activity: null,
    usage: null,
    rateLimits: null,
    server: { state: "running", problem: null },
    warnings: [],
    turns: noUsages(),
  };
}

/** The view of a conversation as it was opened: its entries, then what is running. */
export function viewOf(open: Omit<OpenConversation, "context">): View {
  const view = emptyView();
  view.label = open.meta.label;
  view.server = { state: open.server.state, problem: open.server.problem };
  for (const entry of withPlaces(open.entries)) putEntry(view, entry);
  addLive(view, open.live);
  return view;
}

/** Adds entries that are older than all that is shown; what is known already is newer. */
export function addOlder(view: View, entries: readonly Entry[]): Touched[] {
  const touched: Touched[] = [];
  // Backwards: of two entries with one id the later one counts.
  for (const entry of withPlaces(entries).toReversed()) {
    if (entry.role === "token_usage") touched.push(...putUsage(view, entry));
    else if (!view.rows.has(entry.id)) touched.push(...putEntry(view, entry));
  }
  return touched;
}

/** Applies one event. Applying an event again, or one that the entries contain, changes nothing. */
export function applyEvent(view: View, event: HubEvent): Touched[] {
  switch (event.type) {
    case "assistant_delta":
      return appendText(view, event, "assistant");
    case "reasoning_delta":
      return appendText(view, event, "reasoning");
    case "command_delta":
    case "shell_delta":
      return appendOutput(view, event);
    case "command_begin": {
      const { id, ts, place, command, cwd } = event;
      return putRunning(view, { id, ts, place, role: "command", command, cwd, output: "" });
    }
    case "shell_begin": {
      const { id, ts, place, command, cwd, entry } = event;
      const output = { id, ts, place, role: "shell_output", command, cwd, stdout: "" } as const;
      return [...putEntry(view, entry), ...putRunning(view, output)];
    }
    case "plan":
      return applyPlan(view, event);
    case "notice": {
      if ("entry" in event) return putEntry(view, event.entry);
      const { id, ts, place, kind, text, input, output, url, path } = event;
      const more = { input, output, url, path };
      const known = Object.fromEntries(Object.entries(more).filter(([, value]) => value));
      return putRunning(view, { id, ts, place, role: "notice", kind, text, ...known });
    }
    case "approval":
      return begins(view, event.approval) ? put(view, pendingRow(event.approval)) : [];
    case "token_count":
      if (event.entry !== undefined) return putEntry(view, event.entry);
      view.usage = event.usage;
      return [HEAD];
    case "rate_limits":
      view.rateLimits = event.limits;
      return [HEAD];
    case "warning": {
      if (event.entry !== undefined) return putEntry(view, event.entry);
      const { ts, text } = event;
      view.warnings = [...view.warnings, { ts, text }].slice(-MOST_WARNINGS);
      return [HEAD];
    }
    case "activity":
      view.activity = event.text;
      view.turnId = event.text === null ? null : event.turn_id;
      return [HEAD];
    case "conversation":
      view.label = event.label;
      return [HEAD];
    case "server_status":
      view.server = { state: event.state, problem: event.problem };
      return [HEAD];
    case "queue":
    case "command_context":
    case "event_state":
    case "rpc_response":
    case "rpc_error":
      return [];
    default:
      return putEntry(view, event.entry);
  }
}

function applyPlan(view: View, event: Extract<HubEvent, { type: "plan" }>): Touched[] {
  if ("entry" in event) return putEntry(view, event.entry);
  if ("delta" in event) {
    const row = view.rows.get(event.id);
    if (row === undefined || begins(view, event)) {
      const { id, ts, delta } = event;
      return put(view, {
        id,
        ts,
        ...at(event),
        running: true,
        role: "plan",
        steps: [],
        text: delta,
      });
    }
    if (row.running !== true || row.role !== "plan") return [];
    return put(view, { ...row, text: (row.text ?? "") + event.delta });
  }
  const { id, ts, place, steps, explanation } = event;
  const row = view.rows.get(id);
  if (row !== undefined && row.running !== true && !begins(view, event)) return [];
  const words = explanation === undefined ? {} : { explanation };
  return put(view, { id, ts, place, running: true, role: "plan", steps, ...words });
}

function addLive(view: View, live: Live): void {
  view.turnId = live.turn_id;
  view.activity = live.activity;
  for (const running of live.items) putRunning(view, running);
  for (const approval of live.approvals) {
    if (begins(view, approval)) put(view, pendingRow(approval));
  }
}

function pendingRow(approval: PendingApproval): RunningRow {
  const { id, ts, place } = approval;
  return { id, ts, place, running: true, role: "approval", approval };
}

/** The beginning of something; nothing new if it is known, or has even ended. */
function putRunning(view: View, running: Running): Touched[] {
  return begins(view, running) ? put(view, { ...running, running: true }) : [];
}

/** True for a row that is not known, or is told anew: another attempt at the same message. */
function begins(view: View, row: { readonly id: string; readonly place?: number }): boolean {
  const known = view.rows.get(row.id);
  return known === undefined || (row.place !== undefined && row.place > placeOf(known));
}

type DeltaEvent = Delta & { readonly ts: string };

function appendText(view: View, event: DeltaEvent, role: "assistant" | "reasoning"): Touched[] {
  const { id, ts, delta } = event;
  if (begins(view, event)) {
    return put(view, { id, ts, ...at(event), running: true, role, text: delta });
  }
  const row = view.rows.get(id);
  if (row?.running !== true || row.role !== role) return [];
  return put(view, { ...row, text: row.text + delta });
}

function appendOutput(view: View, { id, delta }: DeltaEvent): Touched[] {
  const row = view.rows.get(id);
  if (row?.running !== true) return [];
  if (row.role === "command") return put(view, { ...row, output: row.output + delta });
  if (row.role === "shell_output") return put(view, { ...row, stdout: row.stdout + delta });
  return [];
}

/** The first piece of a text tells its place. */
function at(event: DeltaEvent): { readonly place: number } {
  return { place: event.place ?? placeOf({ id: event.id, ts: event.ts }) };
}

function putEntry(view: View, entry: Entry): Touched[] {
  if (entry.role === "token_usage") {
    view.usage = entry;
    return [HEAD, ...putUsage(view, entry)];
  }
  return put(view, entry.role === "status" ? endOfTurn(view.turns, entry) : entry);
}

/** What a turn used is shown where it ends. */
function putUsage(view: View, entry: Extract<Entry, { role: "token_usage" }>): Touched[] {
  const row = view.rows.get(usedInTurn(view.turns, entry) ?? "");
  return row?.role === "status" ? put(view, endOfTurn(view.turns, row)) : [];
}

function put(view: View, row: Row): Touched[] {
  const { order, rows } = view;
  const known = rows.get(row.id);
  if (known !== undefined) {
    const moved = placeOf(row) - placeOf(known);
    if (moved < 0) return []; // An event of before, heard again.
    if (moved === 0) {
      rows.set(row.id, row);
      return [{ kind: "row", id: row.id }];
    }
    // It moves: an edit of the same file, a later attempt.
    order.splice(positionOf(order, rows, known), 1);
  }
  order.splice(positionOf(order, rows, row), 0, row.id);
  rows.set(row.id, row);
  return known === undefined ? [ORDER] : [ORDER, { kind: "row", id: row.id }];
}
