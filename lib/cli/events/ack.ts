/**
 * `events ack`: somebody has seen to these events. Asks the server; without one it takes the ledger
 * over for a moment, as the server would, so that the two never write at once.
 */
import { NO_CRASH } from "../../events/crash_points.ts";
import { Ledger } from "../../events/ledger.ts";
import { checkPath, type ThreadPaths } from "../../events/thread_folder.ts";
import { readJsonFile, writeJsonFile } from "../../disk/json_file.ts";
import {
  type EventsCommand,
  fail,
  failure,
  misused,
  SERVER_FLAGS,
  tell,
  textFlag,
  THREAD_FLAG,
} from "./events_command.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";
import { findAccess } from "./find_door.ts";
import { bodyOf } from "./reading.ts";

interface Acked {
  readonly event_id: string;
  readonly ok: boolean;
  readonly state: string | null;
}

export const command: EventsCommand = {
  name: "ack",
  summary: "Acknowledge events: somebody has seen to them",
  usage: "--thread <id> <event_id>… [flags]",
  flags: [
    THREAD_FLAG,
    { name: "source", placeholder: "<name>", summary: "The source, where ids are not unique" },
    ...SERVER_FLAGS,
  ],
  maxArgs: 500,
  notes: ["An event that still waits for a turn is then not told to the model any more."],
  async run(call) {
    const ids = call.args;
    if (ids.length === 0) {
      return misused(call, "say which events: events ack --thread <id> <event_id>…");
    }
    const found = await findAccess(call);
    if (!found.ok) return fail(call, found);
    const { door, threadId, paths } = found.access;
    const source = textFlag(call, "source");
    let results: readonly Acked[];
    if (door === null) results = await ackHere(paths, ids, source, call.now);
    else {
      const body = { thread_id: threadId, event_ids: ids, ...(source && { source }) };
      const answer = await door.ack(body);
      const listed = answer.kind === "answer" ? answer.body["results"] : undefined;
      const failed = bodyOf(answer);
      if (!Array.isArray(listed)) {
        return fail(
          call,
          failed.ok ? failure("failed", "the server's answer has no results") : failed,
        );
      }
      results = listed;
    }
    const ok = results.every((result) => result.ok);
    tell(
      call,
      { ok, results },
      () =>
        results.map(({ event_id, state }) => `${event_id} ${state ?? "is not known"}\n`).join(""),
    );
    if (ok) return EVENTS_EXIT.ok;
    const unknown = results.some(({ state }) => state === null);
    const message = unknown ? "no such event" : "it is being delivered just now: try again";
    call.terminal.err(`pilothouse: ${message}\n`);
    return unknown ? EVENTS_EXIT.notFound : EVENTS_EXIT.failed;
  },
};

async function ackHere(
  paths: ThreadPaths,
  ids: readonly string[],
  source: string | undefined,
  now: () => number,
): Promise<readonly Acked[]> {
  const found = await checkPath(paths.log, "file", Deno.uid());
  if (found === "missing") return ids.map((event_id) => ({ event_id, ok: false, state: null }));
  if (found.problem !== null) throw new Error(found.problem);
  using lock = await Deno.open(paths.lock, { write: true, create: true, mode: 0o600 });
  if (!await lock.tryLock(true)) throw new Error("a server has these events just now: try again");
  const ledger = await Ledger.open({ path: paths.log, now, crash: NO_CRASH, report: () => {} });
  try {
    const results: Acked[] = [];
    for (const event_id of ids) {
      const before = ledger.find(event_id, source);
      const after = before === null ? null : await ledger.advance(before.seq, "acked") ?? before;
      const state = after?.progress.state ?? null;
      if (after !== null) await showAgainFrom(paths.state, after.seq);
      results.push({ event_id, ok: state === "acked", state });
    }
    return results;
  } finally {
    await ledger.close();
  }
}

/** The server makes rows behind this mark anew when it starts: the page then shows the new state. */
async function showAgainFrom(path: string, seq: number): Promise<void> {
  const state = await readJsonFile(path).catch(() => null) as Record<string, unknown> | null;
  const recorded = state?.["recorded_seq"];
  if (typeof recorded !== "number" || recorded < seq) return;
  await writeJsonFile(path, { ...state, recorded_seq: seq - 1 });
}
