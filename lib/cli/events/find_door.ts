/**
 * Which door a command asks: the server that a flag names, or the one that the thread's discovery file
 * names. Without one the command works on the thread's files. Reads the discovery file only.
 */
import { readJsonFile } from "../../disk/json_file.ts";
import { THREAD_ID } from "../../events/schema.ts";
import { checkPath, type ThreadPaths, threadPaths } from "../../events/thread_folder.ts";
import { Door } from "./door.ts";
import { type EventsCall, type Failure, failure, textFlag } from "./events_command.ts";

/** Where the events of a thread are to be had. */
export interface ThreadAccess {
  readonly threadId: string;
  readonly paths: ThreadPaths;
  /** Null while no server serves the thread. */
  readonly door: Door | null;
  /** Why there is no door, in words. */
  readonly down: string;
}

/** A discovery file, as far as it is used. */
export interface Discovery {
  readonly thread_id: string;
  readonly url: string | null;
  readonly token: string;
  readonly socket: string | null;
}

export type Access = { readonly ok: true; readonly access: ThreadAccess } | Failure;

/** The thread that `--thread` names, or what is wrong with it. */
export function threadOf(call: EventsCall): string | Failure {
  const threadId = textFlag(call, "thread");
  if (threadId === undefined) return failure("usage", "say which thread: --thread <id>");
  if (!THREAD_ID.test(threadId)) return failure("usage", `"${threadId}" is not a thread's id`);
  return threadId;
}

/** Finds the door of the thread that `--thread` names. */
export async function findAccess(call: EventsCall): Promise<Access> {
  const threadId = threadOf(call);
  if (typeof threadId !== "string") return threadId;
  const paths = threadPaths(call.config.codex_home, threadId);
  const given = textFlag(call, "token") ?? (call.terminal.env("PILOTHOUSE_EVENT_TOKEN") || null);
  const server = textFlag(call, "server");
  if (server !== undefined) return await elsewhere(threadId, paths, server, given);
  const discovery = await readDiscovery(paths.discovery);
  const here = (door: Door | null, down: string): Access => ({
    ok: true,
    access: { threadId, paths, door, down },
  });
  if (discovery === null || discovery.url === null) return here(null, "the server does not run");
  const base = new URL(discovery.url).origin;
  const door = await Door.at(base, given ?? discovery.token);
  return "down" in door ? here(null, `the server does not run (${door.down})`) : here(door, "");
}

/** A server that was named has no files here: what it does not take, nobody does. */
async function elsewhere(
  threadId: string,
  paths: ThreadPaths,
  server: string,
  token: string | null,
): Promise<Access> {
  if (!/^https?:\/\/[^/]+\/?$/.test(server)) {
    return failure("usage", "--server is to be like http://127.0.0.1:12359");
  }
  if (token === null) return failure("usage", "--server needs --token or PILOTHOUSE_EVENT_TOKEN");
  const door = await Door.at(server.replace(/\/$/, ""), token);
  if ("down" in door) return failure("no_server", door.down);
  return { ok: true, access: { threadId, paths, door, down: "" } };
}

/** Reads a discovery file; null if there is none that can be trusted. */
export async function readDiscovery(path: string): Promise<Discovery | null> {
  const found = await checkPath(path, "file", Deno.uid()).catch(() => "missing" as const);
  if (found === "missing" || found.problem !== null) return null;
  const value = await readJsonFile(path).catch(() => null) as Record<string, unknown> | null;
  const url = (value?.["http"] as { url?: unknown } | null | undefined)?.url;
  const socket = (value?.["ipc"] as { path?: unknown } | null | undefined)?.path;
  const { thread_id, token } = value ?? {};
  if (typeof thread_id !== "string" || typeof token !== "string") return null;
  return {
    ...{ thread_id, token },
    url: typeof url === "string" && URL.canParse(url) ? url : null,
    socket: typeof socket === "string" ? socket : null,
  };
}
