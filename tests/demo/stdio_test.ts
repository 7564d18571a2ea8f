import assert from "node:assert/strict";
import { fromFileUrl } from "@std/path";

const ENTRY = fromFileUrl(new URL("./stdio_entry.ts", import.meta.url));
const INIT = { method: "initialize", id: 1, params: { clientInfo: { name: "t", version: "1" } } };
const THREAD = "01a1ee1a-0000-7000-8000-000000000000";

/** Starts the agent without any permission but the flags given. */
function startAgent(flags: string[] = [], env: Record<string, string> = {}) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-remote", ...flags, ENTRY],
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const text = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  return {
    child,
    writer,
    text,
    send: (message: unknown) =>
      writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)),
    async until(part: string) {
      while (!seen.includes(part)) {
        const { done, value } = await text.read();
        assert.ok(!done, `stdout ended before ${part}; it had: ${seen}`);
        seen += value;
      }
      return seen;
    },
  };
}

async function talk(agent: ReturnType<typeof startAgent>, words: string) {
  await agent.send(INIT);
  await agent.send({ method: "initialized" });
  await agent.send({ method: "thread/resume", id: 2, params: { threadId: THREAD } });
  const input = [{ type: "text", text: words }];
  await agent.send({ method: "turn/start", id: 3, params: { threadId: THREAD, input } });
}

Deno.test("as a program without permissions it answers, and ends with 0 when stdin closes in mid-turn", async () => {
  const agent = startAgent();
  await talk(agent, "slow");
  const seen = await agent.until('"delta":"twenty ');
  assert.ok(!seen.includes("turn/completed"));
  const closed = performance.now();
  await agent.writer.close();
  const [status, rest, stderr] = await Promise.all([
    agent.child.status,
    Array.fromAsync(readAll(agent.text)),
    new Response(agent.child.stderr).text(),
  ]);
  const took = performance.now() - closed;
  assert.equal(status.code, 0);
  assert.equal(stderr, "");
  assert.ok(!rest.join("").includes("turn/completed"), "no last words");
  assert.ok(took < 2_000, `ended after ${Math.round(took)} ms`);
});

Deno.test("PILOTHOUSE_DEMO_SPEED=0 makes the slow answer immediate", async () => {
  const agent = startAgent(["--allow-env=PILOTHOUSE_DEMO_SPEED"], { PILOTHOUSE_DEMO_SPEED: "0" });
  const started = performance.now();
  await talk(agent, "slow");
  await agent.until('"method":"turn/completed"');
  assert.ok(performance.now() - started < 10_000);
  await agent.writer.close();
  await Array.fromAsync(readAll(agent.text));
  await agent.child.stderr.cancel();
  assert.equal((await agent.child.status).code, 0);
});

Deno.test("it ends when nobody reads its answers any more", async () => {
  const agent = startAgent();
  await talk(agent, "slow");
  await agent.until('"delta":"');
  await agent.text.cancel();
  const { code } = await agent.child.status;
  assert.equal(code, 0);
  await agent.writer.close().catch(() => {});
  await agent.child.stderr.cancel();
});

async function* readAll(reader: ReadableStreamDefaultReader<string>) {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
