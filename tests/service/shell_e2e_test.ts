// The shared shell of the whole service: by REST, on the terminal's WebSocket, over a kill of the
// server, and to its end.

import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";

const LONG = { timeoutMs: 20_000 };
const ENV = { SHELL: "/bin/bash" };

async function call(service: Service, path: string, body?: unknown) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await service.fetch(path, init);
  return { status: response.status, body: await response.json() };
}

async function newConversation(service: Service): Promise<string> {
  return (await call(service, "/api/appserver/conversations", {})).body.id;
}

/** A terminal as the page has one. */
async function terminal(service: Service, id: string) {
  const url = `${service.url.replace("http", "ws")}/ws/pty/${id}`;
  // Headers are Deno's own addition, which the DOM's types do not have.
  const options = { headers: { authorization: `Bearer ${service.token}` } } as unknown as string[];
  const socket = new WebSocket(url, options);
  socket.binaryType = "arraybuffer";
  const seen = { text: "", messages: [] as Record<string, unknown>[], closed: 0 };
  socket.onmessage = ({ data }) => {
    if (data instanceof ArrayBuffer) {
      seen.text += new TextDecoder().decode(data);
      return;
    }
    const message = JSON.parse(data);
    seen.messages.push(message);
    if (message.type === "resync") seen.text = message.state;
  };
  socket.onclose = ({ code }) => seen.closed = code;
  await waitFor(() => seen.messages.some(({ type }) => type === "resync"), {
    ...LONG,
    what: "the terminal's state",
  });
  return { socket, seen };
}

const hostsOf = (service: Service) =>
  service.processes().filter(({ command }) => command.includes("shell_host_entry"));

realTest("scripts run commands in a conversation's shell, and tabs see the same terminal", {
  needs: ["bash"],
}, () =>
  withService({ env: ENV }, async (service) => {
    const id = await newConversation(service);
    const status = () => call(service, `/api/mcp/agent-pty/status?conversation_id=${id}`);
    assert.equal((await status()).body.running, false);
    assert.deepEqual(hostsOf(service), [], "no host before it is needed");
    const exec = (command: string, more = {}) =>
      call(service, "/api/appserver/shell/exec", { conversation_id: id, command, ...more });
    const first = await exec("echo out; echo err >&2; pwd; false");
    assert.equal(first.status, 200);
    assert.deepEqual({ ...first.body, duration_ms: 0 }, {
      stdout: `out\nerr\n${await Deno.realPath(service.cwd)}`,
      stderr: "",
      exitCode: 1,
      block_id: "block_000001",
      status: "done",
      timed_out: false,
      truncated: false,
      cwd: await Deno.realPath(service.cwd),
      duration_ms: 0,
    });
    const atPrompt = async () => (await status()).body.phase === "prompt";
    await waitFor(atPrompt, { ...LONG, what: "the next prompt" });
    const { running, confidence } = (await status()).body;
    assert.deepEqual([running, confidence], [true, "high"]);
    const [one, two] = [await terminal(service, id), await terminal(service, id)];
    assert.match(one.seen.text, /out\r?\n.*err/);
    one.socket.send(new TextEncoder().encode("echo from-''one\r"));
    two.socket.send(JSON.stringify({ type: "input", data: "echo from-''two\r" }));
    for (const { seen } of [one, two]) {
      await waitFor(() => /from-one/.test(seen.text) && /from-two/.test(seen.text), {
        ...LONG,
        what: "what both have typed",
      });
    }
    one.socket.send(JSON.stringify({ type: "resize", cols: 91, rows: 22 }));
    await waitFor(
      () => two.seen.messages.some(({ type, cols }) => type === "size" && cols === 91),
      {
        ...LONG,
        what: "the other tab to hear of the size",
      },
    );
    await waitFor(async () => (await exec("stty size")).body.stdout === "22 91", {
      ...LONG,
      what: "the size",
    });
    two.socket.send("not a message");
    await waitFor(() => two.seen.closed === 1003, { ...LONG, what: "the line to be cut" });
    const other = await call(service, "/api/mcp/agent-pty/resize", {
      conversation_id: id,
      cols: 100,
      rows: 30,
    });
    assert.deepEqual(other, { status: 200, body: { ok: true } });
    // Refusals have a status and a code.
    const refused = [
      [await exec("echo \x03"), 400, "invalid_command"],
      [await exec("echo 'open", { timeout_s: 0.5 }), 422, "incomplete_command"],
      [await exec(""), 400, "invalid_body"],
      [
        await call(service, "/api/appserver/shell/exec", { conversation_id: "x", command: "ls" }),
        404,
        "unknown_conversation",
      ],
    ] as const;
    for (const [answer, code, word] of refused) {
      assert.deepEqual([answer.status, answer.body.code], [code, word]);
    }
    const late = await exec("sleep 60", { timeout_s: 0.5 });
    assert.deepEqual([late.body.timed_out, late.body.exitCode], [true, null]);
    const busy = await call(service, "/api/mcp/agent-pty/exec", {
      conversation_id: id,
      command: "echo no",
      timeout_s: 0.3,
    });
    assert.deepEqual([busy.status, busy.body.code], [409, "prompt_busy"]);
    const stopped = await call(service, "/api/mcp/agent-pty/stop", { conversation_id: id });
    assert.deepEqual(stopped.body, { ok: true, stopped: true });
    await waitFor(() => one.seen.closed === 4410, { ...LONG, what: "the terminal to be told" });
    await waitFor(() => hostsOf(service).length === 0, { ...LONG, what: "the host to end" });
  }));

