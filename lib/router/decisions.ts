/**
 * Decisions: what a person can choose for each kind of request, and the answer that the server
 * expects for it. Pure tables; sending the answer is the gateway's business.
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
import type { ApprovalStatus, DecisionOption, PendingApproval } from "./approval.ts";
import { oneLine } from "./bounds.ts";

/** What a decision leads to: the answer to send, perhaps completed by what the person gave. */
export interface Outcome {
  readonly status: ApprovalStatus;
  readonly result: JsonObject;
  /** The answer wants what the person filled in. */
  readonly takes?: "form" | "answers";
}

/** A button with its outcome. */
export interface Choice {
  readonly option: DecisionOption;
  readonly outcome: Outcome;
}

/** A pending approval with the id under which the server waits for our answer. */
export interface WaitingApproval {
  readonly requestId: RequestId;
  readonly approval: PendingApproval;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** It ends with its turn; otherwise only when the server says so. */
  readonly withTurn: boolean;
}

type Tone = DecisionOption["tone"];

/** Accept, decline and the rest for a command; those that the server proposes come with weight. */
export function commandChoices(params: JsonObject): Choice[] {
  const proposed = arrayAt(params, "availableDecisions");
  const choices = [
    decision("accept", "Accept", "primary", "accepted", "accept"),
    decision(
      "acceptForSession",
      "Accept for session",
      "normal",
      "accepted_for_session",
      "acceptForSession",
      "The same command is not asked about again in this session",
    ),
    ...ruleChoices(params, proposed),
    decision("decline", "Decline", "normal", "declined", "decline", "The agent goes on without it"),
    decision("cancel", "Cancel the turn", "danger", "cancelled", "cancel"),
  ];
  if (proposed.length === 0) return choices;
  const names = new Set(proposed.map((one) => typeof one === "string" ? one : ""));
  return choices.map((choice) =>
    names.has(choice.option.id) || isObject(choice.outcome.result.decision)
      ? choice
      : { ...choice, option: { ...choice.option, proposed: false } }
  );
}

/** The decisions for a change of files. */
export function fileChangeChoices(): Choice[] {
  return [
    decision("accept", "Accept", "primary", "accepted", "accept"),
    decision(
      "acceptForSession",
      "Accept for session",
      "normal",
      "accepted_for_session",
      "acceptForSession",
      "These files are not asked about again in this session",
    ),
    decision("decline", "Decline", "normal", "declined", "decline", "The agent goes on without it"),
    decision("cancel", "Cancel the turn", "danger", "cancelled", "cancel"),
  ];
}

/** The decisions for more permissions: what is granted is what was asked for, or nothing. */
export function permissionChoices(params: JsonObject): Choice[] {
  const asked = objectAt(params, "permissions");
  const permissions: JsonObject = {};
  for (const key of ["network", "fileSystem"]) {
    if (isObject(asked[key])) permissions[key] = asked[key];
  }
  const grant = (scope: string): JsonObject => ({ permissions, scope });
  return [
    choice("accept", "Grant for this turn", "primary", "accepted", grant("turn")),
    choice(
      "acceptForSession",
      "Grant for session",
      "normal",
      "accepted_for_session",
      grant("session"),
    ),
    choice("decline", "Decline", "normal", "declined", { permissions: {}, scope: "turn" }),
  ];
}

/** The decisions for what an MCP server asks. */
export function elicitationChoices(params: JsonObject): Choice[] {
  const persist = arrayAt(objectAt(params, "_meta"), "persist");
  const accept = (_meta: Json): JsonObject => ({ action: "accept", content: {}, _meta });
  const refuse = (action: string): JsonObject => ({ action, content: null, _meta: null });
  const form = { takes: "form" } as const;
  const choices = [choice("accept", "Accept", "primary", "accepted", accept(null), form)];
  if (persist.includes("session")) {
    const result = accept({ persist: "session" });
    choices.push(
      choice("acceptForSession", "Accept for session", "normal", "accepted_for_session", result, {
        ...form,
        hint: "This tool is not asked about again in this session",
      }),
    );
  }
  if (persist.includes("always")) {
    const result = accept({ persist: "always" });
    choices.push(
      choice("acceptAlways", "Always accept", "normal", "accepted_with_rule", result, {
        ...form,
        hint: "This tool is never asked about again",
      }),
    );
  }
  choices.push(
    choice("decline", "Decline", "normal", "declined", refuse("decline")),
    choice("cancel", "Cancel", "danger", "cancelled", refuse("cancel")),
  );
  return choices;
}

