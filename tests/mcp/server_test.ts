import assert from "node:assert/strict";
import { answerMcp } from "../../lib/mcp/server.ts";
import type { ToolHost } from "../../lib/mcp/tool.ts";
import { TOOLS } from "../../lib/mcp/tools.ts";

const NAMES = [
  ...["pty_read_screen", "pty_read_scrollback", "pty_exec", "pty_send", "pty_wait_prompt"],
  ...["blocks_list", "blocks_read", "blocks_search", "events_list", "events_ack", "agent_send"],
];

/** A host without a shell; whatever else is asked of it is a mistake. */
const bare = { running: () => null } as unknown as ToolHost;

const ask = (method: string, params?: unknown, host: ToolHost | null = bare) =>
  answerMcp({ jsonrpc: "2.0", id: 1, method, params }, {
    version: "0",
    tools: TOOLS,
    hostOf: ({ threadId }) => Promise.resolve(threadId === "t" ? host : null),
  }) as Promise<{ result?: Record<string, unknown>; error?: { code: number } }>;

const call = async (name: string, args: unknown, threadId = "t", host = bare) => {
  const { result } = await ask(
    "tools/call",
    { name, arguments: args, _meta: { threadId } },
    host,
  );
  const [first] = result?.content as { text: string }[];
  return { text: first!.text, isError: result?.isError === true };
};

Deno.test("a client is told the version it asked for if we speak it, else the newest", async () => {
  const versionFor = async (protocolVersion: unknown) =>
    (await ask("initialize", { protocolVersion })).result?.protocolVersion;
  assert.equal(await versionFor("2024-11-05"), "2024-11-05");
  assert.equal(await versionFor("2099-01-01"), "2025-06-18");
  assert.equal(await versionFor(undefined), "2025-06-18");
});

Deno.test("all tools of the design are listed, with what they take, and who only looks says so", async () => {
  const { result } = await ask("tools/list");
  const tools = result?.tools as {
    name: string;
    inputSchema: { type: string };
    annotations: { readOnlyHint: boolean };
  }[];
  assert.deepEqual(tools.map(({ name }) => name), NAMES);
  assert.ok(tools.every(({ inputSchema }) => inputSchema.type === "object"));
  const changing = tools.filter(({ annotations }) => !annotations.readOnlyHint);
  assert.deepEqual(
    changing.map(({ name }) => name),
    ["pty_exec", "pty_send", "events_ack", "agent_send"],
  );
});

Deno.test("a call of no conversation, of no tool or with wrong arguments is told what is wrong", async () => {
  assert.match((await call("pty_read_screen", {}, "a stranger")).text, /no conversation/);
  assert.equal((await ask("tools/call", { name: "rm" })).error?.code, -32602);
  const wrong = await call("pty_exec", { command: 3, conversation_id: "another" });
  assert.equal(wrong.isError, true);
  assert.match(wrong.text, /command/);
  assert.match(wrong.text, /conversation_id/);
});

Deno.test("looking at a shell that is not there starts none", async () => {
  for (const name of ["pty_read_screen", "pty_read_scrollback", "pty_wait_prompt"]) {
    assert.match((await call(name, {})).text, /no shell yet/);
  }
});

Deno.test("a refusal and an exception reach the model as errors", async () => {
  const refusing = {
    ...bare,
    blocks: () => Promise.resolve({ ok: false, code: "detached", message: "out of reach" }),
    search: () => Promise.reject(new Error("broken")),
  } as unknown as ToolHost;
  assert.deepEqual(await call("blocks_list", {}, "t", refusing), {
    text: "out of reach",
    isError: true,
  });
  assert.deepEqual(await call("blocks_search", { query: "x" }, "t", refusing), {
    text: "broken",
    isError: true,
  });
});

Deno.test("notifications get no answer, junk gets one, unknown methods are named", async () => {
  const options = { version: "0", tools: TOOLS, hostOf: () => Promise.resolve(null) };
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  assert.equal(await answerMcp(note, options), null);
  for (const junk of [null, 3, [], {}, { jsonrpc: "1.0", id: 1, method: "ping" }]) {
    assert.equal(
      (await answerMcp(junk, options) as { error: { code: number } }).error.code,
      -32600,
    );
  }
  assert.equal((await ask("resources/list")).error?.code, -32601);
  assert.deepEqual((await ask("ping")).result, {});
});