realTest("a terminal needs the token and our origin, before any shell is started", {
  needs: ["bash"],
}, () =>
  withService({ env: ENV }, async (service) => {
    const id = await newConversation(service);
    const upgrade = {
      connection: "upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    };
    const ask = async (headers: Record<string, string>) => {
      const { port } = new URL(service.url);
      using line = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
      const all = { host: `127.0.0.1:${port}`, ...upgrade, ...headers };
      const text = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
      await line.write(new TextEncoder().encode(`GET /ws/pty/${id} HTTP/1.1\r\n${text}\r\n`));
      const buffer = new Uint8Array(200);
      const got = await line.read(buffer) ?? 0;
      return new TextDecoder().decode(buffer.subarray(0, got)).split(" ")[1];
    };
    const token = { authorization: `Bearer ${service.token}` };
    assert.equal(await ask({}), "401");
    assert.equal(await ask({ ...token, origin: "http://evil.example" }), "403");
    assert.equal(await ask({ ...token, host: "evil.example" }), "403");
    assert.deepEqual(hostsOf(service), []);
    const plain = await service.fetch(`/ws/pty/${id}`);
    assert.equal(plain.status, 400);
    await plain.body?.cancel();
    assert.deepEqual(hostsOf(service), []);
  }));

realTest("kill -9 of the server and a restart give the same shell with the same screen", {
  needs: ["bash"],
  timeoutMs: 90_000,
}, async () => {
  const root = await Deno.makeTempDir({ prefix: "ph-kill-" });
  const same = { home: join(root, "h"), codexHome: join(root, "c"), cwd: join(root, "w") };
  try {
    await withService({ env: ENV, ...same }, async (first) => {
      const id = await newConversation(first);
      const body = { conversation_id: id };
      await call(first, "/api/appserver/shell/exec", { ...body, command: "mine=1; echo before" });
      const line = await terminal(first, id);
      line.socket.send(
        JSON.stringify({ type: "input", data: "sleep 2; echo mean''while; false\r" }),
      );
      const started = (seen: typeof line.seen) =>
        seen.messages.some((message) => JSON.stringify(message).includes("agent_block_begin"));
      await waitFor(() => started(line.seen), { ...LONG, what: "the command to begin" });
      const { shell_id } = (await call(first, "/api/mcp/agent-pty/start", body)).body;
      Deno.kill(first.pids.server, "SIGKILL");
      // The host and what is below it are all that stays.
      await waitFor(
        () => first.processes().every(({ command }) => !/ serve | launch\.ts|demo/.test(command)),
        { ...LONG, what: "the rest to end" },
      );
      assert.ok(hostsOf(first).length === 1);
      await withService({ env: ENV, ...same }, async (second) => {
        const again = (await call(second, "/api/mcp/agent-pty/start", body)).body;
        assert.equal(again.shell_id, shell_id);
        const shown = await terminal(second, id);
        await waitFor(() => /before[^]*meanwhile/.test(shown.seen.text), {
          ...LONG,
          what: "the screen as it was, and what came since",
        });
        const more = { ...body, command: "echo $mine" };
        assert.equal((await call(second, "/api/appserver/shell/exec", more)).body.stdout, "1");
        const folder = join(same.home, "conversations", id, "agent_pty");
        const lines = (await Deno.readTextFile(join(folder, "blocks.jsonl"))).trim().split("\n");
        const block = lines.map((text) => JSON.parse(text)).find(({ seq }) => seq === 2);
        assert.deepEqual([block.exit_code, block.status, block.truncated], [1, "done", false]);
        const output = await Deno.readTextFile(join(folder, "blocks/block_000002.out"));
        assert.equal(output, "meanwhile\r\n");
      });
      // The clean stop of the second one has taken the host with it.
      assert.deepEqual(first.processes(), []);
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

realTest("without a restart the host is gone after its time, with all below it", {
  needs: ["bash"],
}, () =>
  withService({ env: ENV, args: ["--shell-grace", "1"] }, async (service) => {
    const id = await newConversation(service);
    const command = "(setsid sleep 4242 &); sleep 4243 &";
    await call(service, "/api/appserver/shell/exec", { conversation_id: id, command });
    assert.ok(hostsOf(service).length === 1);
    assert.deepEqual(await service.end("SIGKILL", service.pids.server), []);
  }));