/** Answering the questions of a tool, or leaving them open. */
export function userInputChoices(): Choice[] {
  const none = { answers: {} };
  return [
    choice("accept", "Answer", "primary", "answered", none, { takes: "answers" }),
    choice("decline", "Skip", "normal", "declined", none, {
      hint: "The agent goes on without an answer",
    }),
  ];
}

/** The decisions of the requests that older servers send, in their own words. */
export function legacyChoices(): Choice[] {
  return [
    decision("accept", "Accept", "primary", "accepted", "approved"),
    decision(
      "acceptForSession",
      "Accept for session",
      "normal",
      "accepted_for_session",
      "approved_for_session",
    ),
    decision("decline", "Decline", "normal", "declined", "denied", "The agent goes on without it"),
    decision("cancel", "Cancel the turn", "danger", "cancelled", "abort"),
  ];
}

/** The rules that a command's request proposes, each once. */
function ruleChoices(params: JsonObject, proposed: readonly Json[]): Choice[] {
  const choices = new Map<string, Choice>();
  const add = (one: Choice | null) => one !== null && choices.set(one.option.id, one);
  for (const one of proposed) {
    if (!isObject(one)) continue;
    const rule = objectAt(one, "acceptWithExecpolicyAmendment");
    add(prefixChoice(arrayAt(rule, "execpolicy_amendment")));
    add(networkChoice(
      objectAt(objectAt(one, "applyNetworkPolicyAmendment"), "network_policy_amendment"),
    ));
  }
  add(prefixChoice(arrayAt(params, "proposedExecpolicyAmendment")));
  for (const one of arrayAt(params, "proposedNetworkPolicyAmendments")) {
    if (isObject(one)) add(networkChoice(one));
  }
  return [...choices.values()];
}

function prefixChoice(amendment: readonly Json[]): Choice | null {
  const words = amendment.filter((word) => typeof word === "string");
  if (words.length === 0) return null;
  const id = "acceptWithExecpolicyAmendment";
  const label = "Accept, and always allow this";
  const decision = { [id]: { execpolicy_amendment: words } };
  return choice(id, label, "normal", "accepted_with_rule", { decision }, {
    hint: `Adds a rule for commands that begin with: ${oneLine(words.join(" "), 200)}`,
  });
}

function networkChoice(amendment: JsonObject): Choice | null {
  const host = stringAt(amendment, "host");
  const action = stringAt(amendment, "action");
  if (host === null || (action !== "allow" && action !== "deny")) return null;
  const decision = {
    applyNetworkPolicyAmendment: { network_policy_amendment: { host, action } },
  };
  const id = `applyNetworkPolicyAmendment:${action}:${oneLine(host, 200)}`;
  const name = oneLine(host, 80);
  return action === "allow"
    ? choice(id, `Always allow ${name}`, "normal", "accepted_with_rule", { decision })
    : choice(id, `Always block ${name}`, "normal", "declined", { decision });
}

/** A choice whose answer is `{decision}`. */
function decision(
  id: string,
  label: string,
  tone: Tone,
  status: ApprovalStatus,
  word: string,
  hint?: string,
): Choice {
  return choice(
    id,
    label,
    tone,
    status,
    { decision: word },
    hint === undefined ? {} : { hint },
  );
}

function choice(
  id: string,
  label: string,
  tone: Tone,
  status: ApprovalStatus,
  result: JsonObject,
  more: { readonly hint?: string; readonly takes?: "form" | "answers" } = {},
): Choice {
  const { hint, takes } = more;
  return {
    option: { id, label, tone, ...(hint === undefined ? {} : { hint }) },
    outcome: { status, result, ...(takes === undefined ? {} : { takes }) },
  };
}
