// The bridge as a program of its own, between a client and the running service: what it may do, what
// its token opens, and what it says when nobody is there.

import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Service, withService } from "../harness/service.ts";

const ENTRY = join(REPOSITORY, "lib/cli/mcp_entry.ts");

/** The file by which bridges find this service. */
async function linkOf({ home }: Service): Promise<string> {
  for await (const { name } of Deno.readDir(join(home, "runtimes"))) {
    const path = join(home, "runtimes", name, "mcp.json");
    if (await Deno.stat(path).then(() => true, () => false)) return path;
  }
  throw new Error("there is no mcp.json");
}

/** Sends the lines to a bridge with the rights that the launcher gives it; its answers by id. */
async function ask(link: string, messages: unknown[], conversation?: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-prompt", "--no-lock", "--ignore-env", "--allow-net=127.0.0.1"],
      ...[`--allow-read=${join(link, "..")}`, ENTRY, "--link", link],
      ...(conversation === undefined ? [] : ["--conversation", conversation]),
    ],
    cwd: REPOSITORY,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const text = messages.map((message) => JSON.stringify(message) + "\n").join("");
  await writer.write(new TextEncoder().encode(text));
  const wanted = messages.filter((message) => "id" in (message as object)).length;
  const answers = new Map<number, Record<string, unknown>>();
  let held = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (held + part).split("\n");
    held = lines.pop()!;
    for (const line of lines) answers.set(JSON.parse(line).id, JSON.parse(line));
    if (answers.size === wanted) break;
  }
  await writer.close();
  await child.stderr.cancel();
  await child.status;
  return answers;
}

const request = (id: number, method: string, params: unknown = {}) => ({
  ...{ jsonrpc: "2.0", id, method, params },
});
const toolCall = (id: number, name: string, args: unknown, threadId?: string) =>
  request(id, "tools/call", {
    name,
    arguments: args,
    ...(threadId === undefined ? {} : { _meta: { threadId } }),
  });
const textOf = (answer?: Record<string, unknown>) =>
  (answer?.result as { content: { text: string }[] }).content[0]!.text;

realTest("a bridge serves one conversation's tools, and its token opens nothing else", {
  needs: ["bash"],
}, () =>
  withService({ env: { SHELL: "/bin/bash" } }, async (service) => {
    const link = await linkOf(service);
    assert.equal((await Deno.stat(link)).mode! & 0o777, 0o600);
    const { token } = JSON.parse(await Deno.readTextFile(link));
    const made = await service.fetch("/api/appserver/conversations", {
      method: "POST",
      body: "{}",
    });
    const { id } = await made.json();

    const answers = await ask(link, [
      request(1, "initialize", { protocolVersion: "2025-06-18" }),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      request(2, "tools/list"),
      toolCall(3, "pty_exec", { command: "echo by-$((20+3))" }),
      toolCall(4, "pty_exec", { command: "true" }, "no such thread"),
    ], id);
    assert.equal((answers.get(2)?.result as { tools: unknown[] }).tools.length, 11);
    assert.match(textOf(answers.get(3)), /by-23[^]*exit code 0/);
    assert.match(textOf(answers.get(4)), /no conversation/);

    const call = (path: string, bearer: string, body?: unknown) =>
      fetch(service.url + path, {
        headers: { authorization: `Bearer ${bearer}` },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      }).then(async (response) => {
        await response.body?.cancel();
        return response.status;
      });
    assert.equal(await call("/api/mcp/rpc", token, request(1, "ping")), 200);
    assert.equal(await call("/api/mcp/rpc", "wrong", request(1, "ping")), 401);
    assert.equal(await call("/api/appserver/status", token), 401);
    assert.equal(await call("/v1/events?thread=x", token), 401);
  }));

realTest("an agent leaves word for another conversation, which lists and acknowledges it", {
  needs: [],
}, () =>
  withService({ env: { PILOTHOUSE_DEMO_SPEED: "0.01" } }, async (service) => {
    const link = await linkOf(service);
    const post = (path: string, body: unknown) =>
      service.fetch(`/api/appserver/${path}`, { method: "POST", body: JSON.stringify(body) })
        .then((response) => response.json());
    const [from, to] = [
      await post("conversations", { label: "from" }),
      await post("conversations", {}),
    ];
    await post("message", { conversation_id: to.id, text: "hello" });
    const sent = await ask(link, [
      toolCall(1, "agent_send", { to: to.id, text: "the build is red", title: "Red" }),
      toolCall(2, "agent_send", { to: "nobody", text: "x" }),
      toolCall(3, "agent_send", { to: from.id, text: "to myself" }),
    ], from.id);
    const { event_id, delivered } = JSON.parse(textOf(sent.get(1)));
    assert.ok(["queue_for_next_turn", "notify_only"].includes(delivered.mode), delivered.mode);
    assert.match(textOf(sent.get(2)), /no such conversation/);
    assert.match(textOf(sent.get(3)), /this conversation/);
    const listed = await ask(link, [toolCall(1, "events_list", {})], to.id);
    assert.match(textOf(listed.get(1)), /the build is red/);
    assert.match(textOf(listed.get(1)), /not authenticated/);
    const acked = await ask(link, [toolCall(1, "events_ack", { event_ids: [event_id] })], to.id);
    assert.match(textOf(acked.get(1)), new RegExp(event_id));
  }));

realTest("without a service a bridge says so instead of hanging", { needs: [] }, async () => {
  const folder = await Deno.makeTempDir({ prefix: "ph-bridge-" });
  try {
    const answers = await ask(join(folder, "mcp.json"), [request(1, "ping")]);
    assert.match(JSON.stringify(answers.get(1)), /does not answer/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
