/**
 * The folder of a thread's events, `CODEX_HOME/sessions/<thread_id>/`: the names in it, and whether
 * what lies there can be trusted to be ours. A link, a stranger's file or one that others may write
 * is refused with a sentence, not used.
 */
import { join } from "@std/path";
import { THREAD_ID } from "./schema.ts";

/** The names of DESIGN; producers rely on them. */
export interface ThreadPaths {
  readonly folder: string;
  readonly discovery: string;
  readonly socket: string;
  readonly inbox: string;
  readonly drop: string;
  readonly log: string;
  readonly state: string;
  readonly lock: string;
  readonly quarantine: string;
}

export function threadPaths(codexHome: string, threadId: string): ThreadPaths {
  if (!THREAD_ID.test(threadId)) throw new Error(`"${threadId}" is not a thread's id`);
  const folder = join(codexHome, "sessions", threadId);
  return {
    folder,
    discovery: join(folder, "external_events.json"),
    socket: join(folder, "events.sock"),
    inbox: join(folder, "external_events.inbox.jsonl"),
    drop: join(folder, "inbox"),
    log: join(folder, "external_events.log.jsonl"),
    state: join(folder, "external_events_state.json"),
    lock: join(folder, "external_events.lock"),
    quarantine: join(folder, "external_events.quarantine.jsonl"),
  };
}

export type Kind = "file" | "folder";

/** What {@link Deno.lstat} tells, as far as it matters here. */
export type FileFacts = Pick<
  Deno.FileInfo,
  "isFile" | "isDirectory" | "isSymlink" | "uid" | "mode"
>;

/** Why something cannot be used, or null. `uid` is ours; null where the system has none. */
export function distrust(info: FileFacts, kind: Kind, uid: number | null): string | null {
  if (info.isSymlink) return "it is a symbolic link";
  if (kind === "file" ? !info.isFile : !info.isDirectory) return `it is no ${kind}`;
  if (uid !== null && info.uid !== null && info.uid !== uid) return "it belongs to another user";
  if (info.mode !== null && (info.mode & 0o022) !== 0) return "others may write to it";
  return null;
}

/** The same for a path; "missing" if there is nothing. */
export async function checkPath(
  path: string,
  kind: Kind,
  uid: number | null,
): Promise<"missing" | { readonly problem: string | null; readonly info: Deno.FileInfo }> {
  try {
    const info = await Deno.lstat(path);
    const reason = distrust(info, kind, uid);
    return { info, problem: reason === null ? null : `${path} is not used: ${reason}` };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "missing";
    throw error;
  }
}

/** Makes the folder if there is none; throws a sentence if what is there cannot be trusted. */
export async function prepareFolder(path: string, uid: number | null): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  const found = await checkPath(path, "folder", uid);
  if (found !== "missing" && found.problem !== null) throw new Error(found.problem);
}
