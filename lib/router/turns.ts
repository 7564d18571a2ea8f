/** Turns: their start and end, the plan, token usage, errors. */
import {
  arrayAt,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../protocol/message.ts";
import type { Change, PlanStep, TurnStatus } from "./change.ts";
import { closeApprovals } from "./approvals.ts";
import type { Handler } from "./handler.ts";
import { activity, closeOpen } from "./items.ts";
import type { ThreadState } from "./state.ts";

export const onTurnStarted: Handler = (thread, params) => {
  thread.turnId = stringAt(objectAt(params, "turn"), "id");
  thread.failed = false;
  thread.diffs.clear();
  thread.fileChanges.clear();
  return activity(thread, "Thinking");
};

export const onTurnCompleted: Handler = (thread, params, ts) => {
  const turn = objectAt(params, "turn");
  return endTurn(thread, ts, {
    turnId: stringAt(turn, "id") ?? thread.turnId ?? "",
    status: turnStatus(stringAt(turn, "status")),
    durationMs: numberAt(turn, "durationMs"),
    error: stringAt(objectAt(turn, "error"), "message"),
  });
};

/** How and when a turn came to its end. */
export interface TurnEnd {
  readonly turnId: string;
  readonly status: TurnStatus;
  readonly durationMs: number | null;
  readonly error: string | null;
}

/** Closes all that the turn left open: items, plan, approvals. */
export function endTurn(thread: ThreadState, ts: string, end: TurnEnd): Change[] {
  const { turnId, status, durationMs, error } = end;
  const changes = [
    ...closeOpen(thread, ts, ["assistant", "reasoning", "command"]),
    ...closeApprovals(thread, ts),
    ...finishPlan(thread, turnId, ts),
  ];
  if (status === "failed" && !thread.failed) {
    changes.push(errorChange(turnId, ts, error ?? "the turn failed"));
  }
  thread.turnId = null;
  thread.fileChanges.clear();
  const id = `${turnId}:end`;
  changes.push({
    type: "status",
    entry: { id, ts, role: "status", turn_id: turnId, status, duration_ms: durationMs },
  }, ...activity(thread, null));
  return changes;
}

export const onPlan: Handler = (thread, params, ts) => {
  const id = `${stringAt(params, "turnId") ?? ""}:plan`;
  const steps = arrayAt(params, "plan").filter(isObject).map(planStep);
  thread.plan = { id, steps };
  return [{ type: "plan", id, ts, steps }];
};

export const onTokenUsage: Handler = (_thread, params, ts) => {
  const usage = objectAt(params, "tokenUsage");
  const turnId = stringAt(params, "turnId") ?? "";
  const total = numberAt(objectAt(usage, "total"), "totalTokens");
  if (total === null) return [];
  return [{
    type: "token_count",
    entry: {
      id: `${turnId}:usage`,
      ts,
      role: "token_usage",
      turn_id: turnId,
      total_tokens: total,
      last_tokens: numberAt(objectAt(usage, "last"), "totalTokens") ?? 0,
      context_window: numberAt(usage, "modelContextWindow"),
    },
  }];
};

export const onError: Handler = (thread, params, ts) => {
  const turnId = stringAt(params, "turnId") ?? "";
  const message = stringAt(objectAt(params, "error"), "message") ?? "unknown error";
  // A lost stream leaves its message dangling and starts a new one.
  const cut = closeOpen(thread, ts, ["assistant", "reasoning"]);
  if (params.willRetry === true) return [...cut, { type: "warning", text: message }];
  thread.failed = true;
  return [...cut, errorChange(turnId, ts, message)];
};

function finishPlan(thread: ThreadState, turnId: string, ts: string): Change[] {
  if (thread.plan === null) return [];
  const { id, steps } = thread.plan;
  thread.plan = null;
  return [{ type: "plan_finalize", entry: { id, ts, role: "plan", turn_id: turnId, steps } }];
}

function errorChange(turnId: string, ts: string, text: string): Change {
  return {
    type: "error",
    entry: { id: `${turnId}:error`, ts, role: "error", turn_id: turnId, text },
  };
}

function planStep(step: JsonObject): PlanStep {
  const status = stringAt(step, "status");
  return {
    step: stringAt(step, "step") ?? "",
    status: status === "completed"
      ? "completed"
      : status === "inProgress"
      ? "in_progress"
      : "pending",
  };
}

function turnStatus(status: string | null): TurnStatus {
  return status === "completed" || status === "interrupted" ? status : "failed";
}
