import assert from "node:assert/strict";
import type {
  CommandExecutionRequestApprovalResponse,
  FileChangeRequestApprovalResponse,
  McpServerElicitationRequestResponse,
  PermissionsRequestApprovalResponse,
  ToolRequestUserInputResponse,
} from "../../lib/protocol/generated.ts";
import type { JsonObject } from "../../lib/protocol/message.ts";
import { decide, type Decided } from "../../lib/router/approvals.ts";
import { MOST } from "../../lib/router/bounds.ts";
import { endAll, route } from "../../lib/router/route.ts";
import { loadRecording } from "../harness/recordings.ts";
import { THREAD, TURN, Wire } from "./wire.ts";

const COMMAND = "item/commandExecution/requestApproval";
const ELICIT = "mcpServer/elicitation/request";

function choose(wire: Wire, id: string, decision: string, given: JsonObject = {}): Decided {
  const decided = decide(wire.state.threads.get(THREAD), id, decision, given, "2026-01-01");
  if (decided.ok) wire.take([decided.change]);
  return decided;
}

/** Asks, decides, and gives back the answer that goes to the server. */
function answer<T>(method: string, params: JsonObject, decision: string, given?: JsonObject): T {
  const wire = new Wire();
  wire.start();
  const { id } = wire.ask(method, params, 7);
  const decided = choose(wire, id, decision, given);
  assert.ok(decided.ok, decided.ok ? "" : decided.message);
  assert.equal(decided.requestId, 7);
  void wire.rows;
  return decided.result as T;
}

const idsOf = (wire: Wire, method: string, params: JsonObject) =>
  wire.ask(method, params).decisions.map(({ id }) => id);

Deno.test("a command can be accepted, for the session, with a rule, declined and cancelled", () => {
  const params = {
    command: "touch x",
    cwd: "/w",
    proposedExecpolicyAmendment: ["touch", "x"],
    proposedNetworkPolicyAmendments: [{ host: "a.example", action: "allow" }],
  };
  assert.deepEqual(idsOf(new Wire(), COMMAND, params), [
    "accept",
    "acceptForSession",
    "acceptWithExecpolicyAmendment",
    "applyNetworkPolicyAmendment:allow:a.example",
    "decline",
    "cancel",
  ]);
  type Answer = CommandExecutionRequestApprovalResponse;
  for (const word of ["accept", "acceptForSession", "decline", "cancel"] as const) {
    assert.deepEqual(answer<Answer>(COMMAND, params, word), { decision: word } satisfies Answer);
  }
  assert.deepEqual(
    answer<Answer>(COMMAND, params, "acceptWithExecpolicyAmendment"),
    {
      decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["touch", "x"] } },
    } satisfies Answer,
  );
  assert.deepEqual(
    answer<Answer>(COMMAND, params, "applyNetworkPolicyAmendment:allow:a.example"),
    {
      decision: {
        applyNetworkPolicyAmendment: {
          network_policy_amendment: { host: "a.example", action: "allow" },
        },
      },
    } satisfies Answer,
  );
});

Deno.test("what the server does not propose is offered with less weight", () => {
  const availableDecisions = [
    "accept",
    { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["ls"] } },
    "cancel",
  ];
  const { decisions } = new Wire().ask(COMMAND, { command: "ls", availableDecisions });
  assert.deepEqual(decisions.map(({ id, proposed = true }) => `${id} ${proposed}`), [
    "accept true",
    "acceptForSession false",
    "acceptWithExecpolicyAmendment true",
    "decline false",
    "cancel true",
  ]);
});

Deno.test("a change of files is asked about with its diff, joined by the item", () => {
  const wire = new Wire();
  wire.start();
  const kind = { type: "update", move_path: "b.txt" };
  wire.begin({ type: "fileChange", id: "f", changes: [{ path: "a.txt", kind, diff: "@@" }] });
  const { id, subject, decisions } = wire.ask("item/fileChange/requestApproval", { itemId: "f" });
  assert.deepEqual(subject, {
    kind: "file_change",
    files: [{ path: "a.txt", change: "update", moved_to: "b.txt", diff: "@@" }],
  });
  type Answer = FileChangeRequestApprovalResponse;
  assert.deepEqual(decisions.map((one) => one.id), [
    "accept",
    "acceptForSession",
    "decline",
    "cancel",
  ]);
  const decided = choose(wire, id, "acceptForSession");
  assert.deepEqual(decided.ok && decided.result, { decision: "acceptForSession" } satisfies Answer);
});

