/** The rooms of the gateway, constructed and tied together; what each does is its own business. */
import type { AppServer } from "../app_server/app_server.ts";
import type { Hub } from "../hub/hub.ts";
import type { ServerRequest } from "../protocol/message.ts";
import { iso } from "../router/handler.ts";
import type { Conversations } from "../transcript/conversations.ts";
import { Bindings } from "./bindings.ts";
import { Calls } from "./calls.ts";
import { CommandContext, type ContextSettings } from "./command_context.ts";
import { type Companion, NO_COMPANION } from "./companion.ts";
import { together } from "./companions.ts";
import { Delivery } from "./delivery.ts";
import { forgetConversation } from "./forget.ts";
import { Intake } from "./intake.ts";
import { Messages } from "./messages.ts";
import { Models } from "./models.ts";
import { OneByOne } from "./one_by_one.ts";
import { Outside } from "./outside.ts";
import type { MessageMode } from "./queue.ts";
import { QueueStore } from "./queue_store.ts";
import { Receipts } from "./receipts.ts";
import { Recorder } from "./recorder.ts";
import { Recovery } from "./recovery.ts";
import { answerOf } from "./server_requests.ts";
import { ShellRows } from "./shell_rows.ts";
import { syncThread } from "./thread_sync.ts";
import { Threads } from "./threads.ts";
import { Turns } from "./turns.ts";

/** What the gateway leans on. */
export interface GatewayOptions {
  readonly appServer: AppServer;
  readonly conversations: Conversations;
  readonly hub: Hub;
  readonly now: () => number;
  readonly report: (problem: string) => void;
  /** What a message does while a turn runs, where nobody says. */
  readonly messageMode: () => Exclude<MessageMode, "auto">;
  /** What travels with messages. */
  readonly companion?: Companion;
  /** Whether and how the person's commands do. */
  readonly contextSettings?: () => ContextSettings;
  /** How long an action waits for a restart of the app-server. */
  readonly restartMs?: number;
}

const COMMANDS_GO_ALONG: ContextSettings = { commands: true, carrier: "envelope" };

/** Constructs the rooms, those first that lean on no other. */
export function assemble(options: GatewayOptions) {
  const { appServer, conversations, hub, now, report } = options;
  const calls = new Calls(appServer, options.restartMs);
  const { contextSettings = () => COMMANDS_GO_ALONG } = options;
  const base = {
    ...{ appServer, conversations, hub, now, calls, contextSettings },
    bindings: new Bindings(),
    turns: new Turns(),
    serial: new OneByOne(),
    models: new Models(calls, now),
    recorder: new Recorder(conversations, hub, now),
    queues: new QueueStore({
      folder: (id) => conversations.folderOf(id),
      onChange: (id, queue) => hub.publish(id, { type: "queue", queue }, iso(now())),
      report,
    }),
  };
  const context = new CommandContext(base);
  const companion = together([options.companion ?? NO_COMPANION, context.companion]);
  const ground = { ...base, context, companion };
  const threads = new Threads({
    ...ground,
    onLoaded: (threadId) => companion.loaded(threadId),
  });
  const receipts = new Receipts(conversations, ground.queues);
  const delivery = new Delivery({ ...ground, threads });
  const messages = new Messages({
    ...ground,
    ...{ delivery, receipts },
    defaultMode: options.messageMode,
  });
  const recovery = new Recovery({ ...ground, ...{ threads, delivery, messages } });
  const intake = new Intake({
    ...ground,
    onTurnEnded: (ended) => {
      const threadId = ground.bindings.threadOf(ended.conversationId);
      messages.turnEnded(ended).catch((error) => report(`the queue is stuck: ${error.message}`))
        // A message that waited has its turn first.
        .then(() => threadId !== null && companion.turnEnded(threadId, ended.turnId));
    },
    onEcho: (threadId, messageId, turnId) => companion.echoed(threadId, messageId, turnId),
    answer: (request: ServerRequest) => answerOf(request, calls, now),
    refuse: (id, message) => {
      calls.client().refuse(id, { code: -32601, message }).catch(() => {});
    },
    onThreadNews: (threadId, { method }) => {
      if (method === "thread/closed") threads.unloaded(threadId);
    },
  });
  conversations.listen({
    onChange: (change) => {
      if (change.kind === "deleted") forgetConversation(rooms, change.meta.conversation_id);
      else void syncThread(rooms, change);
    },
  });
  const outside = new Outside({ ...ground, threads });
  const shell = new ShellRows({ ...ground, report });
  const rooms = {
    ...ground,
    threads,
    receipts,
    delivery,
    messages,
    recovery,
    intake,
    outside,
    shell,
  };
  return rooms;
}
