/**
 * The gateway between people and the app-server: the only writer to the pipe, and the only reader
 * of what comes back. Here its rooms are tied together, and routes find one method for each thing
 * that can be asked. What a thing takes is in the rooms.
 */
import type { QueueView } from "../hub/hub.ts";
import type { Json, JsonObject, Message } from "../protocol/message.ts";
import type { Meta } from "../transcript/conversations.ts";
import { act, type ActionName, type ActionOptions, type ActionResult } from "./actions.ts";
import * as approvals from "./approvals.ts";
import type { CommandContext } from "./command_context.ts";
import { unknownConversation } from "./failure.ts";
import { interruptTurn } from "./interrupts.ts";
import type { Draft } from "./messages.ts";
import type { Model } from "./models.ts";
import {
  type Live,
  liveOf,
  type OpenConversation,
  type RunningConversation,
  runningOf,
} from "./open_conversation.ts";
import type { Outside } from "./outside.ts";
import { type Arrangement, viewOf } from "./queue.ts";
import { arrangeQueue, removeQueued } from "./queue_edit.ts";
import type { Receipt } from "./receipts.ts";
import { assemble, type GatewayOptions } from "./rooms.ts";
import { callRpc, type RpcCall } from "./rpc.ts";
import type { ShellRows } from "./shell_rows.ts";

const FIRST_SCREEN = 80;

