// What a person can do while the real codex works: steer, queue, stop; and with a conversation as
// a whole: compact, fork, rename, archive, review.

import assert from "node:assert/strict";
import { gate, message, reply, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor } from "../harness/wait.ts";
import { type Talk, told, withTalk } from "./talk.ts";

let begun = 0;

/** A turn that has said something and waits for the gate. */
async function waiting(talk: Talk, id: string) {
  const door = gate();
  const text = `begin ${++begun}`;
  talk.model.push(reply(message(["Begun ", door.step, "and done."]), { match: text }));
  const sent = await talk.say(id, text);
  await talk.when(id, "the first words", ({ live }) => live.items.find(({ text }) => text !== ""));
  return { ...sent, open: door.open };
}

realTest(
  "while codex works a person can steer, queue and stop",
  { needs: ["codex"] },
  (t) =>
    withTalk([], async (talk) => {
      const { model } = talk;

      await t.step("a steer goes into the running turn", async () => {
        const id = await talk.begin();
        const { turn_id, open } = await waiting(talk, id);
        model.push(say("As you like "));
        const sent = await talk.say(id, "rather so", { mode: "steer" });
        assert.deepEqual([sent.mode, sent.turn_id], ["steer", turn_id]);
        open();
        const rows = await talk.ended(id);
        assert.equal(rows.filter(({ role }) => role === "status").length, 1);
        const words = rows.filter(({ role }) => role === "user" || role === "assistant");
        assert.deepEqual(words.map(({ text }) => text).sort(), [
          "As you like ",
          "Begun ",
          "begin 1",
          "rather so",
        ]);
        assert.match(model.seen.at(-1)!.text, /rather so/);
      });

      await t.step("a queued message starts when the turn is over", async () => {
        const id = await talk.begin();
        const { open } = await waiting(talk, id);
        const sent = await talk.say(id, "next");
        assert.deepEqual([sent.mode, sent.turn_id], ["queue", null]);
        assert.deepEqual((await talk.open(id)).queue.waiting.map(({ text }) => text), ["next"]);
        model.push(say("Next it is "));
        open();
        assert.deepEqual(told(await talk.ended(id, 2)), [
          "user: begin 2",
          "assistant: Begun and done.",
          "status: completed",
          "user: next",
          "assistant: Next it is ",
          "status: completed",
        ]);
        assert.deepEqual((await talk.open(id)).queue.waiting, []);
      });

      await t.step(
        "a steer into a turn that cannot be steered is queued, with the reason",
        async () => {
          const id = await talk.begin();
          await talk.ask(id, "something to compact");
          const door = gate();
          model.push(reply([door.step, ...message(["The summary."])]));
          await talk.call("action", { conversation_id: id, action: "compact" });
          await talk.when(id, "the compaction", ({ live }) => live.turn_id);
          const sent = await talk.say(id, "me too", { mode: "steer" });
          assert.equal(sent.mode, "queue");
          assert.match(sent.reason, /steer|compact/i);
          door.open();
          const rows = await talk.ended(id, 3);
          assert.ok(told(rows).includes("user: me too"));
        },
      );

      await t.step(
        "a stop cuts the turn and holds the queue until it is told to go on",
        async () => {
          const id = await talk.begin();
          await waiting(talk, id);
          await talk.say(id, "later");
          await talk.call("interrupt", { conversation_id: id });
          const rows = await talk.ended(id);
          assert.deepEqual(told(rows), [
            "user: begin 3",
            "assistant: Begun ",
            "status: interrupted",
          ]);
          assert.equal((await talk.open(id)).queue.held, "interrupted");
          model.push(say("At last "));
          await talk.call("queue", { conversation_id: id, action: "continue" });
          assert.ok(told(await talk.ended(id, 2)).includes("assistant: At last "));
        },
      );

      await t.step("a stop right after sending waits for the turn", async () => {
        const id = await talk.begin();
        const door = gate();
        model.push(reply(message(["never ", door.step, "finished"]), { match: "stop me" }));
        const sent = talk.say(id, "stop me");
        await waitFor(async () => (await talk.open(id)).entries.length > 0, { what: "the row" });
        await talk.call("interrupt", { conversation_id: id });
        await sent;
        const rows = await talk.ended(id);
        assert.equal(rows.at(-1)?.status, "interrupted");
        door.open();
      });

      await t.step("without a turn there is nothing to stop", async () => {
        const { status, answer } = await talk.attempt("interrupt", {
          conversation_id: await talk.begin(),
        });
        assert.deepEqual([status, answer.code], [409, "no_turn"]);
      });

      await t.step("the queue can be edited, reordered and emptied", async () => {
        const id = await talk.begin();
        const { open } = await waiting(talk, id);
        for (const text of ["a", "b", "c"]) await talk.say(id, text);
        const queue = await talk.call(`queue?conversation_id=${id}`);
        const [a, b, c] = queue.waiting;
        const edited = await talk.call("queue", {
          conversation_id: id,
          revision: queue.revision,
          items: [{ id: c.id }, { id: a.id, text: "A" }],
        }, "PUT");
        assert.deepEqual(edited.waiting.map(({ text }: { text: string }) => text), ["c", "A"]);
        const stale = await talk.attempt(
          "queue",
          { conversation_id: id, items: [{ id: b.id }] },
          "PUT",
        );
        assert.deepEqual([stale.status, stale.answer.code], [409, "queue_changed"]);
        await talk.call(`queue?conversation_id=${id}&id=${c.id}`, undefined, "DELETE");
        const left = await talk.call(`queue?conversation_id=${id}`, undefined, "DELETE");
        assert.deepEqual(left.waiting, []);
        open();
        assert.equal((await talk.ended(id)).filter(({ role }) => role === "user").length, 1);
      });
    }),
);

