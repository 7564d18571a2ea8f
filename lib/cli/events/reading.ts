/**
 * Receipts of a thread: from its server while one runs, else from its files. Both give the same
 * shapes, so that the commands need not know which it was.
 */
import { type Receipt, receiptOf } from "../../events/receipt.ts";
import type { EventState } from "../../events/progress.ts";
import type { ExternalEvent } from "../../events/schema.ts";
import type { DoorAnswer } from "./door.ts";
import { type Failure, failure } from "./events_command.ts";
import type { ThreadAccess } from "./find_door.ts";
import { waitingInInbox } from "./inbox_waiting.ts";
import { LedgerFile } from "./ledger_file.ts";

/** What is asked for. */
export interface EventsQuery {
  readonly states: readonly EventState[];
  readonly limit: number;
  /** Only events with a larger number. */
  readonly after?: number;
}

/** Events of a thread, the newest first. */
export interface EventsPage {
  readonly ok: true;
  readonly thread_id: string;
  readonly unread: number;
  readonly last_seq: number;
  readonly events: readonly Receipt[];
  readonly from: "server" | "files";
  /** In the inbox file, for the server to take when it starts; told from the files only. */
  readonly in_inbox: readonly ExternalEvent[];
}

export async function readEvents(
  access: ThreadAccess,
  query: EventsQuery,
  nowMs: number,
): Promise<EventsPage | Failure> {
  if (access.door === null) return await fromFiles(access, query, nowMs);
  const { states, limit, after } = query;
  const answer = await access.door.list({
    thread: access.threadId,
    limit: String(limit),
    ...(states.length === 0 ? {} : { state: states.join(",") }),
    ...(after === undefined ? {} : { after: String(after) }),
  });
  const body = bodyOf(answer);
  return body.ok ? { ...body as unknown as EventsPage, from: "server", in_inbox: [] } : body;
}

/** The receipt of an event, or the event itself if it waits in the inbox file. */
export type Found =
  | { readonly ok: true; readonly receipt: Receipt }
  | { readonly ok: true; readonly in_inbox: ExternalEvent };

export async function readReceipt(
  access: ThreadAccess,
  eventId: string,
  source: string | undefined,
  nowMs: number,
): Promise<Found | Failure> {
  const { door, threadId } = access;
  if (door !== null) {
    const named = source === undefined ? {} : { source };
    const body = bodyOf(await door.receipt(eventId, { thread: threadId, ...named }));
    if (!body.ok) return body as Failure;
    const { ok: _, ...receipt } = body;
    return { ok: true, receipt: receipt as unknown as Receipt };
  }
  const fits = ({ event_id, source: { name } }: ExternalEvent) =>
    event_id === eventId && (source === undefined || name === source);
  using ledger = LedgerFile.open(access.paths.log);
  for (const record of ledger?.newest() ?? []) {
    if (fits(record.event)) return { ok: true, receipt: receiptOf(record) };
  }
  const context = { threadId, nowMs };
  const waiting = await waitingInInbox(access.paths.inbox, ledger?.inbox ?? null, context);
  const found = waiting.findLast(fits);
  return found === undefined
    ? failure("unknown_event", `thread "${threadId}" has no event "${eventId}"`)
    : { ok: true, in_inbox: found };
}

/** The body of an answer; that nobody answered is a failure as well. */
export function bodyOf(answer: DoorAnswer): Failure | { readonly ok: true } {
  if (answer.kind === "down") return failure("no_server", answer.reason);
  const { body, status } = answer;
  if (body.ok) return body as { ok: true };
  const message = body.message ?? `the server answered ${status}`;
  return { ...body, ok: false, code: body.code ?? "failed", message };
}

async function fromFiles(
  access: ThreadAccess,
  { states, limit, after = 0 }: EventsQuery,
  nowMs: number,
): Promise<EventsPage> {
  const { threadId, paths } = access;
  using ledger = LedgerFile.open(paths.log);
  const events: Receipt[] = [];
  for (const record of ledger?.newest() ?? []) {
    if (events.length >= limit || record.seq <= after) break;
    if (states.length === 0 || states.includes(record.progress.state)) {
      events.push(receiptOf(record));
    }
  }
  const mark = ledger?.inbox ?? null;
  return {
    ...{ ok: true, thread_id: threadId, events, from: "files" },
    unread: ledger?.unread ?? 0,
    last_seq: ledger?.lastSeq ?? 0,
    in_inbox: await waitingInInbox(paths.inbox, mark, { threadId, nowMs }),
  };
}
