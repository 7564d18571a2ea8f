/** `events show`: everything about one event, or about the last ones of a thread. */
import {
  type EventsCommand,
  fail,
  misused,
  SERVER_FLAGS,
  tell,
  textFlag,
  THREAD_FLAG,
} from "./events_command.ts";
import { inboxLine, receiptText } from "./event_text.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";
import { findAccess } from "./find_door.ts";
import { limitOf } from "./list.ts";
import { readEvents, readReceipt } from "./reading.ts";

export const command: EventsCommand = {
  name: "show",
  summary: "Show the receipt of an event: its state, how it came there, its proof",
  usage: "--thread <id> <event_id> [flags]",
  flags: [
    THREAD_FLAG,
    { name: "source", placeholder: "<name>", summary: "The source, where ids are not unique" },
    { name: "last", placeholder: "<number>", summary: "The last ones instead of one by its id" },
    ...SERVER_FLAGS,
  ],
  maxArgs: 1,
  async run(call) {
    const [eventId] = call.args;
    const last = textFlag(call, "last");
    if ((eventId === undefined) === (last === undefined)) {
      return misused(call, "say which: an event's id, or --last <number>");
    }
    const found = await findAccess(call);
    if (!found.ok) return fail(call, found);
    const { access } = found;
    if (eventId === undefined) {
      const limit = limitOf(last);
      if (limit === null) return misused(call, "--last is to be a number from 1 to 500");
      const page = await readEvents(access, { states: [], limit }, call.now());
      if (!page.ok) return fail(call, page);
      tell(
        call,
        page,
        () =>
          [...page.in_inbox.map(inboxLine), ...page.events.map(receiptText)].join("\n") ||
          "no events\n",
      );
      return EVENTS_EXIT.ok;
    }
    const receipt = await readReceipt(access, eventId, textFlag(call, "source"), call.now());
    if (!receipt.ok) return fail(call, receipt);
    if ("in_inbox" in receipt) {
      const { in_inbox: event } = receipt;
      tell(call, { ok: true, state: "in_inbox", event }, () => inboxLine(event));
      call.terminal.err(`pilothouse: ${access.down}: no server has taken it yet\n`);
      return EVENTS_EXIT.ok;
    }
    tell(call, { ok: true, ...receipt.receipt }, () => receiptText(receipt.receipt));
    return EVENTS_EXIT.ok;
  },
};
