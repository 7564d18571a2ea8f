/**
 * The methods that the demo agent answers: a table with one small function each. A function gets
 * the params and gives the result; what it must send before or after the reply it sends itself.
 * Knows nothing of bytes or lines.
 */
import { DEMO_MODELS } from "./models.ts";
import { applySettings, messageOf, newSettings, refuse, threadOf } from "./requests.ts";
import { isUuid } from "./ids.ts";
import { pageOf } from "./pages.ts";
import type { Scenario } from "./scenario.ts";
import type { Env } from "./stage.ts";
import {
  pastTurnShape,
  readStateShape,
  sessionShape,
  settingsShape,
  threadIdProblem,
  type Threads,
  threadShape,
} from "./threads.ts";
import { Turn } from "./turn.ts";
import type { Fields } from "./wire.ts";

/** What the methods work on. */
export interface Service {
  readonly env: Env;
  readonly threads: Threads;
  readonly scenarios: readonly Scenario[];
  /** The client's name, once it has introduced itself. */
  clientName: string | null;
}

/** Sends the reply; a method calls it where the real server replies. */
export type Reply = (result: Fields) => void;

/** One method. */
export type Method = (service: Service, params: Fields, reply: Reply) => void;

/** All methods after `initialize`, by name. */
export const METHODS: Readonly<Record<string, Method>> = {
  "thread/start": startThread,
  "thread/resume": resumeThread,
  "thread/fork": forkThread,
  "thread/read": readThread,
  "thread/list": listThreads,
  "thread/loaded/list": listLoaded,
  "thread/turns/list": listTurns,
  "thread/name/set": nameThread,
  "thread/archive": (service, params, reply) => setArchived(service, params, reply, true),
  "thread/unarchive": (service, params, reply) => setArchived(service, params, reply, false),
  "thread/inject_items": injectItems,
  "thread/compact/start": compactThread,
  "thread/settings/update": updateSettings,
  "turn/start": startTurn,
  "turn/steer": steerTurn,
  "turn/interrupt": interruptTurn,
  "model/list": (_service, _params, reply) => reply({ data: DEMO_MODELS, nextCursor: null }),
  "account/read": (_service, _params, reply) =>
    reply({ account: null, userId: null, requiresOpenaiAuth: false, workspaceRouting: null }),
  "getAuthStatus": (_service, _params, reply) =>
    reply({ authMethod: null, authToken: null, requiresOpenaiAuth: false }),
  "account/rateLimits/read": () =>
    refuse("codex account authentication required to read rate limits"),
  "mcpServerStatus/list": (_service, _params, reply) => reply({ data: [], nextCursor: null }),
  "collaborationMode/list": (_service, _params, reply) =>
    reply({ data: [{ name: "Default", mode: "default", model: null, reasoning_effort: null }] }),
};

function startThread(service: Service, params: Fields, reply: Reply): void {
  const thread = service.threads.create({
    originator: service.clientName ?? "",
    settings: newSettings(params),
    nowMs: service.env.io.now(),
  });
  reply(sessionShape(thread));
  service.env.wire.notify("thread/started", { thread: threadShape(thread) });
}

/**
 * The real server says that it knows no rollout for an unknown id. The demo's threads live in
 * memory only, and the bridge resumes its threads after a crash of the agent: so that a
 * conversation goes on, any thread id is taken up again, as an empty thread.
 */
function resumeThread(service: Service, params: Fields, reply: Reply): void {
  const { threadId } = params;
  if (typeof threadId !== "string" || !isUuid(threadId)) refuse(threadIdProblem(threadId));
  const thread = service.threads.get(threadId) ?? service.threads.create({
    id: threadId,
    originator: service.clientName ?? "",
    settings: newSettings(params),
    nowMs: service.env.io.now(),
  });
  applySettings(thread.settings, params);
  const turns = params.excludeTurns === true ? [] : thread.turns.map(pastTurnShape);
  reply({
    ...sessionShape(thread, turns),
    collaborationMode: settingsShape(thread).collaborationMode,
    initialTurnsPage: null,
    turnsBackwardsCursor: null,
    itemsBackwardsCursor: null,
  });
}

function forkThread(service: Service, params: Fields, reply: Reply): void {
  const from = threadOf(service.threads, params);
  const settings = { ...from.settings };
  applySettings(settings, params);
  const { originator } = from;
  const nowMs = service.env.io.now();
  const thread = service.threads.create({ originator, settings, nowMs, from });
  reply(sessionShape(thread, params.excludeTurns === true ? [] : thread.turns.map(pastTurnShape)));
  service.env.wire.notify("thread/started", { thread: threadShape(thread) });
}

