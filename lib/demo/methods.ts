/**
 * The table of methods that the demo agent answers. A new method is a line here and a function
 * beside its kin. Whatever is not in the table gets the real server's "unknown variant".
 */
import { DEMO_MODELS } from "./models.ts";
import { refuse } from "./requests.ts";
import type { Method } from "./service.ts";
import {
  archiveThread,
  forkThread,
  injectItems,
  listLoaded,
  listThreads,
  listTurns,
  nameThread,
  readThread,
  resumeThread,
  startThread,
  unarchiveThread,
  updateSettings,
} from "./thread_methods.ts";
import { compactThread, interruptTurn, startTurn, steerTurn } from "./turn_methods.ts";
import type { Fields } from "./wire.ts";

/** All methods after `initialize`, by name. */
export const METHODS: Readonly<Record<string, Method>> = {
  "thread/start": startThread,
  "thread/resume": resumeThread,
  "thread/fork": forkThread,
  "thread/archive": archiveThread,
  "thread/unarchive": unarchiveThread,
  "thread/name/set": nameThread,
  "thread/settings/update": updateSettings,
  "thread/compact/start": compactThread,
  "thread/list": listThreads,
  "thread/loaded/list": listLoaded,
  "thread/read": readThread,
  "thread/turns/list": listTurns,
  "thread/inject_items": injectItems,
  "turn/start": startTurn,
  "turn/steer": steerTurn,
  "turn/interrupt": interruptTurn,
  "model/list": always({ data: DEMO_MODELS, nextCursor: null }),
  "mcpServerStatus/list": always({ data: [], nextCursor: null }),
  "collaborationMode/list": always({
    data: [{ name: "Default", mode: "default", model: null, reasoning_effort: null }],
  }),
  "account/read": always({
    account: null,
    userId: null,
    requiresOpenaiAuth: false,
    workspaceRouting: null,
  }),
  "getAuthStatus": always({ authMethod: null, authToken: null, requiresOpenaiAuth: false }),
  "account/rateLimits/read": () =>
    refuse("codex account authentication required to read rate limits"),
};

/** A method whose answer is the same every time: there is no account and no server behind it. */
function always(result: Fields): Method {
  return (_service, _params, reply) => reply(result);
}
