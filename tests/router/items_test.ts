import assert from "node:assert/strict";
import { ITEM_TYPES, type ThreadItem } from "../../lib/protocol/generated.ts";
import type { JsonObject } from "../../lib/protocol/message.ts";
import { LONGEST, MOST } from "../../lib/router/bounds.ts";
import { THREAD, TURN, Wire } from "./wire.ts";

type Item<T extends ThreadItem["type"]> = Extract<ThreadItem, { type: T }>;
const as = <T extends ThreadItem["type"]>(item: Item<T>): JsonObject => item as JsonObject;

const message = (id: string, text = ""): JsonObject => ({ type: "agentMessage", id, text });
const thought = (id: string, ...summary: string[]): JsonObject => ({
  type: "reasoning",
  id,
  summary,
  content: [],
});
const command = (id: string, more: JsonObject = {}): JsonObject => ({
  type: "commandExecution",
  id,
  command: `run ${id}`,
  cwd: "/w",
  source: "agent",
  ...more,
});

/** One of each, as it is when it is done, with the row that it makes. */
const EXAMPLES: Record<ThreadItem["type"], [JsonObject, string[]]> = {
  userMessage: [
    as<"userMessage">({
      type: "userMessage",
      id: "i",
      clientId: null,
      content: [{ type: "text", text: "hi", text_elements: [] }],
    }),
    ["user hi"],
  ],
  agentMessage: [message("i", "hello"), ["assistant hello"]],
  reasoning: [thought("i", "a", "b"), ["reasoning a\n\nb"]],
  plan: [as<"plan">({ type: "plan", id: "i", text: "# Plan" }), ["plan # Plan"]],
  commandExecution: [
    command("i", { status: "completed", aggregatedOutput: "x", exitCode: 0 }),
    ["command run i"],
  ],
  fileChange: [
    { type: "fileChange", id: "i", changes: [{ path: "a.txt" }], status: "failed" },
    ["notice Not changed: a.txt"],
  ],
  mcpToolCall: [
    {
      type: "mcpToolCall",
      id: "i",
      server: "s",
      tool: "t",
      status: "completed",
      arguments: { a: 1 },
      result: { content: [{ type: "text", text: "done" }, { type: "image", data: "…" }] },
    },
    ["notice s.t"],
  ],
  dynamicToolCall: [
    { type: "dynamicToolCall", id: "i", tool: "t", arguments: {}, status: "failed" },
    ["notice t"],
  ],
  functionCallOutput: [
    as<"functionCallOutput">({
      type: "functionCallOutput",
      id: "i",
      name: "f",
      namespace: null,
      output: "out",
    }),
    ["notice f"],
  ],
  webSearch: [
    { type: "webSearch", id: "i", query: "deno", action: { type: "search" } },
    ["notice Searched the web: deno"],
  ],
  imageView: [
    as<"imageView">({ type: "imageView", id: "i", path: "/a.png" }),
    ["notice Looked at: /a.png"],
  ],
  imageGeneration: [
    { type: "imageGeneration", id: "i", status: "completed", savedPath: "/a.png" },
    ["notice Made an image"],
  ],
  collabAgentToolCall: [
    { type: "collabAgentToolCall", id: "i", tool: "spawnAgent", status: "completed", prompt: "p" },
    ["notice Started an agent"],
  ],
  subAgentActivity: [
    { type: "subAgentActivity", id: "i", kind: "started", agentPath: "/root/a" },
    ["notice Agent /root/a started"],
  ],
  contextCompaction: [
    as<"contextCompaction">({ type: "contextCompaction", id: "i" }),
    ["notice The conversation was compacted"],
  ],
  enteredReviewMode: [
    as<"enteredReviewMode">({ type: "enteredReviewMode", id: "i", review: "main" }),
    ["notice Review started: main"],
  ],
  exitedReviewMode: [
    as<"exitedReviewMode">({ type: "exitedReviewMode", id: "i", review: "fine" }),
    ["notice Review finished"],
  ],
  hookPrompt: [
    as<"hookPrompt">({ type: "hookPrompt", id: "i", fragments: [{ text: "h", hookRunId: "r" }] }),
    ["notice A hook added to the conversation"],
  ],
  sleep: [as<"sleep">({ type: "sleep", id: "i", durationMs: 1500 }), ["notice Waited 1.5 s"]],
};

Deno.test("every item of the protocol makes its row, with or without its start", () => {
  assert.deepEqual(Object.keys(EXAMPLES).sort(), [...ITEM_TYPES]);
  for (const [type, [item, told]] of Object.entries(EXAMPLES)) {
    for (const started of [true, false]) {
      const wire = new Wire();
      wire.start();
      if (started) wire.begin(item);
      void wire.rows; // The mirror holds while it runs, too.
      wire.finish(item);
      void wire.rows;
      wire.end();
      assert.deepEqual(wire.told.slice(0, -1), told, type);
      assert.equal(new Set(wire.entries.map(({ id }) => id)).size, wire.entries.length, type);
    }
  }
});