function readThread(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params);
  const turns = params.includeTurns === true ? thread.turns.map(pastTurnShape) : [];
  reply({ thread: threadShape(thread, turns), readState: readStateShape(thread) });
}

function listThreads(service: Service, params: Fields, reply: Reply): void {
  const wanted = service.threads.list()
    .filter((thread) => thread.archived === (params.archived === true) && thread.turns.length > 0);
  const page = pageOf(wanted, params);
  reply({
    data: page.data.map((thread) => threadShape(thread)),
    readStates: Object.fromEntries(page.data.map((one) => [one.id, readStateShape(one)])),
    nextCursor: page.nextCursor,
    backwardsCursor: page.backwardsCursor,
  });
}

function listLoaded(service: Service, _params: Fields, reply: Reply): void {
  reply({ data: service.threads.list().map((thread) => thread.id), nextCursor: null });
}

function listTurns(service: Service, params: Fields, reply: Reply): void {
  const turns = threadOf(service.threads, params).turns.map(pastTurnShape);
  if (params.sortDirection !== "asc") turns.reverse();
  reply({ ...pageOf(turns, params) });
}

function nameThread(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params);
  const { name } = params;
  if (typeof name !== "string") return refuse("Invalid request: missing field `name`");
  if (name.trim() === "") return refuse("thread name must not be empty");
  thread.name = name.trim();
  reply({});
  const params_ = { threadId: thread.id, threadName: thread.name };
  service.env.wire.notify("thread/name/updated", params_);
}

function setArchived(service: Service, params: Fields, reply: Reply, archived: boolean): void {
  const thread = threadOf(service.threads, params);
  thread.archived = archived;
  reply(archived ? {} : { thread: threadShape(thread) });
  const method = archived ? "thread/archived" : "thread/unarchived";
  service.env.wire.notify(method, { threadId: thread.id });
}

/** Takes what is to be added to the model's history. There is no model, so it is only checked. */
function injectItems(service: Service, params: Fields, reply: Reply): void {
  threadOf(service.threads, params);
  const { items } = params;
  if (!Array.isArray(items)) return refuse("Invalid request: missing field `items`");
  if (items.length === 0) return refuse("items must not be empty");
  const wrong = items.findIndex((item) => typeof item !== "object" || item === null);
  if (wrong !== -1) {
    return refuse(
      `items[${wrong}] is not a valid response item: invalid type: ` +
        `${typeof items[wrong]} \`${items[wrong]}\`, expected internally tagged enum ResponseItem`,
    );
  }
  reply({});
}

function updateSettings(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params);
  const changed = applySettings(thread.settings, params);
  reply({});
  if (changed) tellSettings(service, thread.id);
}

function compactThread(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params);
  if (thread.turn) return refuse("cannot compact while a turn is in progress");
  const turn = new Turn(service.env, thread, service.scenarios);
  thread.turn = turn;
  reply({});
  turn.run(null, [{ do: "compact" }]);
}

function startTurn(service: Service, params: Fields, reply: Reply): void {
  const message = messageOf(params);
  const thread = threadOf(service.threads, params);
  if (applySettings(thread.settings, params)) tellSettings(service, thread.id);
  if (thread.turn instanceof Turn) {
    // A turn/start during a turn steers it: same turn, no second one.
    reply({ turn: { ...thread.turn.shape(), startedAt: null } });
    thread.turn.steer(message);
    return;
  }
  const turn = new Turn(service.env, thread, service.scenarios);
  thread.turn = turn;
  thread.updatedAtMs = service.env.io.now();
  reply({ turn: turn.shape() });
  turn.run(message);
}

function steerTurn(service: Service, params: Fields, reply: Reply): void {
  const { turn } = threadOf(service.threads, params);
  if (!turn?.started) return refuse("no active turn to steer");
  if (params.expectedTurnId !== turn.id) {
    return refuse(
      `expected active turn id \`${params.expectedTurnId}\` but found \`${turn.id}\``,
    );
  }
  const message = messageOf(params);
  if (message.content.length === 0) return refuse("input must not be empty");
  reply({ turnId: turn.id });
  turn.steer(message);
}

function interruptTurn(service: Service, params: Fields, reply: Reply): void {
  const { turn } = threadOf(service.threads, params);
  if (turn?.started && (params.turnId === turn.id || params.turnId === "")) {
    return turn.interrupt(() => reply({}));
  }
  if (params.turnId !== "") return refuse("no active turn to interrupt");
  reply({});
}

function tellSettings(service: Service, threadId: string): void {
  const thread = service.threads.get(threadId)!;
  const threadSettings = settingsShape(thread);
  service.env.wire.notify("thread/settings/updated", { threadId, threadSettings });
}
