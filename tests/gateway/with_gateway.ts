// A gateway with everything that it leans on, a scripted agent at the other end of the pipe and a
// temporary home; all of it in this process.

import { AppServer } from "../../lib/app_server/app_server.ts";
import type { ContextSettings } from "../../lib/gateway/command_context.ts";
import { Gateway } from "../../lib/gateway/gateway.ts";
import type { GatewayOptions } from "../../lib/gateway/rooms.ts";
import { Hub, type HubEvent } from "../../lib/hub/hub.ts";
import { Conversations, type Meta } from "../../lib/transcript/conversations.ts";
import { ScriptedAgent } from "./scripted_agent.ts";

/** What a test holds. */
export interface Bench {
  readonly agent: ScriptedAgent;
  readonly gateway: Gateway;
  readonly appServer: AppServer;
  readonly conversations: Conversations;
  readonly hub: Hub;
  readonly home: string;
  /** Every event so far. */
  readonly events: HubEvent[];
  readonly reports: string[];
  draft(fields?: Partial<Meta>): Promise<string>;
  /** The events of a type. */
  of<T extends HubEvent["type"]>(type: T): Extract<HubEvent, { type: T }>[];
  /** Entries of a transcript, as `role: text` or `role: status`. */
  rows(id: string): Promise<string[]>;
  /** Resolves when an event comes that `wanted` accepts, or has come already. */
  event(wanted: (event: HubEvent) => boolean): Promise<HubEvent>;
}

export interface BenchOptions extends Partial<Pick<GatewayOptions, "restartMs">> {
  readonly messageMode?: "queue" | "steer";
  readonly contextSettings?: ContextSettings;
  readonly home?: string;
  readonly agent?: ScriptedAgent;
  readonly backoffMs?: number;
}

const EVENT_MS = 15_000;

/** Runs `fn` with a started gateway and cleans up after it. */
export async function withGateway(
  options: BenchOptions,
  fn: (bench: Bench) => Promise<void>,
): Promise<void> {
  const home = options.home ?? await Deno.makeTempDir({ prefix: "ph-gateway-" });
  const agent = options.agent ?? new ScriptedAgent();
  const now = () => Date.now();
  const hub = new Hub(0);
  const events: HubEvent[] = [];
  const waiters = new Set<(event: HubEvent) => void>();
  for (const publish of ["publish", "answer"] as const) {
    const original = hub[publish].bind(hub) as (...args: unknown[]) => void;
    // Sees all events at once, whomever they concern.
    (hub as unknown as Record<string, unknown>)[publish] = (...args: unknown[]) => {
      original(...args);
      const [conversation_id, payload, ts] = args;
      const event = { ...payload as object, conversation_id, ts, seq: hub.seq } as HubEvent;
      events.push(event);
      for (const waiter of waiters) waiter(event);
    };
  }
  const reports: string[] = [];
  const report = (problem: string) => void reports.push(problem);
  const conversations = new Conversations(home, report);
  conversations.listen({
    onChange: ({ meta: { conversation_id, label, thread_id } }) =>
      hub.publish(conversation_id, { type: "conversation", label, thread_id }, ""),
  });
  const appServer: AppServer = new AppServer({
    open: () => Promise.resolve(agent.open()),
    listener: (message) => gateway.receive(message),
    onStatus: ({ state, problem }) => {
      if (state !== "running" && state !== "starting") gateway.disconnected();
      if (state === "running") gateway.connected();
      hub.publish(null, { type: "server_status", state, problem }, "");
    },
    clientVersion: "0",
    handshakeMs: 15_000,
    restart: () => ({ restart: true, waitMs: options.backoffMs ?? 1 }),
    client: { onFault: (error) => report(String(error)) },
  });
  const gateway: Gateway = new Gateway({
    ...{ appServer, conversations, hub, now, report },
    messageMode: () => options.messageMode ?? "queue",
    ...(options.contextSettings === undefined
      ? {}
      : { contextSettings: () => options.contextSettings! }),
    restartMs: options.restartMs ?? 15_000,
  });
  await appServer.start();
  try {
    await fn({
      ...{ agent, gateway, appServer, conversations, hub, home, events, reports },
      draft: async (fields = {}) => {
        const meta = await conversations.create(
          { cwd: "/work", ...fields },
          "2026-01-01T00:00:00Z",
        );
        return meta.conversation_id;
      },
      of: (type) => events.filter((event) => event.type === type) as never,
      rows: async (id) => (await conversations.transcript(id).last(100)).map(rowText),
      event: (wanted) => nextEvent(events, waiters, wanted),
    });
  } finally {
    await appServer.stop();
    await gateway.flush();
    await conversations.close();
    // What the end has cut may still write its last note.
    if (options.home === undefined) await until(() => removed(home));
  }
}

function removed(folder: string): Promise<boolean> {
  return Deno.remove(folder, { recursive: true }).then(() => true, () => false);
}

/** Waits for something that no event tells of. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 15_000; !await holds();) {
    if (Date.now() > end) throw new Error("it did not come to pass within 15 s");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function rowText(entry: { role: string; text?: string; status?: string }): string {
  return `${entry.role}: ${entry.text ?? entry.status ?? ""}`;
}

function nextEvent(
  events: readonly HubEvent[],
  waiters: Set<(event: HubEvent) => void>,
  wanted: (event: HubEvent) => boolean,
): Promise<HubEvent> {
  const known = events.find(wanted);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const settle = (event: HubEvent) => {
      if (!wanted(event)) return;
      clearTimeout(timer);
      waiters.delete(settle);
      resolve(event);
    };
    const timer = setTimeout(() => {
      waiters.delete(settle);
      reject(new Error(`the event did not come; there were: ${JSON.stringify(events)}`));
    }, EVENT_MS);
    waiters.add(settle);
  });
}
