import assert from "node:assert/strict";
import {
  APPROVAL_CHOICES,
  choiceOf,
  defaultSettings,
  permissionWords,
  SANDBOX_CHOICES,
} from "../../lib/view/settings.ts";

Deno.test("what the agent may do is said in a few words, danger is marked", () => {
  const words = (
    approval: Parameters<typeof permissionWords>[0]["approval"],
    sandbox: Parameters<typeof permissionWords>[0]["sandbox"],
  ) => {
    const { text, danger } = permissionWords({ approval, sandbox });
    return `${danger ? "! " : ""}${text}`;
  };
  assert.equal(words(null, null), "Default permissions");
  assert.equal(words("on-request", "workspace-write"), "Ask when needed · Working folder");
  assert.equal(words("never", "danger-full-access"), "! Never ask · Full access");
  assert.equal(words(null, "danger-full-access"), "! Full access");
  assert.equal(words("always", "danger-full-access"), "Ask for every change · Read only");
});

Deno.test("words of older clients are understood, unknown ones stand for themselves", () => {
  assert.equal(choiceOf(APPROVAL_CHOICES, "unlessTrusted").value, "untrusted");
  assert.equal(choiceOf(SANDBOX_CHOICES, "dangerFullAccess").danger, true);
  assert.equal(choiceOf(APPROVAL_CHOICES, "on-failure").label, "on-failure");
});

Deno.test("a new conversation has what was chosen for all, and its own folder", () => {
  const settings = defaultSettings("/here", { model: "m", markdown: undefined });
  assert.deepEqual([settings.model, settings.cwd, settings.markdown], ["m", "/here", true]);
});
