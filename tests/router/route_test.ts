import assert from "node:assert/strict";
import { parseMessage } from "../../lib/protocol/message.ts";
import { type Change, entryOf } from "../../lib/router/change.ts";
import { route } from "../../lib/router/route.ts";
import { initialState } from "../../lib/router/state.ts";
import { listRecordings } from "../harness/recordings.ts";
import { changesOf } from "./recorded.ts";

const all = (name: string) => [...changesOf(name).values()].flat();
const entries = (name: string) => all(name).map(entryOf).filter((entry) => entry !== null);
const of = <T extends Change["type"]>(changes: Change[], type: T) =>
  changes.filter((change): change is Extract<Change, { type: T }> => change.type === type);

Deno.test("a turn of text becomes a message, its deltas and its end", () => {
  const changes = all("01-hello");
  assert.deepEqual(changes.map(({ type }) => type), [
    "warning",
    "activity",
    "message",
    "activity",
    ...Array(7).fill("assistant_delta"),
    "assistant_finalize",
    "token_count",
    "token_count",
    "status",
    "activity",
  ]);
  const deltas = of(changes, "assistant_delta").map(({ delta }) => delta).join("");
  assert.equal(deltas, "Hello there, this is a streamed answer.");
  assert.equal(of(changes, "assistant_finalize")[0]?.entry.text, deltas);
  assert.equal(of(changes, "message")[0]?.entry.text, "hi there");
});

Deno.test("the parts of a reasoning are joined as paragraphs, streamed and final alike", () => {
  const changes = all("02-reasoning");
  const final = of(changes, "reasoning_finalize")[0]!.entry;
  assert.equal(final.text, "**Thinking** first\n\n**Second** part");
  const streamed = of(changes, "reasoning_delta").filter(({ id }) => id === final.id)
    .map(({ delta }) => delta).join("");
  assert.equal(streamed, final.text);
});

Deno.test("a command ends with the whole output and its exit code", () => {
  const ends = of(all("03-command"), "command_end").map(({ entry }) => entry);
  assert.ok(ends.length > 3);
  assert.ok(ends.some(({ exit_code, status }) => exit_code !== 0 && status === "failed"));
  assert.ok(ends.some(({ output }) => output.includes("line 1\n") && output.includes("line 2\n")));
});

Deno.test("approvals wait with what they are about, and none is left at the end", () => {
  for (const name of ["04-command-approval", "05-file-change"]) {
    const changes = all(name);
    const asked = of(changes, "approval").map(({ approval }) => approval.id);
    const resolved = of(changes, "approval_resolved").map(({ id }) => id);
    assert.ok(asked.length > 2, name);
    assert.equal(new Set(asked).size, asked.length, name);
    assert.deepEqual([...asked].sort(), [...resolved].sort(), name);
  }
  const [file] = of(all("05-file-change"), "approval");
  assert.equal(file?.approval.subject.kind, "file_change");
  if (file?.approval.subject.kind !== "file_change") return;
  assert.deepEqual(file.approval.subject.files.map(({ diff }) => diff), ["hello\nworld\n"]);
});

Deno.test("a diff that is repeated unchanged is shown once", () => {
  const diffs = of(all("05-file-change"), "diff").map(({ entry }) => `${entry.id} ${entry.diff}`);
  assert.ok(diffs.length > 0);
  assert.equal(new Set(diffs).size, diffs.length);
});

Deno.test("a plan is shown as it changes and kept once, at the end of its turn", () => {
  const changes = all("06-plan");
  const plans = of(changes, "plan");
  const steps = plans.flatMap((plan) => "steps" in plan ? [plan.steps] : []);
  assert.ok(steps.length >= 2);
  assert.deepEqual(steps[0]?.map(({ status }) => status), ["in_progress", "pending"]);
  const kept = plans.flatMap((plan) => "entry" in plan ? [plan.entry] : []);
  assert.deepEqual(kept.map(({ text }) => text !== undefined), [false, true]);
  assert.deepEqual(kept[0]?.steps, steps.at(-1));
});

Deno.test("a message that an interrupt cuts keeps its text and says so", () => {
  const cut = of(all("08-interrupt"), "assistant_finalize").find(({ entry }) => entry.cut);
  assert.match(cut?.entry.text ?? "", /^w0 w1 /);
});

Deno.test("a failed turn has one error; one that was mended has a warning only", () => {
  const changes = all("10-errors");
  assert.ok(of(changes, "warning").length > 0);
  const errors = of(changes, "error").map(({ entry }) => entry.id);
  assert.equal(new Set(errors).size, errors.length);
  const failed = of(changes, "status").filter(({ entry }) => entry.status === "failed");
  assert.equal(errors.length, failed.length);
});

Deno.test("in every recording nothing stays open, and every entry has an id, a time and a role", () => {
  for (const name of listRecordings()) {
    const changes = all(name);
    const begun = new Set(of(changes, "command_begin").map(({ id }) => id));
    for (const { entry } of of(changes, "command_end")) begun.delete(entry.id);
    // A recording that ends in mid-turn leaves its last command open, and only there.
    const turns = of(changes, "activity");
    if (turns.at(-1)?.text === null) assert.equal(begun.size, 0, name);
    for (const entry of entries(name)) {
      assert.ok(entry.id && entry.role && !Number.isNaN(Date.parse(entry.ts)), name);
    }
  }
});

Deno.test("no message of any shape makes the router throw", () => {
  const state = initialState();
  const values = [null, 1, "x", [], {}, { id: null }, { type: "userMessage" }, [[]], 1e300];
  const methods = [
    "turn/started",
    "turn/completed",
    "item/started",
    "item/completed",
    "error",
    "item/agentMessage/delta",
    "turn/plan/updated",
    "turn/diff/updated",
    "serverRequest/resolved",
    "thread/tokenUsage/updated",
    "item/commandExecution/requestApproval",
    "constructor",
    "__proto__",
    "toString",
    "item/fileChange/requestApproval",
  ];
  for (const method of methods) {
    for (const value of values) {
      for (
        const key of ["item", "turn", "plan", "diff", "delta", "error", "tokenUsage", "itemId"]
      ) {
        for (const id of [undefined, 0]) {
          const params = { threadId: "t", turnId: value, [key]: value };
          const line = JSON.stringify({ method, id, params, emittedAtMs: 1e300 });
          assert.doesNotThrow(() => route(state, parseMessage(line), 0), line);
        }
      }
    }
  }
});

// As the real server does it: the turn that starts is the reviewer's, the one that ends is ours.
Deno.test("a review, which ends under another id than it starts, leaves no turn running", () => {
  const state = initialState();
  const tell = (method: string, params: Record<string, unknown>) =>
    route(state, parseMessage(JSON.stringify({ method, params: { threadId: "t", ...params } })), 1)
      .changes;
  tell("turn/started", { turn: { id: "of-the-reviewer", rootTurnId: "of-the-review" } });
  assert.equal(state.threads.get("t")?.turnId, "of-the-reviewer");
  const changes = tell("turn/completed", { turn: { id: "of-the-review", status: "completed" } });
  assert.equal(state.threads.get("t")?.turnId, null);
  assert.deepEqual(changes.map(({ type }) => type), ["status", "activity"]);
});
