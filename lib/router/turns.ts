/** Turns: their start, their end with all that they leave open, and the plan of a turn. */
import {
  arrayAt,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../protocol/message.ts";
import { activity } from "./activity.ts";
import { closeApprovals } from "./approvals.ts";
import { clip, idAt, LONGEST, MOST, oneLine } from "./bounds.ts";
import type { Change, PlanStep, TurnStatus } from "./change.ts";
import { errorChange } from "./errors.ts";
import { begin, type Handler, iso, nameTurn } from "./handler.ts";
import { onItemCompleted } from "./items.ts";
import { closeOpen } from "./open_items.ts";
import { sealReasoning } from "./reasoning.ts";
import type { ThreadState } from "./state.ts";

export const onTurnStarted: Handler = (thread, params, ms) => {
  const turnId = turnIdOf(params);
  if (turnId !== null && turnId === thread.turnId) return [];
  // The end of the turn before was missed: it cannot be running any more.
  const changes = thread.turnId === null ? [] : endTurn(thread, ms, {
    turnId: thread.turnId,
    status: "interrupted",
    durationMs: null,
    error: null,
  });
  thread.turnId = turnId ?? "";
  thread.outerTurnId = idAt(objectAt(params, "turn"), "rootTurnId");
  nameTurn(thread, thread.turnId);
  thread.failed = false;
  thread.fileChanges.clear();
  return [...changes, ...activity(thread, "Thinking")];
};

export const onTurnCompleted: Handler = (thread, params, ms, method) => {
  const turn = objectAt(params, "turn");
  const turnId = turnIdOf(params) ?? thread.turnId ?? "";
  const changes: Change[] = [];
  // The turn brings its last message along; that helps where its own end was missed.
  for (const item of arrayAt(turn, "items").filter(isObject)) {
    if (!thread.open.has(idAt(item, "id") ?? "")) continue;
    changes.push(...onItemCompleted(thread, { item, turnId }, ms, method));
  }
  const error = isObject(turn.error) ? turn.error : objectAt(params, "error");
  changes.push(...endTurn(thread, ms, {
    turnId,
    status: turnStatus(stringAt(turn, "status") ?? stringAt(params, "status")),
    durationMs: numberAt(turn, "durationMs"),
    error: isObject(error) && stringAt(error, "message") !== null ? error : null,
  }));
  return changes;
};

/** How and when a turn came to its end. */
export interface TurnEnd {
  readonly turnId: string;
  readonly status: TurnStatus;
  readonly durationMs: number | null;
  readonly error: JsonObject | null;
}

/** Closes all that the turn left open: items, plan, approvals. */
export function endTurn(thread: ThreadState, ms: number, end: TurnEnd): Change[] {
  const { turnId, status, durationMs, error } = end;
  const current = thread.turnId === null || thread.turnId === turnId ||
    thread.outerTurnId === turnId;
  const changes = [
    ...(current ? sealReasoning(thread) : []),
    ...closeOpen(thread, ms, (item) => current || item.turnId === turnId),
    ...closeApprovals(
      thread,
      iso(ms),
      ({ withTurn, approval }) => withTurn && (current || approval.turn_id === turnId),
    ),
    ...(current ? finishPlan(thread) : []),
  ];
  if (status === "failed" && !(current && thread.failed)) {
    changes.push(errorChange(thread, turnId, ms, error ?? { message: "the turn failed" }));
  }
  changes.push(...keepUsage(thread));
  const began = begin(thread, turnId, "end", ms);
  changes.push({
    type: "status",
    entry: { ...began, role: "status", turn_id: turnId, status, duration_ms: durationMs },
  });
  if (!current) return changes;
  thread.turnId = null;
  thread.outerTurnId = null;
  thread.legacyItems.clear();
  thread.fileChanges.clear();
  return [...changes, ...activity(thread, null)];
}

export const onPlan: Handler = (thread, params, ms) => {
  const turnId = idAt(params, "turnId") ?? thread.turnId ?? "";
  const changes = thread.plan !== null && thread.plan.turnId !== turnId ? finishPlan(thread) : [];
  if (thread.plan === null) changes.push(...sealReasoning(thread));
  const { id, ts, place } = thread.plan ?? begin(thread, turnId, "plan", ms);
  const steps = arrayAt(params, "plan").filter(isObject).slice(0, MOST.planSteps).map(planStep);
  const said = stringAt(params, "explanation");
  const explanation = said === null || said === "" ? null : clip(said, LONGEST.toolText);
  thread.plan = { id, ts, place, turnId, steps, explanation };
  const words = explanation === null ? {} : { explanation };
  return [...changes, { type: "plan", id, ts, place, steps, ...words }];
};

/** Writes the plan of the turn, if there is one. */
export function finishPlan(thread: ThreadState): Change[] {
  if (thread.plan === null) return [];
  const { id, ts, place, turnId, steps, explanation } = thread.plan;
  thread.plan = null;
  const words = explanation === null ? {} : { explanation };
  return [{
    type: "plan",
    entry: { id, ts, place, role: "plan", turn_id: turnId, steps, ...words },
  }];
}

function keepUsage(thread: ThreadState): Change[] {
  const entry = thread.usage;
  thread.usage = null;
  return entry === null ? [] : [{ type: "token_count", usage: entry, entry }];
}

function planStep(step: JsonObject): PlanStep {
  const status = stringAt(step, "status");
  return {
    step: oneLine(stringAt(step, "step") ?? ""),
    status: status === "completed"
      ? "completed"
      : status === "inProgress" || status === "in_progress"
      ? "in_progress"
      : "pending",
  };
}

function turnIdOf(params: JsonObject): string | null {
  return idAt(objectAt(params, "turn"), "id") ?? idAt(params, "turnId");
}

function turnStatus(status: string | null): TurnStatus {
  return status === "completed" || status === "interrupted" ? status : "failed";
}
