/**
 * Approvals: a request of the server that waits for a person. Owns the pending ones of a thread;
 * the gateway answers the server, and tells here what was decided.
 */
import { isObject, type JsonObject, type RequestId, stringAt } from "../protocol/message.ts";
import type { ApprovalStatus, ApprovalSubject, Change, PendingApproval } from "./change.ts";
import type { Handler } from "./handler.ts";
import { activity } from "./items.ts";
import type { ThreadState, WaitingApproval } from "./state.ts";

type RequestHandler = (
  thread: ThreadState,
  params: JsonObject,
  ts: string,
  requestId: RequestId,
) => Change[];

/** The requests that become approvals; the gateway refuses any other. */
export const approvalRequests = new Map<string, RequestHandler>(Object.entries<RequestHandler>({
  "item/commandExecution/requestApproval": (thread, params, ts, requestId) =>
    wait(thread, params, ts, requestId, {
      kind: "command",
      command: stringAt(params, "command") ?? "",
      cwd: stringAt(params, "cwd") ?? "",
    }),
  "item/fileChange/requestApproval": (thread, params, ts, requestId) =>
    wait(thread, params, ts, requestId, {
      kind: "file_change",
      files: (thread.fileChanges.get(stringAt(params, "itemId") ?? "") ?? []).map((change) => ({
        path: stringAt(change, "path") ?? "",
        diff: stringAt(change, "diff") ?? "",
      })),
    }),
}));

/** The server needs no answer any more: decided elsewhere, or its turn is over. */
export const onRequestResolved: Handler = (thread, params) => {
  for (const [id, waiting] of thread.approvals) {
    if (waiting.requestId !== params.requestId) continue;
    thread.approvals.delete(id);
    return [{ type: "approval_resolved", id, entry: null }];
  }
  return [];
};

/** Takes a pending approval out: the first decision wins, so a second caller gets null. */
export function takeApproval(thread: ThreadState, id: string): WaitingApproval | null {
  const waiting = thread.approvals.get(id) ?? null;
  thread.approvals.delete(id);
  return waiting;
}

/** The change that records a decision. */
export function decided(approval: PendingApproval, status: ApprovalStatus, ts: string): Change {
  const { id, turn_id, subject } = approval;
  return {
    type: "approval_resolved",
    id,
    entry: { id, ts, role: "approval", turn_id, status, subject },
  };
}

/** Closes what still waits: nobody will answer it any more. */
export function closeApprovals(thread: ThreadState, ts: string): Change[] {
  const waiting = [...thread.approvals.values()];
  thread.approvals.clear();
  return waiting.map(({ approval }) => decided(approval, "lost", ts));
}

function wait(
  thread: ThreadState,
  params: JsonObject,
  ts: string,
  requestId: RequestId,
  subject: ApprovalSubject,
): Change[] {
  const turn_id = stringAt(params, "turnId") ?? "";
  // One item may ask more than once, so the request's own id is part of the name.
  const id = `${turn_id}:approval:${stringAt(params, "itemId") ?? ""}:${requestId}`;
  const approval = { id, ts, turn_id, reason: stringAt(params, "reason"), subject };
  thread.approvals.set(id, { requestId, approval });
  return [{ type: "approval", approval }, ...activity(thread, "Waiting for your decision")];
}

/** True for a request that this module turns into an approval. */
export function isApprovalRequest(method: string, params: JsonObject): boolean {
  return approvalRequests.has(method) && isObject(params) && stringAt(params, "threadId") !== null;
}
