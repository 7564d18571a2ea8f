// Deliveries as the senders make them, written after their public documentation: headers, body and
// what the hook must make of them. Signed here, by our own lines, so that a mistake in the
// program's arithmetic cannot hide behind itself.

import { createHmac } from "node:crypto";
import type { HookKindName } from "../../lib/webhooks/hook.ts";

export const SECRETS: Readonly<Record<HookKindName, string>> = {
  github: "It's a Secret to Everybody",
  gitlab: "whsec_" + btoa("a signing token of thirty-two by"),
  buildkite: "a token from Buildkite's page",
  alertmanager: "a-bearer-token-of-alertmanager",
  sentry: "the client secret of the integration",
  standard: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};

export interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
}

const hex = (secret: string, text: string) =>
  createHmac("sha256", secret).update(text).digest("hex");

/** Signs a body as each sender does. `at` is the moment of sending. */
export const SIGN: Readonly<Record<HookKindName, (body: string, atMs: number) => Sent["headers"]>> =
  {
    github: (body) => ({
      "x-hub-signature-256": `sha256=${hex(SECRETS.github, body)}`,
      "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    }),
    gitlab: (body, atMs) => standardHeaders(SECRETS.gitlab, "f5e5f430-f57b-4e6e-9fac", body, atMs),
    buildkite: (body, atMs) => {
      const time = Math.floor(atMs / 1_000);
      return {
        "x-buildkite-signature": `timestamp=${time},signature=${
          hex(SECRETS.buildkite, `${time}.${body}`)
        }`,
      };
    },
    alertmanager: () => ({ authorization: `Bearer ${SECRETS.alertmanager}` }),
    sentry: (body) => ({
      "sentry-hook-signature": hex(SECRETS.sentry, body),
      "sentry-hook-timestamp": "1731942000",
      "request-id": "c2b1d0a4-0000-4000-8000-000000000001",
    }),
    standard: (body, atMs) =>
      standardHeaders(SECRETS.standard, "msg_p5jXN8AQM9LWM0D4loKWxJek", body, atMs),
  };

export function standardHeaders(secret: string, id: string, body: string, atMs: number) {
  const key = Uint8Array.from(atob(secret.slice("whsec_".length)), (c) => c.charCodeAt(0));
  const time = Math.floor(atMs / 1_000);
  const mac = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${mac}`,
  };
}

interface Example {
  readonly kind: HookKindName;
  readonly headers?: Record<string, string>;
  readonly json: unknown;
  /** type, severity, title, and where given the summary's beginning. */
  readonly expected: readonly (readonly [type: string, severity: string, title: string])[];
}

const repository = { full_name: "harbour/tug", html_url: "https://github.com/harbour/tug" };

export const EXAMPLES: readonly Example[] = [
  {
    kind: "github",
    headers: { "x-github-event": "workflow_run" },
    json: {
      action: "completed",
      workflow_run: {
        id: 30433642,
        name: "Build",
        head_branch: "main",
        head_sha: "acb5820ced9479c074f688cc328bf03f341a511d",
        display_title: "Tie the rope",
        status: "completed",
        conclusion: "failure",
        html_url: "https://github.com/harbour/tug/actions/runs/30433642",
        updated_at: "2026-01-22T19:33:08Z",
      },
      repository,
      sender: { login: "skipper" },
    },
    expected: [[
      "github.workflow_run.completed",
      "error",
      'Workflow "Build" failure in harbour/tug',
    ]],
  },
  {
    kind: "github",
    headers: { "x-github-event": "pull_request" },
    json: {
      action: "closed",
      number: 7,
      pull_request: { number: 7, title: "Paint the hull", merged: true },
      repository,
    },
    expected: [["github.pull_request.closed", "info", "Pull request #7 merged in harbour/tug"]],
  },
  {
    kind: "github",
    headers: { "x-github-event": "push" },
    json: {
      ref: "refs/heads/main",
      after: "d6fde92930d4715a2b49857d24b940956b26d2d3",
      compare: "https://github.com/harbour/tug/compare/a10867b...d6fde92",
      commits: [{ id: "d6fde92930d4715a2b49857d24b940956b26d2d3", message: "Mend\n\nlong" }],
      repository,
    },
    expected: [["github.push", "info", "1 commits pushed to harbour/tug main"]],
  },
  {
    kind: "github",
    headers: { "x-github-event": "secret_scanning_alert" },
    json: {
      action: "created",
      alert: { html_url: "https://github.com/harbour/tug/1" },
      repository,
    },
    expected: [[
      "github.secret_scanning_alert.created",
      "warning",
      "secret scanning alert created in harbour/tug",
    ]],
  },
  {
    kind: "github",
    headers: { "x-github-event": "ping" },
    json: { zen: "Keep it." },
    expected: [],
  },
  {
    kind: "gitlab",
    headers: { "x-gitlab-event": "Pipeline Hook" },
    json: {
      object_kind: "pipeline",
      object_attributes: {
        id: 31,
        ref: "master",
        sha: "bcbb5ec396a2c0f828686f14fac9b80b780504f2",
        status: "failed",
        finished_at: "2026-08-12 15:26:29 UTC",
        url: "https://gitlab.example.com/harbour/tug/-/pipelines/31",
      },
      user: { username: "root" },
      project: { path_with_namespace: "harbour/tug" },
      commit: { message: "test\n" },
      builds: [{ name: "unit", status: "failed" }, { name: "lint", status: "success" }],
    },
    expected: [["gitlab.pipeline.failed", "error", "Pipeline #31 failed in harbour/tug"]],
  },
  {
    kind: "gitlab",
    json: {
      object_kind: "merge_request",
      project: { path_with_namespace: "harbour/tug" },
      object_attributes: { iid: 4, title: "Sail", action: "open", url: "https://gitlab.example/4" },
    },
    expected: [["gitlab.merge_request.open", "info", "Merge request !4 open in harbour/tug"]],
  },
  {
    kind: "buildkite",
    headers: { "x-buildkite-event": "build.finished" },
    json: {
      event: "build.finished",
      build: {
        id: "f62a1b4d-10f9-4790-bc1c-e2c3a0c80983",
        number: 27,
        state: "failed",
        branch: "main",
        message: "Bump",
        commit: "a65572555600c07c7ee79a2bd909220e1ca5485b",
        web_url: "https://buildkite.com/harbour/tug/builds/27",
        finished_at: "2026-04-13T06:24:22Z",
      },
      pipeline: { slug: "tug" },
    },
    expected: [["buildkite.build.finished.failed", "error", "Build #27 failed in tug"]],
  },
  {
    kind: "alertmanager",
    json: {
      version: "4",
      groupKey: '{}/{severity="critical"}:{alertname="Down"}',
      status: "firing",
      receiver: "pilothouse",
      truncatedAlerts: 0,
      alerts: [
        {
          status: "firing",
          labels: { alertname: "Down", instance: "db1:9100", severity: "critical" },
          annotations: { summary: "db1 is down" },
          startsAt: "2026-02-06T13:08:45.828Z",
          endsAt: "0001-01-01T00:00:00Z",
          generatorURL: "http://prometheus.example.org:9090/graph?g0.expr=up",
          fingerprint: "1a30ba71cca2921f",
        },
        {
          status: "resolved",
          labels: { alertname: "Down", instance: "db2:9100", severity: "critical" },
          annotations: { description: "db2 is back" },
          startsAt: "2026-02-06T12:00:00Z",
          endsAt: "2026-02-06T13:00:00Z",
          fingerprint: "9a30ba71cca2921f",
        },
      ],
    },
    expected: [
      ["alertmanager.alert.firing", "critical", "Down firing on db1:9100"],
      ["alertmanager.alert.resolved", "info", "Down resolved on db2:9100"],
    ],
  },
  {
    kind: "sentry",
    headers: { "sentry-hook-resource": "event_alert" },
    json: {
      action: "triggered",
      data: {
        triggered_rule: "Very Important Alert Rule",
        event: {
          title: "ReferenceError: blooopy is not defined",
          culprit: "?(<anonymous>)",
          level: "error",
          issue_id: "1117540176",
          web_url: "https://sentry.io/organizations/harbour/issues/1117540176/events/e4/",
          datetime: "2026-08-19T21:06:17.677000Z",
        },
      },
    },
    expected: [[
      "sentry.event_alert.triggered",
      "error",
      'Alert "Very Important Alert Rule" triggered',
    ]],
  },
  {
    kind: "sentry",
    headers: { "sentry-hook-resource": "issue" },
    json: {
      action: "resolved",
      data: { issue: { id: "1", shortId: "TUG-1", title: "Oops", level: "fatal" } },
    },
    expected: [["sentry.issue.resolved", "info", "Issue TUG-1 resolved"]],
  },
  {
    kind: "standard",
    json: {
      type: "invoice.payment_failed",
      timestamp: "2026-11-03T20:26:10.344522Z",
      data: { id: "inv_1", message: "the card was refused" },
    },
    expected: [["invoice.payment_failed", "error", "invoice.payment_failed"]],
  },
];