Deno.test("permissions are granted as asked, for the turn or the session, or not at all", () => {
  const params = {
    cwd: "/w",
    permissions: {
      network: { enabled: true },
      fileSystem: {
        read: null,
        write: ["/out"],
        entries: [{ path: { type: "path", path: "/out" }, access: "write" }],
      },
    },
  };
  const method = "item/permissions/requestApproval";
  const { subject } = new Wire().ask(method, params);
  assert.deepEqual(subject, {
    kind: "permissions",
    cwd: "/w",
    permissions: ["Reach the network", "Write /out"],
  });
  type Answer = PermissionsRequestApprovalResponse;
  const granted = answer<Answer>(method, params, "acceptForSession");
  assert.deepEqual(granted as unknown, { permissions: params.permissions, scope: "session" });
  const refused: Answer = { permissions: {}, scope: "turn" };
  assert.deepEqual(answer<Answer>(method, params, "decline"), refused);
});

Deno.test("a form becomes fields, and what is filled in is checked before it is sent", () => {
  const params = {
    serverName: "s",
    mode: "form",
    message: "Who?",
    requestedSchema: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string", title: "Name", minLength: 2 },
        age: { type: "integer", minimum: 0, maximum: 150, default: 30 },
        sure: { type: "boolean" },
        colour: { type: "string", enum: ["r", "b"], enumNames: ["Red", "Blue"] },
        tags: { type: "array", items: { anyOf: [{ const: "x", title: "X" }] } },
      },
    },
  };
  const wire = new Wire();
  const { id, subject } = wire.ask(ELICIT, params);
  assert.ok(subject.kind === "elicitation");
  assert.deepEqual(subject.fields.map(({ name, type, required }) => [name, type, required]), [
    ["name", "text", true],
    ["age", "integer", false],
    ["sure", "boolean", false],
    ["colour", "choice", false],
    ["tags", "choices", false],
  ]);
  assert.deepEqual(subject.fields[3]?.options, [
    { value: "r", label: "Red" },
    { value: "b", label: "Blue" },
  ]);
  const good = { name: "Jo", age: 7, sure: true, colour: "b", tags: ["x"] };
  const wrong: JsonObject[] = [
    {},
    { ...good, name: "J" },
    { ...good, age: 1.5 },
    { ...good, age: 151 },
    { ...good, sure: "yes" },
    { ...good, colour: "green" },
    { ...good, tags: ["y"] },
  ];
  for (const given of wrong) {
    const refused = choose(wire, id, "accept", given);
    assert.equal(!refused.ok && refused.code, "invalid_answer", JSON.stringify(given));
  }
  const decided = choose(wire, id, "accept", { ...good, more: "is left out" });
  type Answer = McpServerElicitationRequestResponse;
  const expected: Answer = { action: "accept", content: good, _meta: null };
  assert.deepEqual(decided.ok && decided.result, expected);
  const kept = wire.entries[0];
  assert.ok(kept?.role === "approval");
  assert.match(kept.answer ?? "", /^name: Jo\nage: 7\n/);
});

Deno.test("a tool call of an MCP server can be allowed for the session or for ever", () => {
  const _meta = {
    codex_approval_kind: "mcp_tool_call",
    persist: ["session", "always"],
    tool_name: "write",
    tool_params: { text: "n" },
  };
  const params = { serverName: "s", mode: "form", message: "Allow?", _meta, requestedSchema: {} };
  const { subject, decisions } = new Wire().ask(ELICIT, params);
  assert.ok(subject.kind === "elicitation");
  assert.deepEqual(subject.tool, { name: "write", input: '{\n  "text": "n"\n}' });
  assert.deepEqual(decisions.map(({ id }) => id), [
    "accept",
    "acceptForSession",
    "acceptAlways",
    "decline",
    "cancel",
  ]);
  type Answer = McpServerElicitationRequestResponse;
  assert.deepEqual(answer<Answer>(ELICIT, params, "acceptForSession"), {
    action: "accept",
    content: {},
    _meta: { persist: "session" },
  });
  assert.deepEqual(answer<Answer>(ELICIT, params, "decline"), {
    action: "decline",
    content: null,
    _meta: null,
  });
});

Deno.test("questions of a tool are answered, and a secret answer is not recorded", () => {
  const params = {
    questions: [
      { id: "q1", header: "H", question: "Which?", isOther: false, options: [{ label: "A" }] },
      { id: "q2", header: "P", question: "Password?", isSecret: true, options: null },
    ],
  };
  const wire = new Wire();
  const { id, subject } = wire.ask("item/tool/requestUserInput", params);
  assert.ok(subject.kind === "user_input");
  assert.deepEqual(subject.questions.map((one) => [one.free_text, one.secret]), [
    [false, false],
    [true, true],
  ]);
  assert.equal(choose(wire, id, "accept").ok, false);
  const decided = choose(wire, id, "accept", { q1: "A", q2: ["hunter2"] });
  const expected: ToolRequestUserInputResponse = {
    answers: { q1: { answers: ["A"] }, q2: { answers: ["hunter2"] } },
  };
  assert.deepEqual(decided.ok && decided.result, expected);
  assert.doesNotMatch(JSON.stringify(wire.changes), /hunter2/);
  assert.match(JSON.stringify(wire.entries), /Which\? A/);
});

