// The real codex dies, the service dies, all of it dies: what was accepted is neither lost nor
// sent twice, and the conversation goes on.

import assert from "node:assert/strict";
import { gate, message, ModelServer, reply, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor, withService } from "../harness/service.ts";
import { Talk, told, withTalk } from "./talk.ts";

realTest("kill -9 of codex in mid-turn: the turn is closed, and the next one is good", {
  needs: ["codex"],
}, () =>
  withTalk([], async (talk) => {
    const { model } = talk;
    const id = await talk.begin();
    model.push(say("First answer "));
    await talk.ask(id, "first");
    const door = gate();
    model.push(reply(message(["Half a ", door.step, "sentence"]), { match: "second" }));
    await talk.say(id, "second");
    await talk.when(id, "half a sentence", ({ live }) => live.items.find((item) => item.text));
    await talk.say(id, "third");
    model.push(say("Third answer ", { match: "third" }));
    const before = await talk.agentPid();
    Deno.kill(before, "SIGKILL");
    const rows = await talk.ended(id, 3);
    assert.deepEqual(told(rows), [
      "user: first",
      "assistant: First answer ",
      "status: completed",
      "user: second",
      "assistant: Half a ",
      "status: interrupted",
      "user: third",
      "assistant: Third answer ",
      "status: completed",
    ]);
    const status = await talk.call("status");
    assert.deepEqual([status.running, status.restarts], [true, 1]);
    assert.notEqual(status.pid, before);
    assert.match(model.seen.at(-1)!.text, /First answer/);
    door.open();
  }));

for (const moment of ["right after the answer", "when the model has just been asked"]) {
  realTest(`kill -9 of everything ${moment}: the message runs by itself`, {
    needs: ["codex"],
  }, async () => {
    const root = await Deno.makeTempDir({ prefix: "ph-crash-" });
    const folders = { home: `${root}/home`, codexHome: `${root}/codex`, cwd: root };
    await using model = ModelServer.start();
    const asked = () => model.seen.filter(({ path }) => path.endsWith("/responses")).length;
    const door = gate();
    let id = "";
    try {
      model.push(reply([door.step, ...message(["Did it "])], { match: "do it" }));
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        const talk = new Talk(service, model);
        id = await talk.begin();
        const pid = await talk.agentPid();
        await talk.say(id, "do it", { client_id: "job-1" });
        if (moment !== "right after the answer") {
          await waitFor(() => asked() === 1, { everyMs: 1, what: "the model to be asked" });
        }
        Deno.kill(service.pids.server, "SIGKILL");
        Deno.kill(pid, "SIGKILL");
        await service.end("SIGKILL");
      });
      door.open();
      model.fallback = say("Did it ");
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        const talk = new Talk(service, model);
        const rows = await talk.ended(id);
        assert.deepEqual(told(rows), ["user: do it", "assistant: Did it ", "status: completed"]);
        const again = await talk.say(id, "do it", { client_id: "job-1" });
        assert.equal(again.duplicate, true);
        assert.ok(asked() <= 2, `the model was asked ${asked()} times`);
        // Nothing of it is left to be sorted out.
        const file = `${folders.home}/conversations/${id}/queue.json`;
        await waitFor(() => Deno.stat(file).then(() => false, () => true), {
          what: "no queue file",
        });
      });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}

realTest(
  "a queue survives a restart of the service and goes on",
  { needs: ["codex"] },
  async () => {
    const root = await Deno.makeTempDir({ prefix: "ph-queue-" });
    const folders = { home: `${root}/home`, codexHome: `${root}/codex`, cwd: root };
    await using model = ModelServer.start();
    let id = "";
    try {
      const door = gate();
      model.push(reply(message(["Long ", door.step, "work"]), { match: "begin" }));
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        const talk = new Talk(service, model);
        id = await talk.begin();
        await talk.say(id, "begin");
        await talk.when(id, "the first word", ({ live }) => live.items.find((item) => item.text));
        await talk.say(id, "then this");
      });
      door.open();
      model.push(say("This, then ", { match: "then this" }));
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        const talk = new Talk(service, model);
        const rows = await talk.ended(id, 2);
        assert.deepEqual(told(rows), [
          "user: begin",
          "assistant: Long ",
          "status: interrupted",
          "user: then this",
          "assistant: This, then ",
          "status: completed",
        ]);
      });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
);

realTest(
  "after a restart of the service a conversation goes on in its thread, with all that was said",
  { needs: ["codex"] },
  async () => {
    const root = await Deno.makeTempDir({ prefix: "ph-resume-" });
    const folders = { home: `${root}/home`, codexHome: `${root}/codex`, cwd: root };
    await using model = ModelServer.start();
    let [id, thread] = ["", ""];
    try {
      model.push(say("I will remember "));
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        const talk = new Talk(service, model);
        id = await talk.begin();
        thread = (await talk.say(id, "my number is 4711")).thread_id;
        await talk.ended(id);
      });
      model.push(say("It is 4711 "));
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        const talk = new Talk(service, model);
        assert.equal((await talk.say(id, "what is it?")).thread_id, thread);
        assert.deepEqual(told(await talk.ended(id, 2)), [
          "user: my number is 4711",
          "assistant: I will remember ",
          "status: completed",
          "user: what is it?",
          "assistant: It is 4711 ",
          "status: completed",
        ]);
        assert.match(model.seen.at(-1)!.text, /my number is 4711/);
      });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
);
