/** `events send`: one event into a thread, by the door or the inbox file; waits for its proof if asked. */
import { EVENT_STATES, type EventState } from "../../events/progress.ts";
import type { Receipt } from "../../events/receipt.ts";
import { compose, COMPOSE_FLAGS } from "./compose.ts";
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
import { receiptText } from "./event_text.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";
import { findAccess, type ThreadAccess } from "./find_door.ts";
import { command as preview } from "./preview.ts";
import { bodyOf } from "./reading.ts";
import { sendEvent } from "./sending.ts";

export const command: EventsCommand = {
  name: "send",
  summary: "Send one event into a thread",
  usage: "--thread <id> --type <text> --title <text> [flags]",
  flags: [
    THREAD_FLAG,
    ...COMPOSE_FLAGS,
    {
      name: "wait",
      placeholder: "<state>",
      summary: `Wait for a state, such as observed; one of ${EVENT_STATES.join(", ")}`,
    },
    { name: "timeout", placeholder: "<seconds>", summary: "How long to wait; 60 if not given" },
    { name: "dry-run", summary: "Send nothing; show what would become of it" },
    ...SERVER_FLAGS,
  ],
  maxArgs: 0,
  notes: [
    "While the server does not run, the event is written to the thread's inbox file, which the server",
    "reads when it starts. It says so, and exits with 0: the event is safe, but not accepted yet.",
  ],
  async run(call) {
    if (call.flags["dry-run"]) return await preview.run(call);
    const wait = textFlag(call, "wait");
    if (wait !== undefined && !EVENT_STATES.includes(wait as EventState)) {
      return misused(call, `--wait is to be one of ${EVENT_STATES.join(", ")}`);
    }
    const seconds = Number(textFlag(call, "timeout") ?? 60);
    if (!(seconds >= 0)) return misused(call, "--timeout is to be a number of seconds");
    const found = await findAccess(call);
    if (!found.ok) return fail(call, found);
    const composed = await compose(call, found.access.threadId);
    if (!composed.ok) return fail(call, composed);
    const { access } = found;
    const { sent, event } = composed;
    const mayWrite = textFlag(call, "server") === undefined;
    const result = await sendEvent(access, sent, event.event_id, call.config, mayWrite);
    if (!result.ok) return fail(call, result);
    if (wait === undefined || result.via === "inbox") {
      tell(
        call,
        result,
        () =>
          result.via === "http"
            ? `${result.event_id} accepted: ${result.state} (${result.delivered.mode})\n`
            : `${result.event_id} written to ${result.inbox}\n`,
      );
    }
    if (result.via === "inbox") {
      call.terminal.err(
        `pilothouse: ${result.reason}: the event lies in the inbox file and is taken when it starts\n`,
      );
      return wait === undefined ? EVENTS_EXIT.ok : EVENTS_EXIT.notReached;
    }
    if (wait === undefined) return EVENTS_EXIT.ok;
    return await waitFor(call, access, event.event_id, event.source.name, wait, seconds);
  },
};

/** The server holds a request for 25 s at most, so a long wait is several. */
const ONE_WAIT_S = 25;

async function waitFor(
  call: EventsCall,
  { door, threadId }: ThreadAccess,
  eventId: string,
  source: string,
  wanted: string,
  seconds: number,
): Promise<number> {
  const end = call.now() + seconds * 1_000;
  for (;;) {
    const left = Math.max(0, (end - call.now()) / 1_000);
    const timeout_s = String(Math.min(ONE_WAIT_S, left));
    const query = { thread: threadId, source, wait: wanted, timeout_s };
    const body = bodyOf(await door!.receipt(eventId, query));
    if (!body.ok) return fail(call, body);
    const { ok: _, reached, ...rest } = body as { ok: true; reached?: boolean };
    const receipt = rest as unknown as Receipt;
    const over = ENDS.includes(receipt.state);
    if (reached !== true && !over && left > 0) continue;
    tell(call, { ok: reached === true, ...receipt }, () => receiptText(receipt));
    if (reached === true) return EVENTS_EXIT.ok;
    const why = receipt.reason === null ? "" : `: ${receipt.reason}`;
    const message = `${eventId} is ${receipt.state}, not ${wanted}${why}`;
    call.terminal.err(`pilothouse: ${message}\n`);
    return EVENTS_EXIT.notReached;
  }
}

/** States after which nothing comes by itself. */
const ENDS: readonly string[] = ["indeterminate", "expired", "dead", "acked", "notified"];
