/**
 * The methods on threads: start, resume, fork, read, list, rename, archive. Each sends what the
 * real server sends around its reply, in its order. Knows nothing of running turns.
 */
import { isUuid } from "./ids.ts";
import { pageOf } from "./pages.ts";
import { applySettings, newSettings, refuse, threadOf } from "./requests.ts";
import type { Reply, Service } from "./service.ts";
import {
  collaborationShape,
  pastTurnShape,
  readStateShape,
  sessionShape,
  settingsShape,
  summaryTurnShape,
  threadShape,
  usageShape,
} from "./thread_shapes.ts";
import { type Thread, threadIdProblem } from "./threads.ts";
import type { Fields } from "./wire.ts";

/** thread/start */
export function startThread(service: Service, params: Fields, reply: Reply): void {
  const thread = service.threads.create({
    originator: service.clientName ?? "",
    settings: newSettings(params),
    nowMs: service.env.io.now(),
  });
  reply(sessionShape(thread));
  service.env.wire.notify("thread/started", { thread: threadShape(thread) });
}

/**
 * thread/resume. The real server refuses an id without a rollout. The demo's threads live in
 * memory only, and the bridge resumes its threads after a crash of the agent: so that a
 * conversation goes on, any thread id is taken up again, as an empty thread.
 */
export function resumeThread(service: Service, params: Fields, reply: Reply): void {
  const { threadId } = params;
  if (typeof threadId !== "string" || !isUuid(threadId)) {
    refuse(threadIdProblem(threadId).replace("invalid thread id", "invalid session id"));
  }
  const { wire, io } = service.env;
  const loaded = service.threads.get(threadId);
  const thread = loaded ?? service.threads.create({
    id: threadId,
    originator: service.clientName ?? "",
    settings: newSettings(params),
    nowMs: io.now(),
  });
  applySettings(thread.settings, params);
  if (!loaded) wire.notify("thread/status/changed", { threadId, status: thread.status });
  reply({
    ...sessionShape(thread, params.excludeTurns === true ? [] : thread.turns.map(pastTurnShape)),
    collaborationMode: collaborationShape(thread),
    initialTurnsPage: null,
    turnsBackwardsCursor: null,
    itemsBackwardsCursor: null,
  });
  repeatUsage(service, thread);
  wire.notify("thread/goal/cleared", { threadId });
}

/** thread/fork */
export function forkThread(service: Service, params: Fields, reply: Reply): void {
  const from = threadOf(service.threads, params, "no rollout found for thread id");
  const settings = { ...from.settings };
  applySettings(settings, params);
  const { originator } = from;
  const nowMs = service.env.io.now();
  const thread = service.threads.create({ originator, settings, nowMs, from });
  const turns = params.excludeTurns === true ? [] : thread.turns.map(pastTurnShape);
  reply(sessionShape(thread, turns));
  repeatUsage(service, thread);
  service.env.wire.notify("thread/started", { thread: threadShape(thread) });
}

/** thread/read */
export function readThread(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params, "thread not loaded:");
  const turns = params.includeTurns === true ? thread.turns.map(pastTurnShape) : [];
  reply({ thread: threadShape(thread, turns), readState: readStateShape(thread) });
}

/** thread/list: those that were spoken in. The real server, too, lists no empty ones. */
export function listThreads(service: Service, params: Fields, reply: Reply): void {
  const archived = params.archived === true;
  const wanted = service.threads.list()
    .filter((thread) => thread.archived === archived && thread.preview !== "");
  const { data, nextCursor, backwardsCursor } = pageOf(wanted, params);
  reply({
    data: data.map((thread) => ({ ...threadShape(thread), canAcceptDirectInput: null })),
    readStates: Object.fromEntries(data.map((thread) => [thread.id, readStateShape(thread)])),
    nextCursor,
    backwardsCursor,
  });
}

/** thread/loaded/list */
export function listLoaded(service: Service, _params: Fields, reply: Reply): void {
  const loaded = service.threads.list().filter((thread) => !thread.archived);
  reply({ data: loaded.map((thread) => thread.id), nextCursor: null });
}

/** thread/turns/list: the newest first, unless asked otherwise. */
export function listTurns(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params, "no rollout found for thread id");
  const shape = params.itemsView === "full" ? pastTurnShape : summaryTurnShape;
  const turns = thread.turns.map((turn) => shape(turn));
  if (params.sortDirection !== "asc") turns.reverse();
  reply({ ...pageOf(turns, params) });
}

/** thread/name/set */
export function nameThread(service: Service, params: Fields, reply: Reply): void {
  const { name } = params;
  if (typeof name !== "string") return refuse("Invalid request: missing field `name`");
  if (name.trim() === "") return refuse("thread name must not be empty");
  const thread = threadOf(service.threads, params, "no rollout found for thread id");
  thread.name = name.trim();
  reply({});
  const change = { threadId: thread.id, threadName: thread.name };
  service.env.wire.notify("thread/name/updated", change);
}

/** thread/archive */
export function archiveThread(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params, "no rollout found for thread id");
  const threadId = thread.id;
  thread.archived = true;
  thread.status = { type: "notLoaded" };
  service.env.wire.notify("thread/status/changed", { threadId, status: thread.status });
  reply({});
  service.env.wire.notify("thread/archived", { threadId });
}

/** thread/unarchive */
export function unarchiveThread(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params, "no rollout found for thread id");
  thread.archived = false;
  reply({ thread: threadShape(thread) });
  service.env.wire.notify("thread/unarchived", { threadId: thread.id });
}

/** thread/settings/update */
export function updateSettings(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params);
  const changed = applySettings(thread.settings, params);
  reply({});
  if (changed) tellSettings(service, thread);
}

/** Tells the client the settings that hold from now on. */
export function tellSettings(service: Service, thread: Thread): void {
  const threadSettings = settingsShape(thread);
  service.env.wire.notify("thread/settings/updated", { threadId: thread.id, threadSettings });
}

/** thread/inject_items: there is no model to read them, so they are only checked. */
export function injectItems(service: Service, params: Fields, reply: Reply): void {
  threadOf(service.threads, params);
  const { items } = params;
  if (!Array.isArray(items)) return refuse("Invalid request: missing field `items`");
  if (items.length === 0) return refuse("items must not be empty");
  const wrong = items.findIndex((item) => typeof item !== "object" || item === null);
  if (wrong !== -1) {
    return refuse(
      `items[${wrong}] is not a valid response item: invalid type: ${kindOf(items[wrong])}, ` +
        "expected internally tagged enum ResponseItem",
    );
  }
  reply({});
}

function kindOf(value: unknown): string {
  return Number.isInteger(value) ? `integer \`${value}\`` : typeof value;
}

function repeatUsage(service: Service, thread: Thread): void {
  const turnId = thread.turns.at(-1)?.id;
  const tokenUsage = usageShape(thread);
  if (!turnId || !tokenUsage) return;
  const params = { threadId: thread.id, turnId, tokenUsage };
  service.env.wire.notify("thread/tokenUsage/updated", params);
}
