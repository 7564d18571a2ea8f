/**
 * News that belong to no item: warnings, rerouted models, hooks, automatic reviews, servers of
 * tools that did not start. Those of a thread are kept as notices; those of all are passing words.
 */
import { arrayAt, isObject, type JsonObject, objectAt, stringAt } from "../protocol/message.ts";
import { activity } from "./activity.ts";
import { clip, idAt, jsonText, LONGEST, oneLine } from "./bounds.ts";
import type { Change, CommandStatus, NoticeBody } from "./change.ts";
import { begin, type Handler } from "./handler.ts";
import { sealReasoning } from "./reasoning.ts";
import type { ThreadState } from "./state.ts";

/** What a notification has to say; null for nothing. */
type Say = (params: JsonObject) => (NoticeBody & { readonly status?: CommandStatus }) | null;

const SAY: Readonly<Record<string, Say>> = {
  "warning": (params) => warning(stringAt(params, "message")),
  "guardianWarning": (params) => warning(stringAt(params, "message")),
  "configWarning": (params) => warning(withDetails(params), stringAt(params, "path")),
  "deprecationNotice": (params) => warning(withDetails(params)),
  "windows/worldWritableWarning": (params) =>
    warning(`Folders that everybody may write to: ${arrayAt(params, "samplePaths").join(", ")}`),
  "model/rerouted": (params) => ({
    kind: "model",
    text: oneLine(
      `${word(params, "fromModel")} was replaced by ${word(params, "toModel")}: ${
        jsonText(params.reason, 200)
      }`,
    ),
  }),
  "model/verification": (params) => ({
    kind: "model",
    text: oneLine(
      `The model asks for a verification: ${arrayAt(params, "verifications").join(", ")}`,
    ),
  }),
  "modelProvider/authRecoveryStarted": (params) => ({
    kind: "model",
    text: oneLine(stringAt(params, "message") ?? `Signing in to ${word(params, "provider")} again`),
  }),
  "modelProvider/authRecoveryCompleted": (params) => ({
    kind: "model",
    text: oneLine(stringAt(params, "message") ?? `Signed in to ${word(params, "provider")} again`),
  }),
  "autoApprovalReview/strictReviewRequired": () => ({
    kind: "auto_review",
    text: "Every command of this turn is reviewed before it runs",
  }),
  "item/autoApprovalReview/completed": review,
  "hook/completed": hook,
  "mcpServer/startupStatus/updated": (params) =>
    stringAt(params, "status") !== "failed" ? null : {
      kind: "mcp_server",
      text: `The tool server ${word(params, "name")} did not start`,
      output: clip(stringAt(params, "error") ?? "", LONGEST.toolText),
      status: "failed",
    },
  "mcpServer/oauthLogin/completed": (params) =>
    params.success !== false ? null : warning(
      `The login to ${word(params, "name")} failed: ${
        stringAt(params, "error") ?? "no reason given"
      }`,
    ),
  "thread/reverted": () => ({
    kind: "history",
    text: "The conversation was set back: the agent has forgotten some of the above",
  }),
  "thread/realtime/error": (params) => warning(stringAt(params, "message")),
};

/** The methods that are told here. */
export const NEWS_METHODS: readonly string[] = Object.keys(SAY);
const TABLE = new Map(Object.entries(SAY));

/** News of a thread: a row. Warnings keep their own type of event. */
export const onNews: Handler = (thread, params, ms, method) => {
  const body = TABLE.get(method)?.(params) ?? null;
  if (body === null) return [];
  const turnId = idAt(params, "turnId") ?? thread.turnId;
  const changes = sealReasoning(thread);
  const began = begin(thread, turnId ?? "", `${method}:${thread.shared.places.last + 1}`, ms);
  const turn = turnId === null ? {} : { turn_id: turnId };
  const entry = { ...began, role: "notice", ...turn, ...body } as const;
  changes.push(
    body.kind === "warning"
      ? { type: "warning", text: body.text, entry }
      : { type: "notice", entry },
  );
  return changes;
};

/** News without a thread concern all pages, and are kept by none. */
export function newsForAll(method: string, params: JsonObject): Change[] {
  const body = method === "error"
    ? warning(stringAt(objectAt(params, "error"), "message") ?? stringAt(params, "message"))
    : TABLE.get(method)?.(params) ?? null;
  if (body === null) return [];
  const text = body.output === undefined ? body.text : `${body.text}: ${oneLine(body.output)}`;
  return [{ type: "warning", text }];
}

/** A tool tells how far it is: the status line shows it. */
export const onToolProgress: Handler = (thread, params) => progress(thread, params, "message");

/** A model's answer is held back for a moment while it is checked. */
export const onSafetyBuffering: Handler = (thread, params) =>
  params.showBufferingUi === true ? activity(thread, "The answer is being checked") : [];

function progress(thread: ThreadState, params: JsonObject, key: string): Change[] {
  const text = oneLine(stringAt(params, key) ?? "", 120);
  return text === "" || thread.turnId === null ? [] : activity(thread, text);
}

function warning(text: string | null, path: string | null = null): NoticeBody | null {
  if (text === null || text === "") return null;
  return {
    kind: "warning",
    text: clip(text, LONGEST.line),
    ...(path === null ? {} : { path: oneLine(path) }),
  };
}

function withDetails(params: JsonObject): string | null {
  const parts = [stringAt(params, "summary"), stringAt(params, "details")].filter(Boolean);
  return parts.length === 0 ? null : parts.join("\n");
}

/** A hook is worth a line when it failed, stopped something or has something to say. */
function hook(params: JsonObject): ReturnType<Say> {
  const run = objectAt(params, "run");
  const status = stringAt(run, "status") ?? "completed";
  const said = arrayAt(run, "entries").filter(isObject)
    .map((entry) => stringAt(entry, "text") ?? "").filter((text) => text !== "");
  if (status === "completed" && said.length === 0) return null;
  const words = HOOK_ENDS.get(status) ?? "ran";
  const output = [stringAt(run, "statusMessage"), ...said].filter(Boolean).join("\n");
  return {
    kind: "hook",
    text: `The hook for ${word(run, "eventName")} ${words}`,
    status: status === "failed" || status === "blocked" ? "failed" : "completed",
    ...(output === "" ? {} : { output: clip(output, LONGEST.toolText) }),
  };
}

const HOOK_ENDS = new Map(Object.entries({
  completed: "ran",
  failed: "failed",
  blocked: "blocked the agent",
  stopped: "stopped the agent",
}));

/** An automatic reviewer decided in the person's place: that is to be seen. */
function review(params: JsonObject): ReturnType<Say> {
  const { status, rationale } = objectAt(params, "review");
  const action = objectAt(params, "action");
  const what = stringAt(action, "command") ?? stringAt(action, "target") ??
    stringAt(action, "toolName") ?? stringAt(action, "program") ?? stringAt(action, "type") ?? "?";
  const verdict = typeof status === "string" ? REVIEWS.get(status) ?? status : "Reviewed";
  return {
    kind: "auto_review",
    text: oneLine(`${verdict}: ${what}`),
    status: status === "approved" ? "completed" : "declined",
    ...(typeof rationale === "string" ? { output: clip(rationale, LONGEST.toolText) } : {}),
  };
}

const REVIEWS = new Map(Object.entries({
  approved: "Approved by the automatic review",
  denied: "Denied by the automatic review",
  timedOut: "The automatic review took too long",
  aborted: "The automatic review was stopped",
}));

function word(params: JsonObject, key: string): string {
  return oneLine(stringAt(params, key) ?? "?", 200);
}
