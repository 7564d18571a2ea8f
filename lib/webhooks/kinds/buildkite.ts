/**
 * Buildkite: `X-Buildkite-Signature: timestamp=…,signature=…` is the HMAC of time and body. The plain
 * `X-Buildkite-Token` is not taken: it proves nothing about the body.
 */
import type { Severity } from "../../events/modes.ts";
import { firstLine, textAt, typeOf, words } from "../fields.ts";
import type { HookKind } from "../kind.ts";
import { contentId, hmacHex, sameText, timeProblem } from "../signatures.ts";

export const buildkite: HookKind = {
  secretForm: "words",
  setUp:
    "Organization settings, Notification Services, Webhook: the address, the secret as token, " +
    'and "Send an HMAC signature in the X-Buildkite-Signature header".',
  problem({ headers, body }, secret, nowMs) {
    const header = headers.get("x-buildkite-signature");
    const [, time, signature] = /^timestamp=(\d+),signature=([0-9a-f]+)$/.exec(header ?? "") ?? [];
    if (time === undefined || signature === undefined) {
      return "it has no X-Buildkite-Signature: choose the signature, not the token, at Buildkite";
    }
    const late = timeProblem(time, nowMs);
    if (late !== null) return late;
    return sameText(signature, hmacHex(secret, `${time}.`, body))
      ? null
      : "its signature does not fit";
  },
  events({ headers, body }, json) {
    const event = headers.get("x-buildkite-event") ?? textAt(json, "event") ?? "unknown";
    if (event === "ping") return [];
    const pipeline = textAt(json, "pipeline", "slug") ?? "Buildkite";
    const number = textAt(json, "build", "number");
    const job = textAt(json, "job", "name") ?? textAt(json, "job", "id");
    const key = event.startsWith("job.") ? "job" : "build";
    const state = textAt(json, key, "state") ?? event.split(".")[1] ?? "unknown";
    const named = key === "job" ? words("Job", job && `"${job}" of`, "build") : "Build";
    return [{
      id: contentId(body),
      type: typeOf("buildkite", ...event.split("."), FINAL.has(state) ? state : undefined),
      severity: SEVERITY[state] ?? "info",
      title: words(named, number && `#${number}`, `${state} in ${pipeline}`),
      summary: words(
        `Branch ${textAt(json, "build", "branch") ?? "?"}.`,
        firstLine(textAt(json, "build", "message")),
      ),
      instance: pipeline,
      runId: textAt(json, "build", "id"),
      url: textAt(json, key, "web_url") ?? textAt(json, "build", "web_url"),
      correlation: textAt(json, "build", "id"),
      time: textAt(json, key, "finished_at") ?? textAt(json, key, "started_at") ??
        textAt(json, key, "created_at"),
      labels: { commit: textAt(json, "build", "commit"), branch: textAt(json, "build", "branch") },
    }];
  },
};

const FINAL = new Set(["passed", "failed", "canceled", "blocked"]);
const SEVERITY: Readonly<Record<string, Severity>> = {
  failed: "error",
  failing: "error",
  timed_out: "error",
  broken: "error",
  canceled: "warning",
  blocked: "warning",
};
