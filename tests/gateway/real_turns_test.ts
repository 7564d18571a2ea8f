// Turns of the real codex through the service: what a person sees of each kind of work.

import assert from "node:assert/strict";
import { custom, fn, message, reasoning, reply, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { told, withTalk } from "./talk.ts";

const PATCH = `*** Begin Patch
*** Add File: notes.txt
+hello
+world
*** End Patch
`;

realTest(
  "what codex does in a turn is told and recorded",
  { needs: ["codex"] },
  (t) =>
    withTalk([], async (talk) => {
      const { model } = talk;

      await t.step("a message is answered", async () => {
        model.push(say("Ahoy there "));
        const id = await talk.begin();
        const sent = await talk.say(id, "hello");
        assert.equal(sent.mode, "turn");
        assert.ok(sent.thread_id !== null && sent.turn_id !== null);
        assert.deepEqual(told(await talk.ended(id)), [
          "user: hello",
          "assistant: Ahoy there ",
          "status: completed",
        ]);
        assert.equal((await talk.open(id)).meta.label, "hello");
      });

      await t.step("reasoning shows, because a summary is asked for", async () => {
        model.push(
          reply([...reasoning([["Let me ", "think."], ["Twice."]]), ...message(["Done."])]),
        );
        const id = await talk.begin();
        assert.deepEqual(told(await talk.ask(id, "think")), [
          "user: think",
          "reasoning: Let me think.\n\nTwice.",
          "assistant: Done.",
          "status: completed",
        ]);
      });

      await t.step("a command runs and its output is kept", async () => {
        model.push(reply(fn("exec_command", { cmd: "echo from-the-shell" })), say("ran "));
        const id = await talk.begin();
        const rows = await talk.ask(id, "run it");
        const command = rows.find(({ role }) => role === "command");
        assert.equal(command?.status, "completed");
        assert.match(command?.command ?? "", /echo from-the-shell/);
        assert.equal(command?.output?.trim(), "from-the-shell");
      });

      await t.step("a change of a file has its diff", async () => {
        model.push(reply(custom("apply_patch", PATCH)), say("written "));
        const id = await talk.begin();
        const rows = await talk.ask(id, "write it");
        const diffs = rows.filter(({ role }) => role === "diff");
        assert.equal(diffs.length, 1);
        assert.equal(diffs[0]?.path, "notes.txt");
        assert.match(diffs[0]?.diff ?? "", /\+hello\n\+world/);
        assert.equal(await Deno.readTextFile(`${talk.service.cwd}/notes.txt`), "hello\nworld\n");
      });

      await t.step("a plan is kept with its steps", async () => {
        const plan = [
          { step: "Look", status: "completed" },
          { step: "Leap", status: "in_progress" },
        ];
        model.push(reply(fn("update_plan", { plan })), say("planned "));
        const id = await talk.begin();
        const rows = await talk.ask(id, "plan it");
        assert.deepEqual(rows.find(({ role }) => role === "plan")?.steps, plan);
      });

      await t.step("two conversations run at once and keep apart", async () => {
        model.push(
          say("for the first of them ", { match: "I am one", gapMs: 5 }),
          say("for the second of them ", { match: "I am two", gapMs: 5 }),
        );
        const [one, two] = [await talk.begin(), await talk.begin()];
        await Promise.all([talk.say(one, "I am one"), talk.say(two, "I am two")]);
        const answers = await Promise.all(
          [one, two].map(async (id) =>
            (await talk.ended(id)).find(({ role }) => role === "assistant")?.text
          ),
        );
        assert.deepEqual(answers, ["for the first of them ", "for the second of them "]);
      });

      await t.step("a model that is chosen in mid-conversation answers from then on", async () => {
        const id = await talk.begin();
        await talk.ask(id, "first");
        await talk.call("conversation", {
          conversation_id: id,
          model: "gpt-5.4",
          reasoning_effort: "low",
        });
        await talk.ask(id, "second", 2);
        const asked = model.seen.slice(-2).map(({ body }) => {
          const { model, reasoning } = body as { model: string; reasoning: { effort?: string } };
          return { model, effort: reasoning.effort };
        });
        assert.equal(asked[0]?.model, "gpt-5.5");
        assert.deepEqual(asked[1], { model: "gpt-5.4", effort: "low" });
      });

      await t.step("an effort that the model has not got becomes its default", async () => {
        const id = await talk.begin({ model: "gpt-5.5", reasoning_effort: "no-such-effort" });
        await talk.ask(id, "hello");
        const { body } = talk.model.seen.at(-1)!;
        const { effort } = (body as { reasoning: { effort: string } }).reasoning;
        const { data } = await talk.call("models");
        const known = data.find(({ id }: { id: string }) => id === "gpt-5.5");
        assert.equal(effort, known.defaultReasoningEffort);
      });

      await t.step("an error of the model is told", async () => {
        model.push({ status: 400, body: '{"error":{"message":"no such luck"}}' });
        const id = await talk.begin();
        const rows = await talk.ask(id, "fail");
        assert.match(rows.find(({ role }) => role === "error")?.text ?? "", /no such luck/);
        assert.equal(rows.find(({ role }) => role === "status")?.status, "failed");
      });
    }),
);
