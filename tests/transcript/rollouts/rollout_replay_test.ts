import assert from "node:assert/strict";
import type { Entry } from "../../../lib/router/change.ts";
import { entryOf } from "../../../lib/router/change.ts";
import { parseRecord } from "../../../lib/transcript/rollouts/rollout_record.ts";
import { RolloutReplay } from "../../../lib/transcript/rollouts/rollout_replay.ts";
import { changesOf } from "../../router/recorded.ts";
import { recorded, THREAD } from "./codex_home.ts";

function replay(lines: readonly (string | object)[]): Entry[] {
  const reader = new RolloutReplay();
  const entries = lines.flatMap((line) => {
    const text = typeof line === "string" ? line : JSON.stringify(line);
    return reader.take(parseRecord(text)!, text.length);
  });
  return [...entries, ...reader.end()];
}

const lines = async (name: string) => (await recorded(name)).trim().split("\n");

/** A row as a person sees it. */
function shown(entry: Entry): string {
  switch (entry.role) {
    case "command":
      return `command ${entry.command} → ${entry.output} ${entry.exit_code} ${entry.status}`;
    case "diff":
      return `diff ${entry.path} ${entry.change} +${entry.added} -${entry.removed}`;
    case "status":
      return `status ${entry.status}`;
    case "notice":
      return `notice ${entry.kind} ${entry.text}`;
    default:
      return `${entry.role} ${"text" in entry ? entry.text : ""}`.trim();
  }
}

Deno.test("a rollout gives the rows that the live stream gave", async () => {
  const live = ((await changesOf("09-resume")).get(THREAD) ?? []).map(entryOf).filter((entry) =>
    entry !== null
  );
  const rows = (entries: Entry[]) => entries.map(shown).filter((row) => !row.startsWith("token"));
  // The recording ends in its third turn, where the agent was killed; the file goes on.
  const wanted = rows(live);
  assert.ok(wanted.length >= 11);
  assert.deepEqual(rows(replay(await lines("09-resume-0"))).slice(0, wanted.length), wanted);
});

Deno.test("without finished items the rows are made from what the model saw", async () => {
  const all = await lines("09-resume-0");
  const rows = replay(all.filter((line) => JSON.parse(line).type !== "event_msg")).map(shown);
  assert.deepEqual(rows.filter((row) => !row.startsWith("status")), [
    "user first",
    "reasoning **Hm**",
    "command echo hi; sleep 0.3; echo ho → hi\nho\n 0 completed",
    "assistant First answer.",
    "user second",
    "notice tool apply_patch",
    "assistant Second answer.",
    "user third",
    "assistant Half",
    "user fourth",
    "assistant Welcome back.",
  ]);
});

Deno.test("an older rollout with events beside the model's wire tells everything once", () => {
  const message = (role: string, text: string) => ({
    type: "response_item",
    payload: { type: "message", role, content: [{ type: "input_text", text }] },
  });
  const event = (payload: object) => ({ type: "event_msg", payload });
  const rows = replay([
    { type: "session_meta", payload: { id: "t", cwd: "/w", timestamp: "2025-10-01T00:00:00Z" } },
    message("user", "<environment_context>\n<cwd>/w</cwd>\n</environment_context>"),
    message("user", "# AGENTS.md instructions for /w"),
    message("user", "list it"),
    event({ type: "user_message", message: "list it", kind: "plain" }),
    event({ type: "agent_reasoning", text: "**Looking**" }),
    {
      type: "response_item",
      payload: { type: "reasoning", summary: [{ type: "summary_text", text: "**Looking**" }] },
    },
    {
      type: "response_item",
      payload: {
        type: "function_call",
        name: "shell",
        call_id: "c1",
        arguments: '{"command":["bash","-lc","ls | wc"]}',
      },
    },
    {
      type: "response_item",
      payload: {
        type: "function_call_output",
        call_id: "c1",
        output: '{"output":"1\\n","metadata":{"exit_code":2,"duration_seconds":0.5}}',
      },
    },
    event({ type: "agent_message", message: "One." }),
    message("assistant", "One."),
    message("user", "again"),
    event({ type: "user_message", message: "again", kind: "plain" }),
    event({ type: "agent_message", message: "Two." }),
  ]).map(shown);
  assert.deepEqual(rows, [
    "user list it",
    "reasoning **Looking**",
    "command bash -lc 'ls | wc' → 1\n 2 failed",
    "assistant One.",
    "status completed",
    "user again",
    "assistant Two.",
    "status completed",
  ]);
});

Deno.test("the oldest rollouts, without envelopes, are read too", () => {
  const rows = replay([
    { id: "t", timestamp: "2025-05-01T00:00:00Z", instructions: null },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "ho" }] },
  ]).map(shown);
  assert.deepEqual(rows, ["user hi", "assistant ho", "status completed"]);
});

Deno.test("several changes of a turn make one diff per file", () => {
  const change = (id: string, changes: object, status = "completed") => ({
    type: "event_msg",
    payload: { type: "item_completed", item: { type: "FileChange", id, changes, status } },
  });
  const rows = replay([
    { type: "session_meta", payload: { id: "t", cwd: "/w" } },
    { type: "event_msg", payload: { type: "task_started", turn_id: "1" } },
    change("a", { "/w/new.txt": { type: "add", content: "one\ntwo" } }),
    change("b", {
      "/w/new.txt": { type: "update", unified_diff: "@@ -1 +1 @@\n-one\n+eins\n" },
      "/w/old.txt": { type: "delete", content: "gone\n" },
      "/w/from.txt": {
        type: "update",
        unified_diff: "@@ -1 +1 @@\n-a\n+b\n",
        move_path: "/w/to.txt",
      },
    }),
    change("c", { "/w/refused.txt": { type: "add", content: "x\n" } }, "declined"),
    { type: "event_msg", payload: { type: "task_complete", turn_id: "1" } },
  ]);
  assert.deepEqual(rows.map(shown), [
    "diff new.txt add +2 -0",
    "diff new.txt add +3 -1",
    "diff old.txt delete +0 -1",
    "diff to.txt rename +1 -1",
    "notice file_change Not changed: /w/refused.txt",
    "status completed",
  ]);
  assert.equal(rows[0]!.id, rows[1]!.id, "the later row replaces the earlier one");
});

Deno.test("no line makes it fail", () => {
  const odd = [
    { type: "event_msg", payload: { type: "item_completed" } },
    { type: "event_msg", payload: { type: "item_completed", item: { type: 7, changes: [] } } },
    { type: "event_msg", payload: { type: "item_completed", item: { type: "Tomorrow", x_y: 1 } } },
    { type: "event_msg", payload: { type: "exec_command_end", command: [1, null] } },
    { type: "event_msg", payload: { type: "token_count", info: null } },
    { type: "event_msg", payload: {} },
    { type: "response_item", payload: { type: "function_call", arguments: "{" } },
    { type: "response_item", payload: { type: "function_call_output", call_id: "?", output: 7 } },
    { type: "response_item", payload: { type: "message", role: "user" } },
    { type: "of_tomorrow", payload: {} },
    { type: 7 },
    {},
  ];
  assert.ok(Array.isArray(replay(odd)));
  for (const text of ["", "null", "[]", "7", '"x"', "{"]) assert.equal(parseRecord(text), null);
});
