/**
 * Any sender that follows Standard Webhooks: `id.time.body` is signed, so the id can be relied on.
 * The body has `type`, `timestamp` and `data`; words for people are looked for in `data`.
 */
import type { Severity } from "../../events/modes.ts";
import { SEVERITIES } from "../../events/modes.ts";
import { textAt, typeOf } from "../fields.ts";
import type { HookKind } from "../kind.ts";
import { standardProblem } from "../signatures.ts";

export const standard: HookKind = {
  secretForm: "whsec",
  setUp: "Give the sender the address and the secret (whsec_…).",
  problem: ({ headers, body }, secret, nowMs) => standardProblem(headers, body, secret, nowMs),
  events({ headers }, json) {
    const type = textAt(json, "type") ?? "unknown";
    const named = textAt(json, "data", "severity") ?? textAt(json, "data", "level");
    return [{
      // Ids of any length are allowed there, not here.
      id: (headers.get("webhook-id") ?? "").slice(0, 200),
      type: typeOf(...type.split(".")) || "unknown",
      severity: SEVERITIES.find((severity): severity is Severity => severity === named) ??
        guess(type),
      title: textAt(json, "data", "title") ?? type,
      summary: textAt(json, "data", "summary") ?? textAt(json, "data", "description") ??
        textAt(json, "data", "message") ?? "",
      runId: textAt(json, "data", "id"),
      url: textAt(json, "data", "url"),
      time: textAt(json, "timestamp"),
    }];
  },
};

/** `build.failed` is worth more than `build.started`, whoever says it. */
function guess(type: string): Severity {
  return /fail|error|crash|denied/i.test(type) ? "error" : "info";
}
