/**
 * The HTTP door, `/v1`: requests in, answers with the statuses of the contract out. A table of calls,
 * each a few lines; what an event means and whether it is taken is decided behind.
 */
import { CLOUD_BATCH_TYPE, fromBinary, isBinary } from "./cloud_event.ts";
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS, MAX_EVENT_BYTES } from "./limits.ts";
import {
  type ParsedEvent,
  parseEventText,
  parseEventValue,
  rejected,
  type RejectionCode,
  tooLarge,
} from "./parse_event.ts";
import type { Principal } from "./principal.ts";
import { EVENT_STATES, type EventState } from "./progress.ts";
import { type Answer, receiptOf } from "./receipt.ts";
import type { EventService } from "./service.ts";

/** One request, as far as it was looked at. */
export interface DoorCall {
  readonly req: Request;
  readonly query: URLSearchParams;
  readonly principal: Principal;
}

const STATUS: Readonly<Record<RejectionCode, number>> = {
  invalid_event: 400,
  unauthorized: 401,
  unknown_thread: 404,
  duplicate_event: 409,
  too_large: 413,
  rate_limited: 429,
  not_stored: 503,
};

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
const LONGEST_WAIT_S = 25;

/** The calls by method and path below `/v1`; routes look them up here. */
export const CALLS: Readonly<
  Record<string, (service: EventService, call: DoorCall) => Promise<Response>>
> = {
  "POST events": publishEvent,
  "POST events:batch": publishBatch,
  "POST events:preview": preview,
  "POST events:ack": ack,
  "GET events": list,
  "POST externalEvent/publish": publishCall,
  "POST externalEvent/list": listCall,
  "POST externalEvent/ack": ack,
};

/** The answer of a door as a response. */
export function answerResponse(answer: Answer): Response {
  if (answer.ok) return Response.json(answer, { status: 202 });
  const headers: Record<string, string> = {};
  if (answer.code === "unauthorized") headers["www-authenticate"] = "Bearer";
  if (answer.retry_after_s !== undefined) headers["retry-after"] = String(answer.retry_after_s);
  return Response.json(answer, { status: STATUS[answer.code], headers });
}

/** One receipt, at once or when a state is reached: `GET events/<id>`. */
export async function show(service: EventService, call: DoorCall, id: string): Promise<Response> {
  const { query, principal } = call;
  const threadId = query.get("thread") ?? "";
  if (!principal.mayRead(threadId)) return answerResponse(notYours());
  const thread = await service.thread(threadId);
  if (thread === null) return answerResponse(noThread(threadId));
  const found = thread.ledger.find(id, query.get("source") ?? undefined);
  if (found === null || !principal.maySee(found)) {
    return failure(404, "unknown_event", `thread "${threadId}" has no event "${id}"`);
  }
  const wanted = query.get("wait");
  if (wanted === null) return Response.json({ ok: true, ...receiptOf(found) });
  if (!isState(wanted)) {
    return failure(400, "invalid_query", `wait: one of ${EVENT_STATES.join(", ")}`);
  }
  const record = await thread.wait(found.seq, wanted, secondsOf(query.get("timeout_s")) * 1_000);
  const receipt = receiptOf(record ?? found);
  const reached = receipt.history.some(({ state }) => state === wanted);
  return Response.json({ ok: true, reached, ...receipt });
}

/** `POST events`: one event in any form, or a batch of CloudEvents. */
export async function publishEvent(
  service: EventService,
  { req, query, principal }: DoorCall,
): Promise<Response> {
  if (isBatch(req)) return await publishBatch(service, { req, query, principal });
  const text = await boundedText(req, MAX_EVENT_BYTES);
  const parsed = text === null ? tooLarge() : parse(service, req, query, text);
  return answerResponse(await service.submit(parsed, principal.sender("http")));
}

async function publishBatch(
  service: EventService,
  { req, query, principal }: DoorCall,
): Promise<Response> {
  const text = await boundedText(req, MAX_BATCH_BYTES);
  if (text === null) {
    return failure(413, "too_large", `a batch has at most ${MAX_BATCH_BYTES} bytes`);
  }
  const events = jsonOf(text);
  if (!Array.isArray(events) || events.length > MAX_BATCH_EVENTS) {
    return failure(400, "invalid_event", `a batch is a list of at most ${MAX_BATCH_EVENTS} events`);
  }
  const context = { threadId: query.get("thread") ?? undefined, nowMs: service.nowMs };
  const sender = principal.sender("http");
  const results = await Promise.all(events.map(async (event) => {
    const answer = await service.submit(parseEventValue(event, context), sender);
    return { ...answer, status: answer.ok ? 202 : STATUS[answer.code] };
  }));
  const ok = results.every((result) => result.ok);
  return Response.json({ ok, results }, { status: ok ? 202 : 207 });
}

async function preview(
  service: EventService,
  { req, query, principal }: DoorCall,
): Promise<Response> {
  const text = await boundedText(req, MAX_EVENT_BYTES);
  const parsed = text === null ? tooLarge() : parse(service, req, query, text);
  const sender = principal.sender("http");
  const refusal = parsed.ok ? sender.refuses?.(parsed.event) ?? null : null;
  const result = refusal ?? await service.preview(parsed, sender);
  return result.ok ? Response.json(result) : answerResponse(result);
}

