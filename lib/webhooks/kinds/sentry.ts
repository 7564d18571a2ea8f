/**
 * Sentry (an internal integration): `Sentry-Hook-Signature` is the HMAC of the body with the client
 * secret. Its timestamp is not signed and proves nothing, so the identity is the signed body.
 */
import type { Severity } from "../../events/modes.ts";
import { textAt, typeOf, words } from "../fields.ts";
import type { HookEvent, HookKind } from "../kind.ts";
import { contentId, hmacHex, sameText } from "../signatures.ts";

type Words = Pick<HookEvent, "severity" | "title" | "summary"> & Partial<HookEvent>;

export const sentry: HookKind = {
  secretForm: "words",
  setUp:
    "Settings, Custom Integrations, an internal integration: the address as webhook URL. Sentry " +
    "makes the secret (Client Secret): make the hook with --secret-file and that text in the file.",
  problem({ headers, body }, secret) {
    const signature = headers.get("sentry-hook-signature");
    if (signature === null) return "it has no Sentry-Hook-Signature";
    return sameText(signature, hmacHex(secret, body)) ? null : "its signature does not fit";
  },
  events({ headers, body }, json) {
    const resource = headers.get("sentry-hook-resource") ?? "unknown";
    if (resource === "installation") return [];
    const action = textAt(json, "action");
    const described = (RESOURCES[resource] ?? other(resource))(json, action ?? "changed");
    return [{
      id: contentId(body),
      type: typeOf("sentry", resource, action),
      ...described,
      labels: { request: headers.get("request-id") ?? undefined, ...described.labels },
    }];
  },
};

const LEVELS: Readonly<Record<string, Severity>> = {
  fatal: "critical",
  error: "error",
  warning: "warning",
  info: "info",
  debug: "debug",
  sample: "debug",
};

const RESOURCES: Readonly<Record<string, (json: unknown, action: string) => Words>> = {
  issue: (json, action) => ({
    severity: QUIET.has(action)
      ? "info"
      : LEVELS[textAt(json, "data", "issue", "level") ?? ""] ?? "error",
    title: words("Issue", textAt(json, "data", "issue", "shortId"), action),
    summary: words(
      textAt(json, "data", "issue", "title"),
      from(textAt(json, "data", "issue", "culprit")),
    ),
    instance: textAt(json, "data", "issue", "project", "slug"),
    url: textAt(json, "data", "issue", "web_url") ?? textAt(json, "data", "issue", "permalink"),
    correlation: textAt(json, "data", "issue", "id"),
    time: textAt(json, "data", "issue", "lastSeen"),
  }),
  event_alert: (json) => ({
    severity: LEVELS[textAt(json, "data", "event", "level") ?? ""] ?? "error",
    title: words("Alert", quoted(textAt(json, "data", "triggered_rule")), "triggered"),
    summary: words(
      textAt(json, "data", "event", "title"),
      from(textAt(json, "data", "event", "culprit")),
    ),
    instance: textAt(json, "data", "event", "project"),
    url: textAt(json, "data", "event", "web_url"),
    correlation: textAt(json, "data", "event", "issue_id"),
    time: textAt(json, "data", "event", "datetime"),
  }),
  metric_alert: (json, action) => ({
    severity: ({ critical: "critical", warning: "warning" } as const)[action] ?? "info",
    title: textAt(json, "data", "description_title") ?? `Metric alert ${action}`,
    summary: textAt(json, "data", "description_text") ?? "",
    url: textAt(json, "data", "web_url"),
    correlation: textAt(json, "data", "metric_alert", "id"),
    time: textAt(json, "data", "metric_alert", "date_detected"),
  }),
  error: (json, action) => ({
    severity: LEVELS[textAt(json, "data", "error", "level") ?? ""] ?? "error",
    title: words("Error", action),
    summary: words(
      textAt(json, "data", "error", "title"),
      from(textAt(json, "data", "error", "culprit")),
    ),
    url: textAt(json, "data", "error", "web_url"),
    correlation: textAt(json, "data", "error", "issue_id"),
    time: textAt(json, "data", "error", "datetime"),
  }),
  comment: (json, action) => ({
    severity: "info",
    title: words("Comment", action, from(textAt(json, "actor", "name"))),
    summary: textAt(json, "data", "comment") ?? "",
    correlation: textAt(json, "data", "issue_id"),
    time: textAt(json, "data", "timestamp"),
  }),
};

/** What ends or quiets an issue. */
const QUIET = new Set(["resolved", "archived", "ignored", "assigned"]);

function other(resource: string): (json: unknown, action: string) => Words {
  return (_, action) => ({
    severity: "info",
    title: `${resource.replaceAll("_", " ")} ${action}`,
    summary: "",
  });
}

const from = (place: string | undefined) => place && `(${place})`;
const quoted = (name: string | undefined) => name && `"${name}"`;
