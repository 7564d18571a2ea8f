/**
 * Deciding approvals: the first decision wins, goes to the app-server and into the transcript. An
 * approval of a sub-agent is decided in the conversation that started it.
 */
import type { JsonObject, RequestId } from "../protocol/message.ts";
import { decide, type Decided } from "../router/approvals.ts";
import type { ApprovalEntry, ApprovalStatus, ApprovalSubject } from "../router/change.ts";
import { iso } from "../router/handler.ts";
import type { ThreadState } from "../router/state.ts";
import type { Bindings } from "./bindings.ts";
import type { Calls } from "./calls.ts";
import { ActionFailure } from "./failure.ts";
import type { Intake } from "./intake.ts";
import type { Recorder } from "./recorder.ts";

export interface ApprovalParts {
  readonly bindings: Bindings;
  readonly calls: Calls;
  readonly intake: Intake;
  readonly recorder: Recorder;
  readonly now: () => number;
}

/** An approval that was decided elsewhere and is only to be recorded. */
export interface ApprovalRecord {
  readonly approval_id?: string | undefined;
  readonly turn_id?: string | undefined;
  readonly status: Extract<ApprovalStatus, "accepted" | "declined">;
  readonly path?: string | undefined;
  readonly diff?: string | undefined;
  readonly command?: string | undefined;
}

const STATUS_OF: Readonly<Record<Extract<Decided, { ok: false }>["code"], number>> = {
  already_decided: 409,
  unknown_decision: 400,
  invalid_answer: 400,
};

/** Decides an approval; `given` is what a form or a question got. */
export async function decideApproval(
  parts: ApprovalParts,
  conversationId: string,
  approvalId: string,
  decision: string,
  given: JsonObject,
): Promise<void> {
  const { calls, recorder, now } = parts;
  const client = calls.client();
  const thread = waitingIn(parts, conversationId, ({ approvals }) => approvals.has(approvalId));
  const decided = decide(thread, approvalId, decision, given, iso(now()));
  if (!decided.ok) {
    throw new ActionFailure(STATUS_OF[decided.code], decided.code, decided.message);
  }
  recorder.record(conversationId, [decided.change]);
  try {
    await client.respond(decided.requestId, decided.result);
  } catch (error) {
    const why = `the decision could not be sent: ${(error as Error).message}`;
    throw new ActionFailure(503, "app_server_gone", why, { cause: error, retryAfterS: 1 });
  }
}

/** The approval that waits under a request's own id, for those who answer by that. */
export function approvalOfRequest(
  parts: Pick<ApprovalParts, "intake" | "bindings">,
  requestId: RequestId,
): { readonly conversationId: string; readonly approvalId: string } | null {
  for (const [threadId, thread] of parts.intake.state.threads) {
    const conversationId = parts.bindings.ownerOf(threadId);
    if (conversationId === null) continue;
    for (const [approvalId, waiting] of thread.approvals) {
      if (waiting.requestId === requestId) return { conversationId, approvalId };
    }
  }
  return null;
}

/** Records a decision that a client made by other means. */
export function recordApproval(
  parts: Pick<ApprovalParts, "recorder" | "now">,
  conversationId: string,
  record: ApprovalRecord,
): string {
  const ts = iso(parts.now());
  const id = record.approval_id ?? crypto.randomUUID();
  const entry: ApprovalEntry = {
    id,
    ts,
    role: "approval",
    ...(record.turn_id === undefined ? {} : { turn_id: record.turn_id }),
    status: record.status,
    subject: subjectOf(record),
    decided_at: ts,
  };
  parts.recorder.record(conversationId, [{ type: "approval_resolved", id, entry }]);
  return id;
}

function subjectOf({ command, path = "", diff = "" }: ApprovalRecord): ApprovalSubject {
  if (command !== undefined) return { kind: "command", command, cwd: "" };
  return { kind: "file_change", files: [{ path, change: "update", diff }] };
}

function waitingIn(
  { bindings, intake }: ApprovalParts,
  conversationId: string,
  wanted: (thread: ThreadState) => boolean,
): ThreadState | null {
  const threads = bindings.threadsOf(conversationId).map((id) => intake.thread(id));
  return threads.find((thread) => thread !== undefined && wanted(thread)) ?? null;
}
