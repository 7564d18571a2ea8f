/**
 * Rows: what the page shows, made by one reducer from transcript entries and from live events. The
 * server uses it for the first screen and the page for the stream, so both show the same. Pure.
 */
import type { Entry, PendingApproval, PlanStep } from "../router/change.ts";
import type { Live, OpenConversation } from "../gateway/open_conversation.ts";
import type { HubEvent } from "../hub/hub.ts";

/** An entry of the transcript as a row; what is bookkeeping only has none. */
export type FinishedRow = Exclude<Entry, { role: "token_usage" }> & { readonly running?: never };
/** Something that has not come to its end. */
export type RunningRow =
  & { readonly id: string; readonly ts: string; readonly running: true }
  & (
    | { readonly role: "assistant" | "reasoning"; readonly text: string }
    | {
      readonly role: "command";
      readonly command: string;
      readonly cwd: string;
      readonly output: string;
    }
    | { readonly role: "plan"; readonly steps: readonly PlanStep[] }
    | { readonly role: "approval"; readonly approval: PendingApproval }
    | { readonly role: "warning"; readonly text: string }
  );
export type Row = FinishedRow | RunningRow;

export interface Usage {
  readonly total_tokens: number;
  readonly last_tokens: number;
  readonly context_window: number | null;
}

/** One conversation as it is shown. Updated in place: the work per event must not grow with it. */
export interface View {
  readonly order: string[];
  readonly rows: Map<string, Row>;
  label: string;
  turnId: string | null;
  activity: string | null;
  usage: Usage | null;
  server: { readonly state: string; readonly problem: string | null };
  warnings: number;
}

/** What an event touched, so that the page redraws that and nothing else. */
export type Touched =
  | { readonly kind: "row"; readonly id: string }
  | { readonly kind: "order" }
  | { readonly kind: "head" };

const ORDER: Touched = { kind: "order" };
const HEAD: Touched = { kind: "head" };

/** The view before a conversation has anything in it. */
export function emptyView(): View {
  return {
    order: [],
    rows: new Map(),
    label: "",
    turnId: null,
    activity: null,
    usage: null,
    server: { state: "running", problem: null },
    warnings: 0,
  };
}

/** The view of a conversation as it was opened: its entries, then what is running. */
export function viewOf(open: OpenConversation): View {
  const view = emptyView();
  view.label = open.meta.label;
  view.server = { state: open.server.state, problem: open.server.problem };
  for (const entry of open.entries) putEntry(view, entry);
  addLive(view, open.live);
  return view;
}

/** Applies one event. Applying an event again, or one that the entries contain, changes nothing. */
export function applyEvent(view: View, event: HubEvent): Touched[] {
  switch (event.type) {
    case "assistant_delta":
    case "reasoning_delta":
      return appendText(view, event.type === "assistant_delta" ? "assistant" : "reasoning", event);
    case "command_begin": {
      const { id, ts, command, cwd } = event;
      if (view.rows.has(id)) return [];
      return put(view, { id, ts, running: true, role: "command", command, cwd, output: "" });
    }
    case "command_delta": {
      const row = view.rows.get(event.id);
      if (row?.role !== "command" || row.running !== true) return [];
      return put(view, { ...row, output: row.output + event.delta });
    }
    case "plan": {
      const { id, ts, steps } = event;
      const row = view.rows.get(id);
      if (row !== undefined && row.running !== true) return [];
      return put(view, { id, ts, running: true, role: "plan", steps });
    }
    case "approval": {
      const { approval } = event;
      if (view.rows.has(approval.id)) return [];
      return put(view, pendingRow(approval));
    }
    case "approval_resolved":
      return event.entry === null ? remove(view, event.id) : putEntry(view, event.entry);
    case "warning": {
      const id = `warning:${view.warnings++}`;
      return put(view, { id, ts: event.ts, running: true, role: "warning", text: event.text });
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
    case "rpc_response":
    case "rpc_error":
      return [];
    default:
      return putEntry(view, event.entry);
  }
}

function addLive(view: View, live: Live): void {
  view.turnId = live.turn_id;
  view.activity = live.activity;
  for (const { id, ts, kind, text, command, cwd } of live.items) {
    if (view.rows.has(id)) continue; // It ended while the entries were read.
    if (kind === "command") {
      put(view, { id, ts, running: true, role: "command", command, cwd, output: text });
    } else if (text !== "") put(view, { id, ts, running: true, role: kind, text });
  }
  if (live.plan !== null && !view.rows.has(live.plan.id)) {
    put(view, { id: live.plan.id, ts: "", running: true, role: "plan", steps: live.plan.steps });
  }
  for (const approval of live.approvals) {
    if (!view.rows.has(approval.id)) put(view, pendingRow(approval));
  }
}

function pendingRow(approval: PendingApproval): RunningRow {
  return { id: approval.id, ts: approval.ts, running: true, role: "approval", approval };
}

function appendText(
  view: View,
  role: "assistant" | "reasoning",
  { id, ts, delta }: { id: string; ts: string; delta: string },
): Touched[] {
  const row = view.rows.get(id);
  if (row === undefined) return put(view, { id, ts, running: true, role, text: delta });
  if (row.running !== true || row.role !== role) return [];
  return put(view, { ...row, text: row.text + delta });
}

function putEntry(view: View, entry: Entry): Touched[] {
  if (entry.role === "token_usage") {
    view.usage = entry;
    return [HEAD];
  }
  return put(view, entry);
}

function put(view: View, row: Row): Touched[] {
  const known = view.rows.has(row.id);
  view.rows.set(row.id, row);
  if (known) return [{ kind: "row", id: row.id }];
  view.order.push(row.id);
  return [ORDER];
}

function remove(view: View, id: string): Touched[] {
  if (!view.rows.delete(id)) return [];
  view.order.splice(view.order.lastIndexOf(id), 1);
  return [ORDER];
}
