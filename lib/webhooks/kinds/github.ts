/**
 * GitHub: `X-Hub-Signature-256` is the HMAC of the body. Neither the delivery's id nor the event's
 * name is signed, so the identity is the signed body: a replay under another id is still a repeat.
 */
import type { Severity } from "../../events/modes.ts";
import { at, firstLine, listAt, textAt, typeOf, words } from "../fields.ts";
import type { HookEvent, HookKind } from "../kind.ts";
import { contentId, hmacHex, sameText } from "../signatures.ts";

type Words = Pick<HookEvent, "severity" | "title" | "summary"> & Partial<HookEvent>;
type Describe = (json: unknown, repository: string) => Words;

export const github: HookKind = {
  secretForm: "words",
  setUp: "Repository settings, Webhooks: the address, content type application/json, the secret.",
  problem({ headers, body }, secret) {
    const signature = headers.get("x-hub-signature-256");
    if (signature === null) return "it has no X-Hub-Signature-256: set a secret at GitHub";
    return sameText(signature, `sha256=${hmacHex(secret, body)}`)
      ? null
      : "its signature does not fit";
  },
  events({ headers, body }, json) {
    const event = headers.get("x-github-event") ?? "unknown";
    if (event === "ping") return [];
    const repository = textAt(json, "repository", "full_name") ??
      textAt(json, "organization", "login") ?? "GitHub";
    const action = textAt(json, "action");
    const described = (EVENTS[event] ?? other(event))(json, repository);
    return [{
      id: contentId(body),
      type: typeOf("github", event, action),
      instance: textAt(json, "repository", "full_name"),
      ...described,
      labels: {
        delivery: headers.get("x-github-delivery") ?? undefined,
        sender: textAt(json, "sender", "login"),
        ...described.labels,
      },
    }];
  },
};

const SEVERITY: Readonly<Record<string, Severity>> = {
  failure: "error",
  error: "error",
  timed_out: "error",
  startup_failure: "error",
  cancelled: "warning",
  action_required: "warning",
  stale: "warning",
};

/** Events that are told in words of their own; all others by their name. */
const EVENTS: Readonly<Record<string, Describe>> = {
  workflow_run: run("workflow_run", "Workflow"),
  workflow_job: run("workflow_job", "Job"),
  check_run: run("check_run", "Check"),
  check_suite: run("check_suite", "Checks"),
  pull_request: thing("pull_request", "Pull request"),
  issues: thing("issue", "Issue"),
  pull_request_review(json, repository) {
    const state = textAt(json, "review", "state") ?? "submitted";
    return {
      severity: state === "changes_requested" ? "warning" : "info",
      title: `Review of ${numbered(json, "pull_request")}: ${state.replaceAll("_", " ")}`,
      summary: textAt(json, "review", "body") ?? `In ${repository}.`,
      url: textAt(json, "review", "html_url"),
      correlation: numbered(json, "pull_request", repository),
      time: textAt(json, "review", "submitted_at"),
    };
  },
  issue_comment: comment("issue"),
  pull_request_review_comment: comment("pull_request"),
  push(json, repository) {
    const commits = listAt(json, "commits");
    const ref = textAt(json, "ref")?.replace(/^refs\/(heads|tags)\//, "");
    const lines = commits.slice(-10).map((commit) =>
      `${textAt(commit, "id")?.slice(0, 7)} ${firstLine(textAt(commit, "message")) ?? ""}`
    );
    return {
      severity: "info",
      title: `${commits.length} commits pushed to ${words(repository, ref)}`,
      summary: lines.join("\n"),
      url: textAt(json, "compare"),
      time: textAt(json, "head_commit", "timestamp"),
      labels: { after: textAt(json, "after") },
    };
  },
  status(json, repository) {
    const state = textAt(json, "state") ?? "unknown";
    return {
      severity: SEVERITY[state] ?? "info",
      title: `${textAt(json, "context") ?? "Status"}: ${state} in ${repository}`,
      summary: textAt(json, "description") ?? "",
      url: textAt(json, "target_url"),
      time: textAt(json, "updated_at"),
      labels: { sha: textAt(json, "sha") },
    };
  },
  deployment_status(json, repository) {
    const state = textAt(json, "deployment_status", "state") ?? "unknown";
    return {
      severity: SEVERITY[state] ?? "info",
      title: words("Deployment", `of ${repository}`, `: ${state}`),
      summary: textAt(json, "deployment_status", "description") ?? "",
      url: textAt(json, "deployment_status", "target_url"),
      runId: textAt(json, "deployment", "id"),
      time: textAt(json, "deployment_status", "updated_at"),
    };
  },
  release: (json, repository) => ({
    severity: "info",
    title: words(
      "Release",
      textAt(json, "release", "tag_name"),
      textAt(json, "action"),
      repository,
    ),
    summary: textAt(json, "release", "body") ?? "",
    url: textAt(json, "release", "html_url"),
    time: textAt(json, "release", "published_at"),
  }),
};

function run(key: string, noun: string): Describe {
  return (json, repository) => {
    const name = textAt(json, key, "name") ?? textAt(json, key, "app", "name");
    const state = textAt(json, key, "conclusion") ?? textAt(json, key, "status") ?? "unknown";
    const branch = textAt(json, key, "head_branch");
    return {
      severity: SEVERITY[state] ?? "info",
      title: words(noun, name && `"${name}"`, `${state.replaceAll("_", " ")} in ${repository}`),
      summary: words(
        branch && `Branch ${branch}.`,
        textAt(json, key, "display_title"),
        textAt(json, key, "output", "summary"),
      ),
      url: textAt(json, key, "html_url"),
      runId: textAt(json, key, "id"),
      correlation: textAt(json, key, "head_sha"),
      time: textAt(json, key, "updated_at") ?? textAt(json, key, "completed_at"),
      labels: { branch, sha: textAt(json, key, "head_sha") },
    };
  };
}

function thing(key: string, noun: string): Describe {
  return (json, repository) => {
    const merged = at(json, key, "merged") === true;
    const action = merged ? "merged" : textAt(json, "action") ?? "changed";
    return {
      severity: "info",
      title: `${noun} ${numbered(json, key)} ${action.replaceAll("_", " ")} in ${repository}`,
      summary: words(textAt(json, key, "title")),
      url: textAt(json, key, "html_url"),
      correlation: numbered(json, key, repository),
      time: textAt(json, key, "updated_at"),
    };
  };
}

function comment(key: string): Describe {
  return (json, repository) => ({
    severity: "info",
    title: `Comment on ${numbered(json, key)} in ${repository}`,
    summary: textAt(json, "comment", "body") ?? "",
    url: textAt(json, "comment", "html_url"),
    correlation: numbered(json, key, repository),
    time: textAt(json, "comment", "updated_at"),
  });
}

function other(event: string): Describe {
  return (json, repository) => ({
    severity: event.endsWith("_alert") ? "warning" : "info",
    title: words(event.replaceAll("_", " "), textAt(json, "action"), `in ${repository}`),
    summary: firstLine(textAt(json, "alert", "rule", "description")) ?? "",
    url: textAt(json, "alert", "html_url"),
  });
}

function numbered(json: unknown, key: string, repository = ""): string {
  return `${repository}#${textAt(json, key, "number") ?? "?"}`;
}
