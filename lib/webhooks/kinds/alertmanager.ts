/**
 * Prometheus Alertmanager signs nothing: it sends the secret as a bearer token. A notice holds a
 * group of alerts; each becomes an event whose identity is alert, start and state, so that the
 * repeats that Alertmanager sends while an alert fires are told once.
 */
import type { Severity } from "../../events/modes.ts";
import { at, listAt, textAt, typeOf, words } from "../fields.ts";
import type { HookKind } from "../kind.ts";
import { contentId, sameText } from "../signatures.ts";

/** A notice with more is cut; `max_alerts` of Alertmanager makes the cut visible there, too. */
const MOST_ALERTS = 100;

export const alertmanager: HookKind = {
  secretForm: "words",
  setUp:
    "A receiver with webhook_configs: url is the address, http_config.authorization.credentials " +
    "(or credentials_file) the secret.",
  problem({ headers }, secret) {
    const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    if (bearer === undefined) return "it has no bearer token: set http_config.authorization";
    return sameText(bearer, secret) ? null : "its token does not fit";
  },
  events(_, json) {
    const group = textAt(json, "groupKey");
    return listAt(json, "alerts").slice(0, MOST_ALERTS).map((alert) => {
      const status = textAt(alert, "status") === "resolved" ? "resolved" : "firing";
      const name = textAt(alert, "labels", "alertname") ?? "alert";
      const place = textAt(alert, "labels", "instance") ?? textAt(alert, "labels", "job");
      const began = textAt(alert, "startsAt") ?? "";
      const who = textAt(alert, "fingerprint") ?? JSON.stringify(at(alert, "labels") ?? {});
      return {
        id: contentId([who, began, status].join("\n")),
        type: typeOf("alertmanager", "alert", status),
        severity: status === "resolved"
          ? "info" as const
          : SEVERITY[textAt(alert, "labels", "severity") ?? ""] ?? "warning",
        title: words(name, status, place && `on ${place}`),
        summary: words(
          textAt(alert, "annotations", "summary"),
          textAt(alert, "annotations", "description"),
        ),
        instance: place,
        url: textAt(alert, "generatorURL"),
        correlation: group === undefined ? undefined : contentId(group),
        time: status === "resolved" ? textAt(alert, "endsAt") : began,
        labels: {
          alertname: name,
          job: textAt(alert, "labels", "job"),
          runbook: textAt(alert, "annotations", "runbook_url"),
        },
      };
    });
  },
};

const SEVERITY: Readonly<Record<string, Severity>> = {
  none: "info",
  info: "info",
  warning: "warning",
  error: "error",
  page: "critical",
  critical: "critical",
};
