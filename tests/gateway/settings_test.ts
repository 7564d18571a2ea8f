import assert from "node:assert/strict";
import { type InjectedMethod, settingsFor, settingsOf } from "../../lib/gateway/settings.ts";

const META = {
  model: "m",
  cwd: "/w",
  approval: "unlessTrusted",
  sandbox: "workspace-write",
  reasoning_effort: "high",
};

const fields = (method: InjectedMethod, meta: Record<string, unknown> = META) =>
  settingsFor(method, settingsOf(meta));

Deno.test("each method gets the fields that it takes, under its own names", () => {
  const common = { model: "m", cwd: "/w", approvalPolicy: "untrusted", sandbox: "workspace-write" };
  assert.deepEqual(fields("thread/resume"), common);
  assert.deepEqual(fields("thread/fork"), common);
  assert.deepEqual(fields("thread/start"), {
    ...common,
    reasoningEffort: "high",
    config: { model_reasoning_effort: "high" },
  });
  assert.deepEqual(fields("turn/start"), {
    model: "m",
    cwd: "/w",
    approvalPolicy: "untrusted",
    sandboxPolicy: {
      type: "workspaceWrite",
      writableRoots: [],
      networkAccess: false,
      excludeTmpdirEnvVar: false,
      excludeSlashTmp: false,
    },
    effort: "high",
    summary: "auto",
  });
});

Deno.test("what is not set is left to the agent's own configuration, except the summary", () => {
  assert.deepEqual(fields("thread/start", { cwd: "/w", model: null, sandbox: null }), {
    cwd: "/w",
  });
  assert.deepEqual(fields("turn/start", { cwd: "/w" }), { cwd: "/w", summary: "auto" });
  assert.deepEqual(fields("turn/start", { summary: "detailed" }), { summary: "detailed" });
});

Deno.test("words for approval and sandbox are translated, the protocol's own are taken", () => {
  const policy = (approval: unknown) => settingsOf({ approval }).approvalPolicy;
  const words = ["never", "unlessTrusted", "always", "untrusted", "on-request", "on-failure"];
  assert.deepEqual(words.map(policy), [
    ...["never", "untrusted", "untrusted", "untrusted", "on-request", "on-failure"],
  ]);
  assert.deepEqual([policy("constructor"), policy(5), policy(null)], [null, null, null]);
  const sandbox = (name: unknown) => settingsOf({ sandbox: name }).sandbox;
  assert.deepEqual(["readOnly", "danger-full-access", "toString"].map(sandbox), [
    ...["read-only", "danger-full-access", null],
  ]);
});

Deno.test("always asking comes with a sandbox that only reads, whatever else is set", () => {
  const meta = { approval: "always", sandbox: "danger-full-access" };
  assert.deepEqual(fields("turn/start", meta).sandboxPolicy, {
    type: "readOnly",
    networkAccess: false,
  });
  assert.equal(fields("thread/start", meta).sandbox, "read-only");
});
