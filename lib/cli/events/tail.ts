/**
 * `events tail`: follows a thread's events and their states until it is stopped. Looks anew each time
 * where they are to be had, so that it goes on when the server starts or ends. Bounded: remembers the
 * states of the latest events only, and says when some came too fast to be shown.
 */
import type { Receipt } from "../../events/receipt.ts";
import {
  type EventsCall,
  type EventsCommand,
  fail,
  misused,
  SERVER_FLAGS,
  textFlag,
  THREAD_FLAG,
} from "./events_command.ts";
import { eventLine } from "./event_text.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";
import { findAccess } from "./find_door.ts";
import { limitOf } from "./list.ts";
import { readEvents } from "./reading.ts";

const LOOK_EVERY_MS = 400;
/** As many as the door gives at once. */
const REMEMBERED = 500;

export const command: EventsCommand = {
  name: "tail",
  summary: "Follow a thread's events and their states, a line each",
  usage: "--thread <id> [flags]",
  flags: [
    THREAD_FLAG,
    { name: "last", placeholder: "<number>", summary: "Begin with the last ones; 10 if not given" },
    { name: "until-idle", summary: "End when no event is under way any more" },
    ...SERVER_FLAGS,
  ],
  maxArgs: 0,
  async run(call) {
    const last = limitOf(textFlag(call, "last") ?? "10");
    if (last === null) return misused(call, "--last is to be a number from 1 to 500");
    const stopped = stopSignal();
    const known = new Map<number, string>();
    let highest = 0;
    for (let first = true;; first = false) {
      const found = await findAccess(call);
      // A server that was named may come back; wrong flags never get right.
      if (!found.ok && (first || found.code !== "no_server")) return fail(call, found);
      const query = { states: [], limit: first ? last : REMEMBERED };
      const page = found.ok ? await readEvents(found.access, query, call.now()) : null;
      if (page !== null && !page.ok && page.code !== "no_server") return fail(call, page);
      if (page?.ok) {
        highest = show(call, page.events, known, first ? 0 : highest);
        if (call.flags["until-idle"] && page.events.every(isAtRest)) return EVENTS_EXIT.ok;
      }
      if (await stopped(LOOK_EVERY_MS)) return EVENTS_EXIT.ok;
    }
  },
};

/** Prints what is new or has another state, the oldest first; gives the highest number seen. */
function show(
  { flags, terminal }: EventsCall,
  events: readonly Receipt[],
  known: Map<number, string>,
  highest: number,
): number {
  const oldest = events.at(-1)?.seq ?? 0;
  if (highest > 0 && events.length === REMEMBERED && oldest > highest + 1) {
    terminal.err(`pilothouse: ${oldest - highest - 1} events came too fast to be shown\n`);
  }
  for (const receipt of events.toReversed()) {
    if (known.get(receipt.seq) === receipt.state) continue;
    known.set(receipt.seq, receipt.state);
    terminal.out(flags["json"] ? `${JSON.stringify(receipt)}\n` : eventLine(receipt));
  }
  for (const seq of known.keys()) if (seq < oldest) known.delete(seq);
  return Math.max(highest, events[0]?.seq ?? 0);
}

const UNDER_WAY = ["accepted", "queued", "steering", "turn_starting"];

function isAtRest({ state, mode }: Receipt): boolean {
  return !UNDER_WAY.includes(state) && (state !== "injected" || mode === "append_to_thread");
}

/** Waits; true as soon as somebody told us to stop. */
function stopSignal(): (ms: number) => Promise<boolean> {
  let over = false;
  let wake = () => {};
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(name, () => {
      over = true;
      wake();
    });
  }
  return async (ms) => {
    if (over) return true;
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms);
    });
    return over;
  };
}