async function list(service: EventService, { query, principal }: DoorCall): Promise<Response> {
  const threadId = query.get("thread") ?? "";
  if (!principal.mayRead(threadId)) return answerResponse(notYours());
  const names = (query.get("state") ?? "").split(",").filter((name) => name !== "");
  const strange = names.find((name) => !isState(name));
  if (strange !== undefined) {
    return failure(400, "invalid_query", `state: one of ${EVENT_STATES.join(", ")}`);
  }
  const found = await service.list(threadId, {
    states: names.length === 0 ? undefined : new Set(names as EventState[]),
    limit: limitOf(query.get("limit")),
    after: Number(query.get("after") ?? 0) || 0,
  });
  if (found === null) return answerResponse(noThread(threadId));
  const events = found.records.filter((record) => principal.maySee(record)).map(receiptOf);
  const { unread, lastSeq: last_seq } = found;
  return Response.json({ ok: true, thread_id: threadId, unread, last_seq, events });
}

/** `{thread_id, event_id | event_ids, source?}`; the names of the protocol extension do as well. */
async function ack(service: EventService, { req, principal }: DoorCall): Promise<Response> {
  const body = jsonOf(await boundedText(req, MAX_EVENT_BYTES) ?? "") as
    | Record<string, unknown>
    | null;
  const threadId = String(body?.["thread_id"] ?? body?.["threadId"] ?? "");
  const one = body?.["event_id"] ?? body?.["eventId"];
  const ids = Array.isArray(body?.["event_ids"])
    ? body["event_ids"]
    : one === undefined
    ? []
    : [one];
  const source = typeof body?.["source"] === "string" ? body["source"] : undefined;
  if (!principal.mayRead(threadId)) return answerResponse(notYours());
  const thread = await service.thread(threadId);
  if (thread === null) return answerResponse(noThread(threadId));
  if (ids.length === 0 || ids.length > MAX_LIMIT) {
    return failure(400, "invalid_body", `name event_id, or up to ${MAX_LIMIT} event_ids`);
  }
  const results = await Promise.all(ids.map(async (id) => {
    const found = thread.ledger.find(String(id), source);
    if (found === null || !principal.maySee(found)) return { event_id: id, ok: false, state: null };
    const record = await thread.ack(found.seq) ?? found;
    return { event_id: id, ok: record.progress.state === "acked", state: record.progress.state };
  }));
  const ok = results.every((result) => result.ok);
  const status = ok ? 200 : results.some(({ state }) => state === null) ? 404 : 409;
  const code = status === 404 ? "unknown_event" : "under_way";
  const message = status === 404 ? "no such event" : "it is being delivered just now";
  return Response.json(ok ? { ok, results } : { ok, code, message, results }, { status });
}

async function publishCall(service: EventService, { req, principal }: DoorCall): Promise<Response> {
  const text = await boundedText(req, MAX_EVENT_BYTES + 1_024);
  const params = jsonOf(text ?? "") as Record<string, unknown> | null;
  const threadId = typeof params?.["threadId"] === "string" ? params["threadId"] : undefined;
  const context = { threadId, nowMs: service.nowMs };
  const parsed = text === null ? tooLarge() : parseEventValue(params?.["event"], context);
  return answerResponse(await service.submit(parsed, principal.sender("http")));
}

async function listCall(service: EventService, { req, principal }: DoorCall): Promise<Response> {
  const params = jsonOf(await boundedText(req, MAX_EVENT_BYTES) ?? "") as
    | Record<string, unknown>
    | null;
  const query = new URLSearchParams({ thread: String(params?.["threadId"] ?? "") });
  if (params?.["limit"] !== undefined) query.set("limit", String(params["limit"]));
  return await list(service, { req, query, principal });
}

function parse(
  service: EventService,
  req: Request,
  query: URLSearchParams,
  text: string,
): ParsedEvent {
  const context = { threadId: query.get("thread") ?? undefined, nowMs: service.nowMs };
  if (!isBinary(req.headers)) return parseEventText(text, context);
  return parseEventValue(fromBinary(req.headers, text, service.nowMs), context);
}

/** The body, or null if it is too large; never holds more than that. */
async function boundedText(req: Request, max: number): Promise<string | null> {
  const announced = Number(req.headers.get("content-length") ?? NaN);
  if (announced > max) return null;
  if (!Number.isNaN(announced)) return await req.text();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of req.body ?? []) {
    if ((size += part.length) > max) return null;
    parts.push(part);
  }
  return await new Blob(parts as BlobPart[]).text();
}

function isBatch(req: Request): boolean {
  return (req.headers.get("content-type") ?? "").startsWith(CLOUD_BATCH_TYPE);
}

function isState(name: string): name is EventState {
  return EVENT_STATES.includes(name as EventState);
}

function limitOf(text: string | null): number {
  const wanted = Number(text ?? DEFAULT_LIMIT);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, MAX_LIMIT) : DEFAULT_LIMIT;
}

function secondsOf(text: string | null): number {
  const wanted = Number(text ?? LONGEST_WAIT_S);
  return wanted >= 0 ? Math.min(wanted, LONGEST_WAIT_S) : LONGEST_WAIT_S;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const notYours = () => rejected("unauthorized", "this token is not for that thread");
const noThread = (id: string) => rejected("unknown_thread", `there is no thread "${id}"`);

function failure(status: number, code: string, message: string): Response {
  return Response.json({ ok: false, code, message }, { status });
}
