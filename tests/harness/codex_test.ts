import assert from "node:assert/strict";
import { codexAppServer, codexEnvironment, withCodexHome } from "./codex.ts";
import { fn, ModelServer, reply, say } from "./model_server.ts";
import { type PipeClient, withPipeClient } from "./pipe_client.ts";
import { realTest } from "./real_parts.ts";

async function withCodex(model: ModelServer, fn: (codex: PipeClient) => Promise<void>) {
  await withCodexHome(model.url, async (home) => {
    const options = { command: codexAppServer(), env: codexEnvironment(home), cwd: home };
    await withPipeClient(options, fn);
  });
}

async function turn(codex: PipeClient, text: string): Promise<string> {
  const { thread } = await codex.request("thread/start", {}) as { thread: { id: string } };
  const input = [{ type: "text", text }];
  await codex.request("turn/start", { threadId: thread.id, input });
  await codex.next(({ method }) => method === "turn/completed");
  return codex.received
    .filter(({ method }) => method === "item/agentMessage/delta")
    .map(({ params }) => params?.["delta"])
    .join("");
}

realTest("the real codex shakes hands and says who it is", { needs: ["codex"] }, async () => {
  await using model = ModelServer.start();
  await withCodex(model, async (codex) => {
    const answer = await codex.handshake() as { userAgent: string };
    assert.match(answer.userAgent, /0\.169\.0/);
  });
});

realTest("the real codex streams what the scripted model says", { needs: ["codex"] }, async () => {
  await using model = ModelServer.start([say("Ahoy from the script ")]);
  await withCodex(model, async (codex) => {
    await codex.handshake();
    assert.equal(await turn(codex, "hello"), "Ahoy from the script ");
  });
  assert.ok(model.seen.some(({ text }) => text.includes("hello")));
});

realTest(
  "the real codex runs a command that the script calls for",
  { needs: ["codex"] },
  async () => {
    const call = fn("exec_command", { cmd: "echo from-the-shell" });
    await using model = ModelServer.start([reply(call), say("done ")]);
    await withCodex(model, async (codex) => {
      await codex.handshake();
      await turn(codex, "run it");
      assert.match(model.seen.at(-1)?.text ?? "", /from-the-shell/);
    });
  },
);

realTest("a home of the real codex is gone after its test", { needs: ["codex"] }, async () => {
  let path = "";
  await withCodexHome("http://127.0.0.1:1/v1", async (home) => {
    path = home;
    await Deno.stat(`${home}/config.toml`);
  });
  await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
});