export class Gateway {
  readonly #options: GatewayOptions;
  readonly #parts: ReturnType<typeof assemble>;
  /** The latest look at what was on its way. */
  #recovered: Promise<void> = Promise.resolve();

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#parts = assemble(options);
  }

  /** Takes one message of the app-server, in the order of the pipe. */
  receive(message: Exclude<Message, { kind: "response" }>): void {
    this.#parts.intake.receive(message);
  }

  /** The app-server is gone: what it was doing is over. */
  disconnected(): void {
    this.#parts.intake.disconnected();
    this.#parts.companion.disconnected();
  }

  /** The app-server runs: what was on its way is sorted out, and what waits goes on. */
  connected(): void {
    this.#recovered = this.#parts.recovery.run().catch((error) => {
      this.#options.report(`messages on their way could not be sorted out: ${error.message}`);
    });
  }

  /** The commands that go with messages. */
  get context(): CommandContext {
    return this.#parts.context;
  }

  /** The conversation that a thread, or a sub-agent's thread, belongs to. */
  async ofThread(threadId: string): Promise<Meta | null> {
    const { conversations } = this.#options;
    const owner = this.#parts.bindings.ownerOf(threadId);
    return owner === null ? await conversations.ofThread(threadId) : await conversations.get(owner);
  }

  /** What is run in the shells. */
  get shell(): ShellRows {
    return this.#parts.shell;
  }

  /** Messages that no person wrote. */
  get outside(): Outside {
    return this.#parts.outside;
  }

  /** The app-server has ended for good: resolves when nothing is done or written any more. */
  async flush(): Promise<void> {
    const { serial, queues } = this.#parts;
    await this.#recovered;
    await serial.idle();
    await queues.flush();
  }

  /** Everything that a page needs to show a conversation and to go on from there. */
  async open(id: string): Promise<OpenConversation> {
    const { conversations, hub, appServer } = this.#options;
    const meta = await this.#meta(id);
    const queue = viewOf(await this.#parts.queues.get(id));
    const context = await this.context.view(id);
    // The order matters: what ends after this snapshot is in the file, and its event comes again.
    const seq = hub.seq;
    const live = this.#live(id, meta.thread_id);
    const { entries, first } = await conversations.transcript(id).range({ limit: FIRST_SCREEN });
    return { meta, seq, entries, first, live, queue, context, server: appServer.status };
  }

  /** What is going on: in one conversation, or, for null, in which ones. */
  snapshot(id: string | null): Live | { readonly running: readonly RunningConversation[] } {
    const { bindings, intake } = this.#parts;
    if (id !== null) return this.#live(id, bindings.threadOf(id));
    return { running: runningOf(intake.state, (threadId) => bindings.ownerOf(threadId)) };
  }

  /** Sends a message; the receipt says what became of it. */
  message(id: string, draft: Draft): Promise<Receipt> {
    return this.#parts.messages.send(id, draft);
  }

  /** Stops the running turn. The queue waits for a person, unless it is to go on. */
  interrupt(id: string, goOn = false): Promise<void> {
    return interruptTurn(this.#parts, id, goOn);
  }

  /** Decides an approval; the first decision wins. `answer` is what a form or question got. */
  async decide(
    id: string,
    approvalId: string,
    decision: string,
    answer: JsonObject = {},
  ): Promise<void> {
    await this.#meta(id);
    await approvals.decideApproval(this.#parts, id, approvalId, decision, answer);
  }

  /** Records a decision that was made elsewhere; gives the entry's id. */
  async recordApproval(id: string, record: approvals.ApprovalRecord): Promise<string> {
    await this.#meta(id);
    return approvals.recordApproval(this.#parts, id, record);
  }

  /** The conversation and approval that wait under a request's id. */
  approvalOfRequest(requestId: number | string) {
    return approvals.approvalOfRequest(this.#parts, requestId);
  }

  async queue(id: string): Promise<QueueView> {
    await this.#meta(id);
    return viewOf(await this.#parts.queues.get(id));
  }

  /** Puts the waiting messages into another order, with other texts, or fewer of them. */
  async arrangeQueue(
    id: string,
    arrangement: Arrangement,
    revision: number | null,
  ): Promise<QueueView> {
    await this.#meta(id);
    return await arrangeQueue(this.#parts, id, arrangement, revision);
  }

  /** Removes a waiting message, or, for null, all of them. */
  async removeQueued(id: string, messageId: string | null): Promise<QueueView> {
    await this.#meta(id);
    return await removeQueued(this.#parts, id, messageId);
  }

  /** Goes on with a queue that is held. */
  async continueQueue(id: string): Promise<QueueView> {
    await this.#parts.messages.goOn(id);
    return await this.queue(id);
  }

  async models(): Promise<readonly Model[]> {
    await this.#parts.calls.ready();
    return await this.#parts.models.list();
  }

  /** Compact, review, fork, rename and the like. */
  act(id: string, name: ActionName, options: ActionOptions): Promise<ActionResult> {
    return this.#parts.serial.run(id, async () => {
      return await act(this.#parts, await this.#meta(id), name, options);
    });
  }

  /** A call of a script or a tab, if it is an allowed one. */
  rpc(call: RpcCall): Promise<Json> {
    return callRpc(this.#parts, call);
  }

  /** Counts for debugging; nothing of what was said. */
  debugState(): Record<string, number> {
    const threads = [...this.#parts.intake.state.threads.values()];
    const sum = (size: (thread: typeof threads[number]) => number) =>
      threads.reduce((total, thread) => total + size(thread), 0);
    return {
      threads: threads.length,
      running_turns: sum(({ turnId }) => turnId === null ? 0 : 1),
      open_items: sum(({ open }) => open.size),
      pending_approvals: sum(({ approvals }) => approvals.size),
      queues: this.#parts.queues.busy().length,
    };
  }

  #live(id: string, threadId: string | null): Live {
    const { bindings, intake } = this.#parts;
    const others = bindings.threadsOf(id).filter((other) => other !== threadId);
    const live = liveOf(
      threadId === null ? undefined : intake.thread(threadId),
      others.map((other) => intake.thread(other)).filter((thread) => thread !== undefined),
    );
    return { ...live, items: [...live.items, ...this.shell.running(id)] };
  }

  async #meta(id: string): Promise<Meta> {
    const meta = await this.#options.conversations.get(id);
    if (meta === null) throw unknownConversation(id);
    return meta;
  }
}
