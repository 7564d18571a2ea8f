/**
 * GitLab: a signing token (`whsec_…`) signs by the rule of Standard Webhooks; the older secret token
 * comes as it is in `X-Gitlab-Token`. Which of them is meant, the secret's form tells.
 */
import type { Severity } from "../../events/modes.ts";
import { firstLine, listAt, textAt, typeOf, words } from "../fields.ts";
import type { HookEvent, HookKind } from "../kind.ts";
import { contentId, sameText, standardProblem } from "../signatures.ts";

type Words = Pick<HookEvent, "severity" | "title" | "summary"> & Partial<HookEvent>;

export const gitlab: HookKind = {
  secretForm: "whsec",
  setUp: "Project settings, Webhooks: the address, and the secret as signing token (or, in older " +
    "versions, make the hook with a secret of your own and give it as secret token).",
  problem({ headers, body }, secret, nowMs) {
    if (secret.startsWith("whsec_")) return standardProblem(headers, body, secret, nowMs);
    const token = headers.get("x-gitlab-token");
    if (token === null) return "it has no X-Gitlab-Token: set a secret token at GitLab";
    return sameText(token, secret) ? null : "its token does not fit";
  },
  events({ headers, body }, json) {
    const kind = textAt(json, "object_kind") ?? textAt(json, "event_name") ?? "unknown";
    const project = textAt(json, "project", "path_with_namespace") ??
      textAt(json, "project_name") ?? "GitLab";
    const described = (KINDS[kind] ?? other(kind))(json, project);
    return [{
      id: contentId(body),
      type: typeOf("gitlab", kind, textAt(json, "object_attributes", "action")),
      instance: project,
      ...described,
      labels: {
        delivery: headers.get("x-gitlab-event-uuid") ?? undefined,
        user: textAt(json, "user", "username") ?? textAt(json, "user_username"),
        ...described.labels,
      },
    }];
  },
};

const SEVERITY: Readonly<Record<string, Severity>> = {
  failed: "error",
  canceled: "warning",
};

const KINDS: Readonly<Record<string, (json: unknown, project: string) => Words>> = {
  pipeline(json, project) {
    const status = textAt(json, "object_attributes", "status") ?? "unknown";
    const id = textAt(json, "object_attributes", "id");
    const failed = listAt(json, "builds").filter((build) => textAt(build, "status") === "failed")
      .map((build) => textAt(build, "name")).filter((name) => name !== undefined);
    return {
      severity: SEVERITY[status] ?? "info",
      title: words("Pipeline", id && `#${id}`, `${status} in ${project}`),
      summary: words(
        `Branch ${textAt(json, "object_attributes", "ref") ?? "?"}.`,
        failed.length > 0 && `Failed jobs: ${failed.slice(0, 20).join(", ")}.`,
        firstLine(textAt(json, "commit", "message")),
      ),
      type: typeOf("gitlab", "pipeline", status),
      url: textAt(json, "object_attributes", "url"),
      runId: id,
      correlation: textAt(json, "object_attributes", "sha"),
      time: textAt(json, "object_attributes", "finished_at"),
    };
  },
  build(json, project) {
    const status = textAt(json, "build_status") ?? "unknown";
    return {
      severity: SEVERITY[status] ?? "info",
      title: `Job "${textAt(json, "build_name") ?? "?"}" ${status} in ${project}`,
      summary: words(`Stage ${textAt(json, "build_stage") ?? "?"}.`, textAt(json, "ref")),
      type: typeOf("gitlab", "job", status),
      runId: textAt(json, "pipeline_id"),
      correlation: textAt(json, "sha"),
      time: textAt(json, "build_finished_at"),
    };
  },
  merge_request: (json, project) => attributes(json, project, "Merge request"),
  issue: (json, project) => attributes(json, project, "Issue"),
  note: (json, project) => ({
    severity: "info",
    title: words(
      "Comment on a",
      textAt(json, "object_attributes", "noteable_type"),
      `in ${project}`,
    ),
    summary: textAt(json, "object_attributes", "note") ?? "",
    url: textAt(json, "object_attributes", "url"),
    time: textAt(json, "object_attributes", "updated_at"),
  }),
  push: (json, project) => ({
    severity: "info",
    title: words(
      textAt(json, "total_commits_count") ?? "0",
      `commits pushed to ${project}`,
      textAt(json, "ref")?.replace(/^refs\/heads\//, ""),
    ),
    summary: listAt(json, "commits").slice(-10).map((commit) =>
      words(textAt(commit, "id")?.slice(0, 8), firstLine(textAt(commit, "message")))
    ).join("\n"),
    labels: { after: textAt(json, "after") },
  }),
};

function attributes(json: unknown, project: string, noun: string): Words {
  const number = `!${textAt(json, "object_attributes", "iid") ?? "?"}`;
  const action = textAt(json, "object_attributes", "action") ??
    textAt(json, "object_attributes", "state") ?? "changed";
  return {
    severity: "info",
    title: `${noun} ${number} ${action} in ${project}`,
    summary: textAt(json, "object_attributes", "title") ?? "",
    url: textAt(json, "object_attributes", "url"),
    correlation: `${project}${number}`,
    time: textAt(json, "object_attributes", "updated_at"),
  };
}

function other(kind: string): (json: unknown, project: string) => Words {
  return (_, project) => ({
    severity: "info",
    title: `${kind.replaceAll("_", " ")} in ${project}`,
    summary: "",
  });
}
