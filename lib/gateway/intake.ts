/**
 * Everything that the app-server says by itself: routed, recorded under the right conversation,
 * and watched for the start and end of turns. Owns the router's state. Threads that are nobody's
 * are ignored; what a sub-agent asks is asked in the conversation that started it.
 */
import { stripEnvelopes } from "../context/envelope.ts";
import type { Message, Notification, RequestId, ServerRequest } from "../protocol/message.ts";
import { objectAt, stringAt } from "../protocol/message.ts";
import type { Change, TurnStatus } from "../router/change.ts";
import { endAll, endThread, route } from "../router/route.ts";
import { initialState, type RouterState, type ThreadState } from "../router/state.ts";
import type { Bindings } from "./bindings.ts";
import type { Recorder } from "./recorder.ts";
import type { Turns } from "./turns.ts";

/** A turn of a conversation is over. */
export interface TurnEnded {
  readonly conversationId: string;
  readonly turnId: string;
  readonly status: TurnStatus;
  /** `person`: somebody asked to stop it; `crash`: the app-server went away. */
  readonly by: "itself" | "person" | "crash";
}

export interface IntakeParts {
  readonly bindings: Bindings;
  readonly recorder: Recorder;
  readonly turns: Turns;
  readonly now: () => number;
  readonly onTurnEnded: (ended: TurnEnded) => void;
  /** The app-server has a message, and said so. */
  readonly onEcho: (threadId: string, messageId: string, turnId: string | null) => void;
  /** Answers a request of the server that is no approval; false if nobody can. */
  readonly answer: (request: ServerRequest) => boolean;
  readonly refuse: (id: RequestId, reason: string) => void;
  /** The server let go of a thread, renamed it, and the like. */
  readonly onThreadNews: (threadId: string, news: Notification) => void;
}

/** What a sub-agent's thread may show in the conversation of its parent. */
const SHARED: ReadonlySet<Change["type"]> = new Set<Change["type"]>([
  "approval",
  "approval_resolved",
]);

const THREAD_NEWS = new Set(["thread/closed", "thread/deleted", "thread/name/updated"]);

export class Intake {
  readonly #parts: IntakeParts;
  readonly state: RouterState = initialState({ strip: stripEnvelopes });

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Takes one message of the app-server, in the order of the pipe. */
  receive(message: Exclude<Message, { kind: "response" }>): void {
    if (message.kind === "notification") this.#follow(message);
    const { threadId, changes } = route(this.state, message, this.#parts.now());
    if (message.kind === "request" && !this.#isTaken(message, threadId, changes)) return;
    if (threadId !== null) this.#noticeStart(threadId);
    if (changes.length === 0) return;
    if (threadId !== null) this.#noticeEcho(threadId, changes);
    this.#record(threadId, changes);
    if (threadId !== null) this.#noticeEnd(threadId, changes, "itself");
  }

  /** The app-server is gone: what it was doing is over. */
  disconnected(): void {
    const { turns, now } = this.#parts;
    for (const [threadId, changes] of endAll(this.state, now())) {
      this.#record(threadId, changes);
      this.#noticeEnd(threadId, changes, "crash");
    }
    turns.reset();
  }

  /** The conversation is gone, and nobody is to hear of its threads. */
  forget(threadIds: readonly string[]): void {
    for (const threadId of threadIds) {
      endThread(this.state, threadId, this.#parts.now());
      this.#parts.turns.forget(threadId);
    }
  }

  /** The state of a thread, if it was ever heard of. */
  thread(threadId: string): ThreadState | undefined {
    return this.state.threads.get(threadId);
  }

  #follow(news: Notification): void {
    const { bindings, onThreadNews } = this.#parts;
    if (news.method === "thread/started") {
      const thread = objectAt(news.params, "thread");
      const [id, parent] = [stringAt(thread, "id"), stringAt(thread, "parentThreadId")];
      if (id !== null && parent !== null) bindings.adopt(id, parent);
    }
    const threadId = stringAt(news.params, "threadId");
    if (threadId !== null && THREAD_NEWS.has(news.method)) onThreadNews(threadId, news);
  }

  /** True if the request became an approval that somebody can see; else it is answered here. */
  #isTaken(request: ServerRequest, threadId: string | null, changes: readonly Change[]): boolean {
    const { bindings, answer, refuse, recorder } = this.#parts;
    const owner = threadId === null ? null : bindings.ownerOf(threadId);
    if (changes.length > 0 && owner !== null) return true;
    if (answer(request)) return false;
    // Without an answer the server would wait for ever.
    const reason = changes.length > 0
      ? "nobody is there to decide: the thread belongs to no conversation"
      : `${request.method} is not supported by Pilothouse`;
    if (threadId !== null) this.state.threads.get(threadId)?.approvals.clear();
    refuse(request.id, reason);
    recorder.record(owner, [{ type: "warning", text: `The agent asked for something: ${reason}` }]);
    return false;
  }

  #record(threadId: string | null, changes: readonly Change[]): void {
    const { bindings, recorder } = this.#parts;
    if (threadId === null) return recorder.record(null, changes);
    const conversation = bindings.conversationOf(threadId);
    if (conversation !== null) return recorder.record(conversation, changes);
    const shared = changes.filter(({ type }) => SHARED.has(type));
    const owner = shared.length === 0 ? null : bindings.ownerOf(threadId);
    if (owner !== null) recorder.record(owner, shared);
  }

  #noticeStart(threadId: string): void {
    const { turns } = this.#parts;
    const turnId = this.state.threads.get(threadId)?.turnId ?? null;
    if (turnId !== null && !turns.runs(threadId, turnId)) turns.started(threadId, turnId);
  }

  #noticeEcho(threadId: string, changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.type !== "message") continue;
      this.#parts.onEcho(threadId, change.entry.id, change.entry.turn_id ?? null);
    }
  }

  #noticeEnd(threadId: string, changes: readonly Change[], why: "itself" | "crash"): void {
    const { turns, bindings, onTurnEnded } = this.#parts;
    for (const change of changes) {
      if (change.type !== "status") continue;
      const { turn_id: turnId = "", status } = change.entry;
      // A review ends under another id than it runs; then the router knows that nothing runs.
      const idle = (this.state.threads.get(threadId)?.turnId ?? null) === null;
      const by = turns.ended(threadId, turnId, idle) && why === "itself" ? "person" : why;
      const conversationId = bindings.conversationOf(threadId);
      if (conversationId !== null) onTurnEnded({ conversationId, turnId, status, by });
    }
  }
}
