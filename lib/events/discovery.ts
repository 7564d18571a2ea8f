/**
 * The discovery file of a thread, `external_events.json`: where its doors are, its token, and what it
 * can do, as it is now. Mode 0600: whoever can read it may send.
 */
import { writeJsonFile } from "../disk/json_file.ts";
import { threadToken } from "./event_tokens.ts";
import type { ThreadPaths } from "./thread_folder.ts";

/** What the app-server offers. */
export interface AgentCapabilities {
  readonly steer: boolean;
  readonly append: boolean;
}

export interface DiscoveryFacts {
  readonly threadId: string;
  readonly paths: ThreadPaths;
  readonly secret: string;
  /** `http://127.0.0.1:<port>`; null while nobody listens. */
  readonly baseUrl: string | null;
  /** The path of the socket; null without one. */
  readonly socket: string | null;
  readonly capabilities: AgentCapabilities;
  readonly nowMs: number;
}

export async function writeDiscovery(facts: DiscoveryFacts): Promise<void> {
  const { threadId, paths, secret, baseUrl, socket, capabilities, nowMs } = facts;
  await writeJsonFile(paths.discovery, {
    thread_id: threadId,
    created_unix_ms: nowMs,
    ipc: socket === null ? null : { type: "uds", path: socket },
    http: baseUrl === null ? null : { url: `${baseUrl}/v1/events` },
    inbox: paths.inbox,
    drop_folder: paths.drop,
    token: threadToken(secret, threadId),
    capabilities: {
      notify: true,
      queue_for_next_turn: true,
      append_to_thread: capabilities.append,
      turn_steer: capabilities.steer,
      auto_turn: true,
    },
  });
}

/** The longest path that a socket's address holds on Linux; other systems have a few bytes less. */
const LONGEST_SOCKET_PATH = 103;

export function fitsSocket(path: string): boolean {
  return new TextEncoder().encode(path).length <= LONGEST_SOCKET_PATH;
}

/** A name for the one socket in the thread's folder; the socket's own path where that cannot be. */
export async function linkSocket(socket: string, name: string): Promise<string> {
  if (!fitsSocket(name)) return socket;
  try {
    await Deno.remove(name).catch(() => {});
    await Deno.link(socket, name);
    return name;
  } catch {
    return socket;
  }
}