realTest("a conversation can be forked, compacted, renamed, archived and reviewed", {
  needs: ["codex"],
}, (t) =>
  withTalk([], async (talk) => {
    const { model } = talk;
    const id = await talk.begin();
    model.push(say("Remembered "));
    await talk.ask(id, "my number is 4711");
    const act = (action: string, more: Record<string, unknown> = {}) =>
      talk.call("action", { conversation_id: id, action, ...more });

    await t.step("a fork knows what was said and goes its own way", async () => {
      const fork = await act("fork");
      const opened = await talk.open(fork.id);
      assert.notEqual(opened.meta.thread_id, (await talk.open(id)).meta.thread_id);
      assert.deepEqual(told(opened.entries).slice(0, 2), [
        "user: my number is 4711",
        "assistant: Remembered ",
      ]);
      model.push(say("It is 4711 "));
      await talk.ask(fork.id, "what is it?", 2);
      assert.match(model.seen.at(-1)!.text, /my number is 4711/);
      assert.equal((await talk.open(id)).entries.length, opened.entries.length);
    });

    await t.step("a compaction is a turn of its own and leaves a row", async () => {
      model.push(say("A number was told. "));
      await act("compact");
      const rows = await talk.ended(id, 2);
      assert.ok(rows.some(({ role }) => role === "notice"), JSON.stringify(told(rows)));
      const { status, answer } = await talk.attempt("action", {
        conversation_id: await talk.begin(),
        action: "compact",
      });
      assert.deepEqual([status, answer.code], [409, "no_thread"]);
    });

    await t.step("a name that a person gives is told to codex", async () => {
      await act("rename", { label: "Numbers" });
      const threadId = (await talk.open(id)).meta.thread_id;
      await waitFor(async () => {
        const params = { threadId };
        const { result } = await talk.call("rpc", { id: 1, method: "thread/read", params });
        return result.thread.name === "Numbers";
      }, { what: "the name of the thread" });
    });

    await t.step(
      "an archived conversation is archived in codex, and can be talked to again",
      async () => {
        await act("archive");
        const listed = async () => {
          const params = { archived: true };
          const { result } = await talk.call("rpc", { id: 2, method: "thread/list", params });
          return result.data.length;
        };
        await waitFor(async () => await listed() === 1, { what: "the archived thread" });
        await act("unarchive");
        await waitFor(async () => await listed() === 0, { what: "no archived thread" });
        model.push(say("Back again "));
        assert.ok(told(await talk.ask(id, "there?", 3)).includes("assistant: Back again "));
      },
    );

    await t.step("a review is a turn with its own request", async () => {
      model.push(say('{"findings":[],"overall_explanation":"fine"} '));
      const { turn_id } = await act("review", { instructions: "look at everything" });
      assert.ok(typeof turn_id === "string");
      await talk.ended(id, 4);
    });
  }));
