import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../lib/protocol/message.ts";
import { decide } from "../../lib/router/approvals.ts";
import type { PendingApproval } from "../../lib/router/change.ts";
import { route } from "../../lib/router/route.ts";
import { initialState } from "../../lib/router/state.ts";
import { codexAppServer, codexEnvironment, withCodexHome } from "../harness/codex.ts";
import { fn, ModelServer, reply, say } from "../harness/model_server.ts";
import { type PipeClient, withPipeClient } from "../harness/pipe_client.ts";
import { realTest } from "../harness/real_parts.ts";

const SERVER = fileURLToPath(new URL("../harness/mcp_server.ts", import.meta.url));
const MCP = `\n[mcp_servers.tiny]\ncommand = ${JSON.stringify(Deno.execPath())}\n` +
  `args = ${JSON.stringify(["run", "--no-lock", "--no-config", "--quiet", SERVER])}\n`;

realTest("a tool that is accepted for the session is not asked about again by the real codex", {
  needs: ["codex"],
}, async () => {
  await using model = ModelServer.start([]);
  const home = async (codexHome: string) => {
    await Deno.writeTextFile(`${codexHome}/config.toml`, MCP, { append: true });
    const options = { command: codexAppServer(), env: codexEnvironment(codexHome), cwd: codexHome };
    await withPipeClient(options, async (client) => {
      await client.handshake();
      const { thread } = await client.request("thread/start", {
        cwd: codexHome,
        approvalPolicy: "untrusted",
        sandbox: "danger-full-access",
      }) as { thread: { id: string } };
      const asked: string[] = [];
      for (let turn = 0; turn < 2; turn++) {
        model.push(reply(fn("ask", {}, undefined, { namespace: "mcp__tiny" })), say("ok "));
        const input = [{ type: "text", text: "ask me", text_elements: [] }];
        await client.request("turn/start", { threadId: thread.id, input });
        asked.push(...await answerAll(client, thread.id, turn + 1));
      }
      assert.deepEqual(asked, ["ask", "Which colour?", "Which colour?"]);
    });
  };
  await withCodexHome(model.url, home);
});

/** Answers what is asked until so many turns are over; returns what that was. */
async function answerAll(client: PipeClient, threadId: string, turns: number): Promise<string[]> {
  const asked: string[] = [];
  const state = initialState();
  let seen = client.received.length;
  const over = () =>
    client.received.filter(({ method }) => method === "turn/completed").length >= turns;
  // What came while the turn was started counts, too.
  seen = client.received.findLastIndex(({ method }) => method === "turn/completed") + 1;
  while (!over() || seen < client.received.length) {
    const at = seen++;
    await client.next((message) => message === client.received[at]);
    const line = client.received[at]!;
    const { changes } = route(state, messageOf(JSON.parse(JSON.stringify(line)), ""), Date.now());
    for (const change of changes) {
      if (change.type !== "approval") continue;
      asked.push(nameOf(change.approval));
      const [decision, given] = change.approval.decisions.some(({ id }) =>
          id === "acceptForSession"
        )
        ? ["acceptForSession", {}] as const
        : ["accept", { colour: "teal" }] as const;
      const thread = state.threads.get(threadId);
      const decided = decide(thread, change.approval.id, decision, given, "");
      assert.ok(decided.ok);
      await client.send({ id: decided.requestId, result: decided.result });
    }
  }
  return asked;
}

function nameOf({ subject }: PendingApproval): string {
  return subject.kind === "elicitation" ? subject.tool?.name ?? subject.message : subject.kind;
}