Deno.test("an item that never ends is closed with its turn, and says so", () => {
  for (const [type, [item]] of Object.entries(EXAMPLES)) {
    const wire = new Wire();
    wire.start();
    wire.begin(item);
    wire.say("item/agentMessage/delta", { itemId: "i", delta: "half" });
    wire.say("item/reasoning/summaryTextDelta", { itemId: "i", delta: "half" });
    wire.end("interrupted");
    assert.ok(wire.rows.every(({ running }) => running !== true), type);
    assert.equal(wire.state.threads.get(THREAD)?.open.size, 0, type);
    assert.equal(wire.state.shared.text, 0, type);
  }
});

Deno.test("a command stands where it began, though another one ended before it", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(command("slow"));
  wire.begin(command("quick"));
  wire.finish(command("quick", { status: "completed", exitCode: 0 }));
  assert.deepEqual(wire.told, ["command… run slow", "command run quick"]);
  wire.begin(message("m"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "hm" });
  wire.finish(command("slow", { status: "completed", exitCode: 0 }));
  assert.deepEqual(wire.told, ["command run slow", "command run quick", "assistant… hm"]);
});

Deno.test("a message that began first stands first, though its first word comes later", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(message("m"));
  wire.begin(command("c"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "late" });
  assert.deepEqual(wire.told, ["assistant… late", "command… run c"]);
});

Deno.test("a command that completes after its turn replaces its row, where it was", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(command("c"));
  wire.say("item/commandExecution/outputDelta", { itemId: "c", delta: "a" });
  wire.end();
  wire.say("item/commandExecution/outputDelta", { itemId: "c", delta: "b" });
  const [cut] = wire.rows;
  assert.equal(cut?.role === "command" && !cut.running && cut.status, "interrupted");
  wire.finish(command("c", { status: "completed", exitCode: 0, aggregatedOutput: "ab" }));
  assert.deepEqual(wire.rows.map(({ role }) => role), ["command", "status"]);
  const [done] = wire.rows;
  assert.ok(done?.role === "command" && !done.running);
  assert.deepEqual([done.status, done.output, done.place], ["completed", "ab", cut?.place]);
});

Deno.test("a steer cuts the message, and the message's late end makes it whole again", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(message("m"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "Half" });
  wire.begin({ type: "userMessage", id: "u", content: [{ type: "text", text: "stop" }] });
  const [cut] = wire.rows;
  assert.ok(cut?.role === "assistant" && !cut.running && cut.cut);
  wire.finish(message("m", "Half and whole"));
  assert.deepEqual(wire.told, ["assistant Half and whole", "user stop"]);
  const [whole] = wire.rows;
  assert.ok(whole?.role === "assistant" && !whole.running && whole.cut === undefined);
});

Deno.test("a message that is tried again under its id is streamed anew, at the new place", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(message("m"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "Half" });
  wire.say("error", { error: { message: "Reconnecting" }, willRetry: true });
  wire.begin(message("m"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "Who" });
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "le" });
  assert.deepEqual(wire.told, ["notice Reconnecting", "assistant… Whole"]);
  wire.finish(message("m", "Whole"));
  assert.deepEqual(wire.told, ["notice Reconnecting", "assistant Whole"]);
});

Deno.test("reasoning items that follow each other are one row, streamed and final alike", () => {
  const wire = new Wire();
  wire.start();
  for (const id of ["a", "b"]) {
    wire.begin(thought(id));
    wire.say("item/reasoning/summaryPartAdded", { itemId: id, summaryIndex: 0 });
    wire.say("item/reasoning/summaryTextDelta", { itemId: id, delta: `${id}1` });
    wire.say("item/reasoning/summaryPartAdded", { itemId: id, summaryIndex: 1 });
    wire.say("item/reasoning/summaryTextDelta", { itemId: id, delta: `${id}2` });
    wire.finish(thought(id, `${id}1`, `${id}2`));
  }
  assert.deepEqual(wire.told, ["reasoning… a1\n\na2\n\nb1\n\nb2"]);
  wire.begin(message("m"));
  assert.deepEqual(wire.told, ["reasoning a1\n\na2\n\nb1\n\nb2"]);
  wire.begin(thought("c"));
  wire.finish(thought("c", "unstreamed"));
  assert.deepEqual(wire.told.slice(1), ["reasoning… unstreamed"]);
  wire.end();
  assert.equal(wire.entries.filter(({ role }) => role === "reasoning").length, 2);
});

