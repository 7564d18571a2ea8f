// The person's commands and the real codex: the model gets exactly the envelope, nobody else sees
// it, and a codex that dies between claim and acknowledgement loses nothing and repeats nothing.

import assert from "node:assert/strict";
import { type BufferEntry, type CommandBuffer } from "../../lib/context/command_buffer.ts";
import { readEnvelopes, stripEnvelopes } from "../../lib/context/envelope.ts";
import { byteLength } from "../../lib/context/fragment.ts";
import type { UserCommandEnvelope } from "../../lib/context/user_commands.ts";
import { type ModelServer, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor } from "../harness/service.ts";
import { type Talk, told, withTalk } from "./talk.ts";

const command = (n: number, lines: readonly string[] = [`output ${n}`]): BufferEntry => ({
  cmd: `echo ${n}`,
  exit_code: n,
  cwd: "/tmp",
  block_id: `block_${n}`,
  ts: 1_736_654_400_000 + n,
  preview: { lines: [...lines], truncated: false },
});

/** As if a shell had told of these commands: a meta file is read anew when it was changed. */
async function ran(talk: Talk, id: string, commands: BufferEntry[]): Promise<void> {
  const path = `${talk.service.home}/conversations/${id}/conversation_meta.json`;
  const pending_cmd_buffer: CommandBuffer = {
    v: 1,
    conversation_id: id,
    shell_id: "shell_1",
    total_commands_run: commands.length,
    commands,
  };
  const meta = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...meta, pending_cmd_buffer }));
}

/** The texts of all user messages that the model was shown last. */
function seenByModel(model: ModelServer): string[] {
  const asked = model.seen.filter(({ path }) => path.endsWith("/responses")).at(-1);
  const { input } = asked?.body as { input: { role?: string; content?: { text?: string }[] }[] };
  return input.filter(({ role }) => role === "user")
    .flatMap(({ content = [] }) => content.map(({ text = "" }) => text));
}

/** What went with messages that the model was shown, in the order of the messages. */
function envelopes(model: ModelServer): UserCommandEnvelope[] {
  return seenByModel(model).flatMap(readEnvelopes) as UserCommandEnvelope[];
}

realTest(
  "Agent receives full message with envelope (can parse context array), and nobody else sees it",
  { needs: ["codex"] },
  () =>
    withTalk([say("Seen ")], async (talk) => {
      const { model } = talk;
      const id = await talk.begin();
      const noise = Array.from({ length: 20 }, (_, n) => `${n} ${'"\\\x1b[31m'.repeat(20)}`);
      await ran(talk, id, [command(1), command(2, noise), command(3)]);
      const { text: preview, total } = await talk.call(`context?conversation_id=${id}`);
      assert.equal(total, 3);
      const rows = await talk.ask(id, " what did I run? ");
      const [seen] = seenByModel(model).filter((text) => readEnvelopes(text).length > 0);
      assert.equal(seen, `${preview} what did I run? `);
      assert.ok(byteLength(preview) <= 4_096, `${byteLength(preview)} bytes`);
      const [envelope] = envelopes(model);
      assert.deepEqual(envelope?.commands.map(({ cmd }) => cmd), ["echo 1", "echo 2", "echo 3"]);
      assert.deepEqual(envelope?.commands[2], command(3));

      assert.deepEqual(told(rows), [
        "user:  what did I run? ",
        "assistant: Seen ",
        "status: completed",
      ]);
      const { thread_id } = (await talk.open(id)).meta;
      for (
        const [method, params] of [
          ["thread/list", {}],
          ["thread/read", { threadId: thread_id, includeTurns: true }],
          ["thread/turns/list", { threadId: thread_id, itemsView: "full" }],
        ] as const
      ) {
        const answer = JSON.stringify(await talk.call("rpc", { method, params }));
        assert.ok(answer.includes("what did I run?"), method);
        assert.ok(!answer.includes("CODEX_META"), `${method}: ${answer}`);
      }
      for (const path of ["rollouts", "conversations", `transcript?conversation_id=${id}`]) {
        const answer = JSON.stringify(await talk.call(path));
        assert.ok(!answer.includes("CODEX_META"), `${path}: ${answer}`);
      }
      const page = await talk.service.fetch(`/c/${id}`).then((response) => response.text());
      assert.ok(page.includes("what did I run?") && !page.includes("CODEX_META"));
      const meta = await Deno.readTextFile(
        `${talk.service.home}/conversations/${id}/conversation_meta.json`,
      );
      assert.ok(!meta.includes("pending_cmd_buffer"), meta);

      model.push(say("Nothing new "));
      await talk.ask(id, "and since?", 2);
      assert.equal(envelopes(model).length, 1);
      assert.ok(seenByModel(model).includes("and since?"));
    }),
);

realTest("kill -9 of codex between claim and acknowledgement loses nothing and repeats nothing", {
  needs: ["codex"],
}, () =>
  withTalk([say("Hello ")], async (talk) => {
    const { model } = talk;
    const id = await talk.begin();
    await talk.ask(id, "hello");
    await ran(talk, id, [command(1), command(2)]);
    const pid = await talk.agentPid();
    // It hears nothing from here on: what is sent to it is claimed and never acknowledged.
    Deno.kill(pid, "SIGSTOP");
    const sending = talk.say(id, "what did I run?");
    const queue = `${talk.service.home}/conversations/${id}/queue.json`;
    await waitFor(async () => (await Deno.readTextFile(queue)).includes("carried"), {
      timeoutMs: 15_000,
      everyMs: 5,
      what: "the message to be claimed for",
    });
    model.push(say("Two commands ", { match: "what did I run?" }));
    Deno.kill(pid, "SIGKILL");
    await sending;
    const rows = await talk.ended(id, 2);
    assert.deepEqual(told(rows).slice(-3), [
      "user: what did I run?",
      "assistant: Two commands ",
      "status: completed",
    ]);
    const blocks = envelopes(model).flatMap(({ commands }) => commands.map((one) => one.block_id));
    assert.deepEqual(blocks, ["block_1", "block_2"]);
    model.push(say("No more "));
    await talk.ask(id, "and since?", 3);
    assert.equal(envelopes(model).length, 1);
    assert.deepEqual((await talk.call(`context?conversation_id=${id}`)).commands, []);
  }));

realTest("the untrusted context of codex carries the commands where that is set", {
  needs: ["codex"],
}, () =>
  withTalk([say("Seen ")], async (talk) => {
    const id = await talk.begin();
    await ran(talk, id, [command(1)]);
    const { carrier, text } = await talk.call(`context?conversation_id=${id}`);
    assert.equal(carrier, "additional_context");
    await talk.ask(id, "what did I run?");
    const asked = talk.model.seen.filter(({ path }) => path.endsWith("/responses")).at(-1)!;
    assert.ok(asked.text.includes(JSON.stringify(text).slice(1, -1)), "the model has got it");
    assert.deepEqual(seenByModel(talk.model).map(stripEnvelopes), seenByModel(talk.model));
  }, { env: { PILOTHOUSE_CONTEXT_CARRIER: "additional_context" } }));
