// A thread of the real codex, imported from its rollout into a home that knows nothing of it, goes
// on; and a fork of it goes on beside it.

import assert from "node:assert/strict";
import { ModelServer, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";

async function post(
  service: Service,
  path: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await service.fetch(`/api/appserver/${path}`, init);
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

/** Sends a message and waits until the transcript has the answer. */
async function ask(service: Service, conversation_id: unknown, text: string, answer: string) {
  await post(service, "message", { conversation_id, text });
  return await waitFor(async () => {
    const path = `/api/appserver/transcript?conversation_id=${conversation_id}`;
    const { entries } = await (await service.fetch(path)).json();
    const rows = (entries as { role: string; text?: string }[])
      .filter(({ role }) => role === "user" || role === "assistant").map(({ text }) => text);
    return rows.includes(answer) && rows;
  }, { timeoutMs: 20_000, what: `the answer "${answer}"` });
}

realTest(
  "a thread of the real codex is imported from its rollout and goes on, and so does its fork",
  { needs: ["codex"], timeoutMs: 90_000 },
  async () => {
    const replies = ["One.", "Two.", "Three."].map((text) => say(text));
    await using model = ModelServer.start(replies);
    const codexHome = await Deno.makeTempDir({ prefix: "ph-codex-" });
    try {
      const options = { modelUrl: model.url, codexHome };
      const thread = await withService(options, async (service) => {
        const { id } = await post(service, "conversations", {});
        await ask(service, id, "first", "One.");
        return (await (await service.fetch(`/api/appserver/conversations/${id}`)).json())
          .conversation.thread_id;
      });
      // Another home: all that is left of the thread is the agent's own file.
      await withService(options, async (service) => {
        const imported = await post(service, "rollouts/import", { thread_id: thread });
        assert.deepEqual(await ask(service, imported.id, "second", "Two."), [
          ...["first", "One.", "second", "Two."],
        ]);
        const fork = await post(service, `conversations/${imported.id}/fork`, {});
        assert.notEqual(fork.thread_id, thread);
        assert.equal((await ask(service, fork.id, "third", "Three.")).length, 6);
      });
      const seen = JSON.stringify(model.seen.at(-1));
      assert.ok(["first", "second", "third"].every((word) => seen.includes(word)));
    } finally {
      await Deno.remove(codexHome, { recursive: true });
    }
  },
);
