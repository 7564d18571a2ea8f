/**
 * Approvals: whether one is needed, and what the client's answer means. Knows the app-server's
 * decisions; it does not send anything.
 */
import type { Asking, Outcome, Step } from "./scenario.ts";
import type { Thread } from "./threads.ts";
import { type Answer, isFields } from "./wire.ts";

/** A decision, after the app-server's many spellings of it. */
export type Decision = "accept" | "acceptForSession" | "decline" | "cancel" | "failed";

/** Says whether the client is to be asked before `keys` (commands or files) are touched. */
export function mustAsk(thread: Thread, step: Asking, keys: readonly string[]): boolean {
  if (step.ask === undefined || thread.settings.approvalPolicy === "never") return false;
  return !keys.every((key) => [...thread.allowed].some((rule) => covers(rule, key)));
}

/** Reads the answer to an approval request; what the protocol does not know counts as failed. */
export function decisionOf(thread: Thread, answer: Answer, keys: readonly string[]): Decision {
  const result = "result" in answer && isFields(answer.result) ? answer.result : {};
  const { decision } = result;
  const rule = amendmentOf(decision);
  if (rule) {
    thread.allowed.add(`command:${rule.join(" ")} *`);
    return "accept";
  }
  if (decision === "acceptForSession") { for (const key of keys) thread.allowed.add(key); }
  return isDecision(decision) ? decision : "failed";
}

/** The steps that a scenario has for an outcome. */
export function stepsAfter(step: Asking, outcome: Outcome): Step[] {
  return step.on?.[outcome] ?? [];
}

/** A rule is a key, or the beginning of commands when it ends in ` *`. */
function covers(rule: string, key: string): boolean {
  if (!rule.endsWith(" *")) return rule === key;
  const prefix = rule.slice(0, -2);
  return key === prefix || key.startsWith(`${prefix} `);
}

function amendmentOf(decision: unknown): string[] | undefined {
  if (!isFields(decision)) return undefined;
  const inner = decision.acceptWithExecpolicyAmendment;
  const words = isFields(inner) ? inner.execpolicy_amendment : undefined;
  return Array.isArray(words) ? words.map(String) : undefined;
}

function isDecision(value: unknown): value is Exclude<Decision, "failed"> {
  return ["accept", "acceptForSession", "decline", "cancel"].includes(String(value));
}