Deno.test("raw reasoning is shown only where there is no summary", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(thought("a"));
  wire.say("item/reasoning/summaryTextDelta", { itemId: "a", delta: "summary" });
  wire.say("item/reasoning/textDelta", { itemId: "a", delta: "raw" });
  wire.finish({ ...thought("a", "summary"), content: ["raw"] });
  wire.begin(thought("b"));
  wire.say("item/reasoning/textDelta", { itemId: "b", delta: "raw" });
  wire.finish({ ...thought("b"), content: ["raw"] });
  wire.end();
  assert.equal(wire.told[0], "reasoning summary\n\nraw");
});

Deno.test("reasoning that runs beside a command is closed when both are done", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(thought("r"));
  wire.say("item/reasoning/summaryTextDelta", { itemId: "r", delta: "one" });
  wire.begin(command("c"));
  wire.say("item/reasoning/summaryTextDelta", { itemId: "r", delta: " two" });
  assert.deepEqual(wire.told, ["reasoning… one two", "command… run c"]);
  wire.finish(thought("r", "one two"));
  assert.deepEqual(wire.told, ["reasoning one two", "command… run c"]);
});

Deno.test("a command of the person is a line and its output, side by side", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(command("s", { source: "userShell" }));
  wire.say("item/commandExecution/outputDelta", { itemId: "s", delta: "so " });
  wire.begin(message("m"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "hm" });
  assert.deepEqual(wire.rows.map(({ role }) => role), [
    "shell_input",
    "shell_output",
    "assistant",
  ]);
  wire.finish(command("s", { source: "userShell", aggregatedOutput: "so far", exitCode: 4 }));
  const output = wire.rows[1];
  assert.ok(output?.role === "shell_output" && !output.running);
  assert.deepEqual([output.stdout, output.exit_code, output.status], ["so far", 4, "failed"]);
});

Deno.test("a message of the person keeps what came with it, and passes the strip hook", () => {
  const strip = (text: string) => text.replace(/^\[context\]/, "");
  const wire = new Wire({ strip });
  wire.start();
  const item = {
    type: "userMessage",
    id: "u",
    clientId: "ours",
    content: [
      { type: "text", text: "[context]" },
      { type: "text", text: "[context]look [context]" },
      { type: "localImage", path: "/p/a.png" },
      { type: "image", url: `data:image/png;base64,${"A".repeat(100_000)}` },
      { type: "mention", name: "b.ts", path: "/p/b.ts" },
      { type: "skill", name: "s", path: "/s" },
      { type: "novelty" },
    ],
  };
  wire.begin(item);
  wire.finish(item);
  const { id, text, attachments } = wire.entries[0] as Extract<
    typeof wire.entries[number],
    { role: "user" }
  >;
  assert.deepEqual([id, text], ["ours", "look [context]"]);
  assert.deepEqual(attachments, [
    { kind: "image", name: "a.png", path: "/p/a.png" },
    { kind: "image", name: "image" },
    { kind: "mention", name: "b.ts", path: "/p/b.ts" },
    { kind: "skill", name: "s", path: "/s" },
  ]);
  assert.equal(wire.entries.length, 1);
});

Deno.test("output over the cap is shown up to it, with a mark, and kept short as well", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(command("c"));
  const chunk = "x".repeat(100_000);
  for (let n = 0; n < 30; n++) {
    wire.say("item/commandExecution/outputDelta", { itemId: "c", delta: chunk });
  }
  const shown = wire.rows[0];
  assert.ok(shown?.role === "command" && shown.output.length < LONGEST.output + 100);
  assert.match(shown.output, /x\n… the rest is not shown while it runs …\n$/);
  wire.finish(command("c", { status: "completed", aggregatedOutput: "y".repeat(5_000_000) }));
  const kept = wire.rows[0];
  assert.ok(kept?.role === "command" && !kept.running && kept.truncated);
  assert.match(kept.output.slice(-40), /y\n… \d+ more characters$/);
  assert.equal(wire.state.shared.text, 0);
});

Deno.test("items that pile up without an end are closed, the oldest first", () => {
  const wire = new Wire();
  wire.start();
  for (let n = 0; n < MOST.openItems + 10; n++) wire.begin(command(`c${n}`));
  const running = wire.rows.filter((row) => row.running === true);
  assert.equal(running.length, MOST.openItems);
  assert.equal(wire.rows.length, MOST.openItems + 10);
});

Deno.test("the agent's typing into a command is kept with it", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(command("c"));
  wire.say("item/commandExecution/terminalInteraction", { itemId: "c", stdin: "y\n" });
  wire.finish(command("c", { status: "completed" }));
  const row = wire.rows[0];
  assert.ok(row?.role === "command" && !row.running);
  assert.deepEqual([row.stdin, row.turn_id], ["y\n", TURN]);
});
