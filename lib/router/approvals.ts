/**
 * Approvals: a request of the server that waits for a person. Owns the pending ones of a thread
 * and what each kind of request asks; the gateway sends the answer that `decide` gives.
 */
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type RequestId,
  stringAt,
} from "../protocol/message.ts";
import type { ApprovalStatus, ApprovalSubject, PendingApproval } from "./approval.ts";
import { clip, idAt, jsonText, LONGEST, MOST, oneLine } from "./bounds.ts";
import type { Change } from "./change.ts";
import {
  type Choice,
  commandChoices,
  elicitationChoices,
  fileChangeChoices,
  legacyChoices,
  permissionChoices,
  userInputChoices,
  type WaitingApproval,
} from "./decisions.ts";
import { legacyFiles } from "./file_changes.ts";
import { fillAnswers, type Filled, fillForm, formFields, questionsOf } from "./forms.ts";
import { type Handler, iso, turnKey } from "./handler.ts";
import { activity } from "./activity.ts";
import { permissionLines } from "./permissions.ts";
import { nextPlace } from "./place.ts";
import { sealReasoning } from "./reasoning.ts";
import type { ThreadState } from "./state.ts";

/** What a request asks, and the ways to answer it. */
interface Asked {
  readonly subject: ApprovalSubject;
  readonly choices: readonly Choice[];
  /** False for what may be answered after its turn. */
  readonly withTurn?: boolean;
}
type Asking = (thread: ThreadState, params: JsonObject) => Asked;

/** The requests that become approvals; the gateway answers any other itself. */
const REQUESTS = new Map<string, Asking>(Object.entries<Asking>({
  "item/commandExecution/requestApproval": (_thread, params) => ({
    subject: commandSubject(params),
    choices: commandChoices(params),
  }),
  "item/fileChange/requestApproval": (thread, params) => ({
    subject: {
      kind: "file_change",
      files: thread.fileChanges.get(idAt(params, "itemId") ?? "") ?? [],
      ...optional("grant_root", stringAt(params, "grantRoot")),
    },
    choices: fileChangeChoices(),
  }),
  "item/permissions/requestApproval": (_thread, params) => ({
    subject: {
      kind: "permissions",
      cwd: oneLine(stringAt(params, "cwd") ?? ""),
      permissions: permissionLines(objectAt(params, "permissions")),
    },
    choices: permissionChoices(params),
  }),
  "mcpServer/elicitation/request": (_thread, params) => ({
    subject: elicitationSubject(params),
    choices: elicitationChoices(params),
  }),
  "item/tool/requestUserInput": (_thread, params) => ({
    subject: { kind: "user_input", questions: questionsOf(params) },
    choices: userInputChoices(),
    withTurn: params.isBlocking !== false,
  }),
  "execCommandApproval": (_thread, params) => ({
    subject: {
      kind: "command",
      command: clip(arrayAt(params, "command").join(" "), LONGEST.toolText),
      cwd: oneLine(stringAt(params, "cwd") ?? ""),
    },
    choices: legacyChoices(),
  }),
  "applyPatchApproval": (_thread, params) => ({
    subject: {
      kind: "file_change",
      files: legacyFiles(objectAt(params, "fileChanges")),
      ...optional("grant_root", stringAt(params, "grantRoot")),
    },
    choices: legacyChoices(),
  }),
}));

/** The names of all requests that become approvals. */
export const APPROVAL_METHODS: readonly string[] = [...REQUESTS.keys()];

/** Takes a request of the server. None changed means: not ours to ask about, refuse it. */
export function onRequest(
  thread: ThreadState,
  method: string,
  params: JsonObject,
  ms: number,
  requestId: RequestId,
): Change[] {
  const asking = REQUESTS.get(method);
  if (asking === undefined || thread.approvals.size >= MOST.approvals) return [];
  const { subject, choices, withTurn = true } = asking(thread, params);
  const turn_id = idAt(params, "turnId") ?? thread.turnId ?? "";
  const item = idAt(params, "itemId") ?? idAt(params, "callId") ?? "";
  const reason = stringAt(params, "reason");
  const changes = sealReasoning(thread);
  const approval: PendingApproval = {
    // One item may ask more than once, so the request's own id is part of the name.
    id: `${turnKey(thread, turn_id)}:approval:${item}:${String(requestId).slice(0, LONGEST.id)}`,
    ts: iso(ms),
    place: nextPlace(thread.shared.places),
    turn_id,
    reason: reason === null ? null : clip(reason, LONGEST.toolText),
    subject,
    decisions: choices.map(({ option }) => option),
  };
  const outcomes = new Map(choices.map(({ option, outcome }) => [option.id, outcome]));
  thread.approvals.set(approval.id, { requestId, approval, outcomes, withTurn });
  changes.push({ type: "approval", approval });
  return [...changes, ...activity(thread, "Waiting for your decision")];
}

/** The server needs no answer any more: decided elsewhere, or its turn is over. */
export const onRequestResolved: Handler = (thread, params, ms) => {
  for (const [id, { requestId, approval }] of thread.approvals) {
    if (requestId !== params.requestId) continue;
    thread.approvals.delete(id);
    return [resolved(approval, "withdrawn", iso(ms))];
  }
  return [];
};

