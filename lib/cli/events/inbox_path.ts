/** `events inbox-path`: where a script can append events of a thread itself. Touches nothing. */
import { threadPaths } from "../../events/thread_folder.ts";
import { type EventsCommand, fail, tell, THREAD_FLAG } from "./events_command.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";
import { readDiscovery, threadOf } from "./find_door.ts";

export const command: EventsCommand = {
  name: "inbox-path",
  summary: "Print the path of a thread's inbox file",
  usage: "--thread <id> [--json]",
  flags: [THREAD_FLAG],
  maxArgs: 0,
  async run(call) {
    const threadId = threadOf(call);
    if (typeof threadId !== "string") return fail(call, threadId);
    const { inbox, drop, discovery, log, quarantine } = threadPaths(
      call.config.codex_home,
      threadId,
    );
    const served = await readDiscovery(discovery);
    const { url: http = null, socket = null } = served ?? {};
    const paths = { inbox, drop_folder: drop, discovery, log, quarantine, http, socket };
    tell(call, { ok: true, thread_id: threadId, ...paths }, () => `${inbox}\n`);
    return EVENTS_EXIT.ok;
  },
};