Deno.test("the requests of older servers are answered in their words", () => {
  const exec = { threadId: null, conversationId: THREAD, callId: "c", command: ["ls", "-l"] };
  assert.deepEqual(answer("execCommandApproval", exec, "decline"), { decision: "denied" });
  const patch = {
    threadId: null,
    conversationId: THREAD,
    callId: "c",
    fileChanges: { "a.txt": { add: { content: "x" } }, "b.txt": { type: "delete", content: "y" } },
  };
  const { subject } = new Wire().ask("applyPatchApproval", patch);
  assert.deepEqual(subject, {
    kind: "file_change",
    files: [
      { path: "a.txt", change: "add", diff: "x" },
      { path: "b.txt", change: "delete", diff: "y" },
    ],
  });
  assert.deepEqual(answer("applyPatchApproval", patch, "cancel"), { decision: "abort" });
});

Deno.test("the first decision wins, an unknown one changes nothing", () => {
  const wire = new Wire();
  const { id } = wire.ask(COMMAND, { command: "ls" });
  const unknown = choose(wire, id, "maybe");
  assert.equal(!unknown.ok && unknown.code, "unknown_decision");
  assert.equal(choose(wire, id, "accept").ok, true);
  const second = choose(wire, id, "decline");
  assert.equal(!second.ok && second.code, "already_decided");
  assert.equal(decide(undefined, id, "accept", {}, "").ok, false);
  assert.deepEqual(wire.entries.map((entry) => entry.role === "approval" && entry.status), [
    "accepted",
  ]);
});

Deno.test("what is resolved without us is withdrawn; what its turn leaves behind is lost", () => {
  const wire = new Wire();
  wire.start();
  wire.ask(COMMAND, { command: "a" }, 1);
  wire.ask(COMMAND, { command: "b" }, "two");
  wire.ask("item/tool/requestUserInput", { questions: [], isBlocking: false }, 3);
  assert.deepEqual(wire.told, ["approval…", "approval…", "approval…"]);
  wire.say("serverRequest/resolved", { requestId: 1 });
  wire.say("serverRequest/resolved", { requestId: 99 });
  wire.end("interrupted");
  const kept = wire.entries.filter((entry) => entry.role === "approval");
  assert.deepEqual(kept.map(({ status }) => status), ["withdrawn", "lost"]);
  assert.equal(wire.told.filter((row) => row === "approval…").length, 1);
  wire.take(endAll(wire.state, wire.ms).get(THREAD) ?? []);
  assert.equal(wire.entries.at(-1)?.role, "approval");
  assert.ok(wire.told.every((row) => row !== "approval…"));
});

Deno.test("requests beyond all measure, or of other kinds, are left to be refused", () => {
  const wire = new Wire();
  for (let n = 0; n < MOST.approvals; n++) wire.ask(COMMAND, { command: "x" }, n);
  for (const method of [COMMAND, "item/tool/call", "currentTime/read", "constructor"]) {
    const params = { threadId: THREAD, turnId: TURN };
    const message = { kind: "request", id: 999, method, params } as const;
    assert.deepEqual(route(wire.state, message, 0).changes, [], method);
  }
});

Deno.test("every answer that was recorded with success is one that we would send", () => {
  const asked = new Map<unknown, { method: string; params: JsonObject }>();
  const seen: unknown[] = [];
  for (const name of ["04-command-approval", "05-file-change", "14-mcp"]) {
    asked.clear();
    for (const { dir, msg } of loadRecording(name)) {
      if (dir === "out" && typeof msg.method === "string" && msg.id !== undefined) {
        asked.set(msg.id, { method: msg.method, params: msg.params as JsonObject });
      } else if (dir === "in" && msg.method === undefined && asked.has(msg.id)) {
        const { method, params } = asked.get(msg.id)!;
        const result = msg.result as JsonObject | undefined;
        if (result === undefined || result.decision === "yes-please") continue;
        if (method === "item/tool/call") continue;
        seen.push(method);
        const given = (result.content ?? answersIn(result) ?? {}) as JsonObject;
        const offered = new Wire().ask(method, params).decisions
          .map(({ id }) => answer<JsonObject>(method, { ...params, ...HERE }, id, given));
        assert.ok(
          offered.some((one) => JSON.stringify(one) === JSON.stringify(result)),
          `${name}: ${JSON.stringify(result)} is none of ${JSON.stringify(offered)}`,
        );
      }
    }
  }
  assert.ok(new Set(seen).size >= 4, `only saw ${[...new Set(seen)].join(", ")}`);
});

const HERE = { threadId: THREAD, turnId: TURN };

/** `{answers: {id: {answers: […]}}}` as a person gives it: `{id: […]}`. */
function answersIn(result: JsonObject): JsonObject | null {
  const { answers } = result as unknown as Partial<ToolRequestUserInputResponse>;
  return answers === undefined
    ? null
    : Object.fromEntries(Object.entries(answers).map(([id, one]) => [id, one?.answers ?? []]));
}