/** What a decision came to: the answer to send and the change to record, or why not. */
export type Decided =
  | {
    readonly ok: true;
    readonly requestId: RequestId;
    readonly result: JsonObject;
    readonly change: Change;
  }
  | {
    readonly ok: false;
    readonly code: "already_decided" | "unknown_decision" | "invalid_answer";
    readonly message: string;
  };

/**
 * Decides a pending approval. The first decision wins: it takes the approval out, a later one is
 * told so. `given` is what the person filled in: form fields, or answers by question.
 */
export function decide(
  thread: ThreadState | null | undefined,
  approvalId: string,
  decision: string,
  given: JsonObject,
  ts: string,
): Decided {
  const waiting = thread?.approvals.get(approvalId);
  if (thread === null || thread === undefined || waiting === undefined) {
    const message = "this approval does not wait any more";
    return { ok: false, code: "already_decided", message };
  }
  const outcome = waiting.outcomes.get(decision);
  if (outcome === undefined) {
    const message = `"${decision}" is none of: ${[...waiting.outcomes.keys()].join(", ")}`;
    return { ok: false, code: "unknown_decision", message };
  }
  const filled = outcome.takes === undefined ? null : fill(waiting.approval.subject, given);
  if (filled?.ok === false) return { ok: false, code: "invalid_answer", message: filled.message };
  thread.approvals.delete(approvalId);
  const key = outcome.takes === "answers" ? "answers" : "content";
  const result = filled === null ? outcome.result : { ...outcome.result, [key]: filled.content };
  const more = { decision, ...optional("answer", filled?.answer || null) };
  const change = resolved(waiting.approval, outcome.status, ts, more);
  return { ok: true, requestId: waiting.requestId, result, change };
}

/** Closes what still waits, as far as it is chosen: nobody will answer it any more. */
export function closeApprovals(
  thread: ThreadState,
  ts: string,
  chosen: (waiting: WaitingApproval) => boolean,
): Change[] {
  const changes: Change[] = [];
  for (const [id, waiting] of thread.approvals) {
    if (!chosen(waiting)) continue;
    thread.approvals.delete(id);
    changes.push(resolved(waiting.approval, "lost", ts));
  }
  return changes;
}

function resolved(
  approval: PendingApproval,
  status: ApprovalStatus,
  decided_at: string,
  more: { readonly decision?: string; readonly answer?: string } = {},
): Change {
  const { id, ts, place, turn_id, subject, reason } = approval;
  const words = optional("reason", reason);
  const what = { turn_id, status, subject, decided_at, ...words, ...more };
  return { type: "approval_resolved", id, entry: { id, ts, place, role: "approval", ...what } };
}

function fill(subject: ApprovalSubject, given: JsonObject): Filled {
  if (subject.kind === "user_input") return fillAnswers(subject.questions, given);
  return fillForm(subject.kind === "elicitation" ? subject.fields : [], given);
}

function commandSubject(params: JsonObject): ApprovalSubject {
  const network = objectAt(params, "networkApprovalContext");
  const host = stringAt(network, "host");
  const permissions = permissionLines(objectAt(params, "additionalPermissions"));
  return {
    kind: "command",
    command: clip(stringAt(params, "command") ?? "", LONGEST.toolText),
    cwd: oneLine(stringAt(params, "cwd") ?? ""),
    ...(host === null
      ? {}
      : { network: { host: oneLine(host, 300), protocol: stringAt(network, "protocol") ?? "" } }),
    ...(permissions.length === 0 ? {} : { permissions }),
    ...(stringAt(params, "kind") === "writeStdin" ? { stdin: true } : {}),
  };
}

function elicitationSubject(params: JsonObject): ApprovalSubject {
  const mode = stringAt(params, "mode");
  const meta = objectAt(params, "_meta");
  const tool = stringAt(meta, "tool_name");
  const url = stringAt(params, "url");
  const message = stringAt(params, "message") ??
    [stringAt(params, "title"), stringAt(params, "description")].filter(Boolean).join("\n");
  return {
    kind: "elicitation",
    server: oneLine(stringAt(params, "serverName") ?? "?", 200),
    mode: mode === "url" ? "url" : mode === "openai/userVerification" ? "verification" : "form",
    message: clip(message, LONGEST.toolText),
    fields: formFields(objectAt(params, "requestedSchema")),
    ...(url === null ? {} : { url: oneLine(url) }),
    ...(tool === null ? {} : { tool: toolOf(tool, meta) }),
  };
}

function toolOf(name: string, meta: JsonObject): { name: string; description?: string } {
  const given: Json | undefined = meta.tool_params;
  return {
    name: oneLine(name, 200),
    ...optional("description", stringAt(meta, "tool_description")),
    ...(isObject(given) && Object.keys(given).length > 0 ? { input: jsonText(given) } : {}),
  };
}

function optional<K extends string>(
  key: K,
  text: string | null | undefined,
): { [P in K]?: string } {
  return text === null || text === undefined || text === ""
    ? {}
    : { [key]: clip(text, LONGEST.toolText) } as { [P in K]?: string };
}
