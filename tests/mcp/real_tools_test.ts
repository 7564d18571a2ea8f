// The whole way, with the real codex, the real shell and a scripted model: the person runs commands,
// the model is told of them with the next message, and looks at the same shell by its tools.

import assert from "node:assert/strict";
import { readEnvelopes } from "../../lib/context/envelope.ts";
import { byteLength } from "../../lib/context/fragment.ts";
import type { UserCommandEnvelope } from "../../lib/context/user_commands.ts";
import { fn, reply, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor } from "../harness/service.ts";
import { type Talk, withTalk } from "../gateway/talk.ts";

/** A reply in which the model calls one of our tools. */
const call = (name: string, args: Record<string, unknown> = {}) =>
  reply(fn(name, args, undefined, { namespace: "mcp__pilothouse" }));

/** What the tools answered, as the model was shown it in its last request. */
function answers(talk: Talk): string[] {
  const asked = talk.model.seen.filter(({ path }) => path.endsWith("/responses")).at(-1);
  const { input } = asked?.body as { input: { type?: string; output?: unknown }[] };
  return input.filter(({ type }) => type === "function_call_output")
    .map(({ output }) => typeof output === "string" ? output : JSON.stringify(output));
}

const env = { SHELL: "/bin/bash", PS1: "$ " };

realTest(
  "User runs command via terminalMode: agent_block_end triggers buffering, and all the rest",
  {
    needs: ["codex", "bash"],
  },
  () =>
    withTalk([], async (talk) => {
      const { model } = talk;
      const id = await talk.begin();
      const run = (command: string) =>
        talk.call("shell/exec", { conversation_id: id, command, timeout_s: 30 });
      const first = await run("echo one; false");
      assert.deepEqual([first.stdout.trim(), first.exitCode], ["one", 1]);
      await run("cd /tmp && pwd");
      await run("seq 1 40");
      const context = await waitFor(async () => {
        const view = await talk.call(`context?conversation_id=${id}`);
        return view.total === 3 ? view : null;
      }, { timeoutMs: 15_000, what: "three commands to be buffered" });
      assert.deepEqual(
        context.commands.map((one: { cmd: string; exit_code: number }) => [one.cmd, one.exit_code]),
        [["echo one; false", 1], ["cd /tmp && pwd", 0], ["seq 1 40", 0]],
      );

      model.push(call("pty_read_screen"), call("blocks_read", { block_id: first.block_id }));
      model.push(call("blocks_read"), call("blocks_list"), say("I have seen it "));
      const rows = await talk.ask(id, "what did I run?");
      const shown = model.seen.filter(({ path }) => path.endsWith("/responses")).at(-1)!;
      const { input } = shown.body as { input: { role?: string; content?: { text?: string }[] }[] };
      const texts = input.filter(({ role }) => role === "user")
        .flatMap(({ content = [] }) => content.map(({ text = "" }) => text));
      const sent = texts.find((text) => readEnvelopes(text).length > 0);
      assert.equal(sent, `${context.text}what did I run?`);
      assert.ok(byteLength(context.text) <= 4_096);
      const [envelope] = readEnvelopes(sent!) as UserCommandEnvelope[];
      assert.equal(envelope?.conversation_id, id);
      const last = envelope?.commands[2];
      assert.equal(last?.cwd, "/tmp");
      assert.deepEqual(last?.preview.lines, Array.from({ length: 20 }, (_, n) => `${n + 21}`));

      const [screen, block, latest, list] = answers(talk);
      assert.match(screen ?? "", /39\\n40\\n[^]*at the prompt; in \/tmp/);
      assert.match(block ?? "", /exit 1[^]*echo one; false[^]*one/);
      assert.match(latest ?? "", /seq 1 40[^]*17[^]*18/);
      assert.match(list ?? "", /echo one; false[^]*cd \/tmp && pwd[^]*seq 1 40/);

      const told = rows.map(({ role, text, command }) => `${role}: ${text ?? command ?? ""}`)
        .filter((line) => /^(user|assistant|shell_)/.test(line));
      assert.deepEqual(told.slice(0, 6), [
        ...["shell_input: echo one; false", "shell_output: echo one; false"],
        ...["shell_input: cd /tmp && pwd", "shell_output: cd /tmp && pwd"],
        ...["shell_input: seq 1 40", "shell_output: seq 1 40"],
      ]);
      assert.deepEqual(told.slice(6), ["user: what did I run?", "assistant: I have seen it "]);
    }, { env }),
);

realTest("the agent types into the shared shell, and each conversation has only its own", {
  needs: ["codex", "bash"],
}, () =>
  withTalk([], async (talk) => {
    const { model } = talk;
    const [mine, other] = [await talk.begin(), await talk.begin()];
    await talk.call("shell/exec", { conversation_id: other, command: "echo secret of another" });
    model.push(call("pty_exec", { command: 'X=5; echo "is $((X * 2))"' }));
    model.push(call("pty_send", { text: "echo typed-by-$X\r" }), call("pty_wait_prompt"));
    model.push(call("pty_read_scrollback"), call("blocks_search", { query: "secret" }));
    model.push(call("pty_exec", { command: "" }), say("Done "));
    await talk.ask(mine, "use the shell");
    const [exec, send, wait, scrollback, search, wrong] = answers(talk);
    assert.match(exec ?? "", /is 10[^]*exit code 0/);
    assert.match(send ?? "", /Typed/);
    assert.match(wait ?? "", /at its prompt/);
    assert.match(scrollback ?? "", /is 10/);
    assert.match(search ?? "", /Nothing was found/);
    assert.match(wrong ?? "", /command/);
    assert.ok(!JSON.stringify(answers(talk)).includes("secret of another"));
    // What the agent ran itself is not told to it again.
    const context = await talk.call(`context?conversation_id=${mine}`);
    assert.ok(!JSON.stringify(context.commands).includes("X * 2"));
  }, { env }));
