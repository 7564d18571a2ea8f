/** `events list`: the events of a thread, or without `--thread` the threads that take events. */
import { join } from "@std/path";
import { matchesGlob } from "../../events/glob.ts";
import { SEVERITIES, type Severity, severityRank } from "../../events/modes.ts";
import { EVENT_STATES, type EventState } from "../../events/progress.ts";
import { type ExternalEvent, THREAD_ID } from "../../events/schema.ts";
import {
  type EventsCall,
  type EventsCommand,
  fail,
  misused,
  SERVER_FLAGS,
  tell,
  textFlag,
  THREAD_FLAG,
} from "./events_command.ts";
import { eventLine, inboxLine } from "./event_text.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";
import { findAccess, readDiscovery } from "./find_door.ts";
import { readEvents } from "./reading.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 500;

export const command: EventsCommand = {
  name: "list",
  summary: "List a thread's events, or the threads that take events",
  usage: "[--thread <id>] [flags]",
  flags: [
    THREAD_FLAG,
    {
      name: "state",
      placeholder: "<states>",
      summary: `Only these, with commas: ${EVENT_STATES.join(", ")}`,
    },
    { name: "type", placeholder: "<glob>", summary: "Only types like this, such as build.*" },
    { name: "min-severity", placeholder: "<word>", summary: `One of ${SEVERITIES.join(", ")}` },
    {
      name: "limit",
      placeholder: "<number>",
      summary: `How many, from the newest; ${DEFAULT_LIMIT} if not given, at most ${MAX_LIMIT}`,
    },
    ...SERVER_FLAGS,
  ],
  maxArgs: 0,
  async run(call) {
    if (textFlag(call, "thread") === undefined) return await listThreads(call);
    const states = (textFlag(call, "state") ?? "").split(",").filter((word) => word !== "");
    const strange = states.find((state) => !EVENT_STATES.includes(state as EventState));
    if (strange !== undefined) {
      return misused(call, `"${strange}" is no state: one of ${EVENT_STATES.join(", ")}`);
    }
    const severity = textFlag(call, "min-severity");
    if (severity !== undefined && !SEVERITIES.includes(severity as Severity)) {
      return misused(call, `"${severity}" is no severity: one of ${SEVERITIES.join(", ")}`);
    }
    const limit = limitOf(textFlag(call, "limit"));
    if (limit === null) return misused(call, `--limit is to be a number from 1 to ${MAX_LIMIT}`);
    const found = await findAccess(call);
    if (!found.ok) return fail(call, found);
    const wanted = wantedBy(textFlag(call, "type"), severity as Severity | undefined);
    // What is filtered here must be asked for in full.
    const query = { states: states as EventState[], limit: wanted === null ? limit : MAX_LIMIT };
    const page = await readEvents(found.access, query, call.now());
    if (!page.ok) return fail(call, page);
    const events = page.events.filter(({ event }) => wanted?.(event) ?? true).slice(0, limit);
    const in_inbox = states.length > 0
      ? []
      : page.in_inbox.filter((event) => wanted?.(event) ?? true);
    tell(call, { ...page, events, in_inbox }, () =>
      [
        ...in_inbox.toReversed().map(inboxLine),
        ...events.map(eventLine),
        events.length + in_inbox.length === 0 ? "no events\n" : "",
        `${page.unread} unread${page.from === "files" ? `; ${found.access.down}` : ""}\n`,
      ].join(""));
    return EVENTS_EXIT.ok;
  },
};

function wantedBy(
  type: string | undefined,
  severity: Severity | undefined,
): ((event: ExternalEvent) => boolean) | null {
  if (type === undefined && severity === undefined) return null;
  return (event) =>
    (type === undefined || matchesGlob(type, event.type)) &&
    (severity === undefined || severityRank(event.severity) >= severityRank(severity));
}

/** A count that a person wrote; null for anything else. */
export function limitOf(text: string | undefined): number | null {
  if (text === undefined) return DEFAULT_LIMIT;
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= MAX_LIMIT ? number : null;
}

/** Threads with a discovery file, with their doors. */
async function listThreads(call: EventsCall): Promise<number> {
  const sessions = join(call.config.codex_home, "sessions");
  const names = await namesIn(sessions);
  const threads: {
    thread_id: string;
    http: string | null;
    socket: string | null;
    inbox: string;
  }[] = [];
  for (const name of names.filter((name) => THREAD_ID.test(name))) {
    const folder = join(sessions, name);
    const discovery = await readDiscovery(join(folder, "external_events.json"));
    if (discovery === null || discovery.thread_id !== name) continue;
    const { url: http, socket } = discovery;
    threads.push({
      ...{ thread_id: name, http, socket },
      inbox: join(folder, "external_events.inbox.jsonl"),
    });
  }
  tell(
    call,
    { ok: true, threads },
    () =>
      threads.length === 0 ? `no thread in ${sessions} takes events\n` : threads
        .map(({ thread_id, http, inbox }) => `${thread_id}  ${http ?? "not served"}  ${inbox}\n`)
        .join(""),
  );
  return EVENTS_EXIT.ok;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
