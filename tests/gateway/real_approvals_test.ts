// Approvals of the real codex: asked in every tab, decided once, obeyed, recorded.

import assert from "node:assert/strict";
import { fromFileUrl } from "@std/path";
import { custom, fn, reply, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Talk, withTalk } from "./talk.ts";

const ASKING = { approval: "unlessTrusted" };
/** Not among the commands that codex trusts by itself. */
const TOUCH = "touch asked-for";

const patch = (name: string) =>
  `*** Begin Patch\n*** Add File: ${name}\n+content of ${name}\n*** End Patch\n`;

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** Lets the agent run a command, decides, and gives what became of it. */
async function decided(talk: Talk, cmd: string, decision: string) {
  talk.model.push(reply(fn("exec_command", { cmd })), say("so be it "));
  const id = await talk.begin(ASKING);
  await talk.say(id, "go");
  const approval = await talk.approval(id);
  await talk.decide(id, approval, decision);
  const rows = await talk.ended(id);
  const of = (role: string) => rows.find((row) => row.role === role);
  return { id, approval, rows, command: of("command"), row: of("approval"), end: of("status") };
}

realTest(
  "commands that codex asks about are decided by a person",
  { needs: ["codex"] },
  (t) =>
    withTalk([], async (talk) => {
      const made = () => exists(`${talk.service.cwd}/asked-for`);

      await t.step("accepted, it runs", async () => {
        const { approval, command, row, end } = await decided(talk, TOUCH, "accept");
        assert.equal(approval.subject.kind, "command");
        assert.match(String(approval.subject.command), /touch asked-for/);
        assert.deepEqual([command?.status, row?.status, end?.status], [
          "completed",
          "accepted",
          "completed",
        ]);
        assert.ok(await made());
        await Deno.remove(`${talk.service.cwd}/asked-for`);
      });

      await t.step("declined, it does not run and the turn goes on", async () => {
        const { command, row, end } = await decided(talk, TOUCH, "decline");
        assert.deepEqual([command?.status, row?.status, end?.status], [
          "declined",
          "declined",
          "completed",
        ]);
        assert.ok(!await made());
      });

      await t.step("cancelled, the turn is over", async () => {
        const { row, end } = await decided(talk, TOUCH, "cancel");
        assert.deepEqual([row?.status, end?.status], ["cancelled", "interrupted"]);
        assert.ok(!await made());
        // The reply that the cancelled turn did not fetch.
        await talk.ask(await talk.begin(), "clear");
      });

      await t.step("accepted for the session, it is not asked again", async () => {
        const { id, row } = await decided(talk, TOUCH, "acceptForSession");
        assert.equal(row?.status, "accepted_for_session");
        talk.model.push(reply(fn("exec_command", { cmd: TOUCH })), say("again "));
        const rows = await talk.ask(id, "once more", 2);
        assert.equal(rows.filter(({ role }) => role === "approval").length, 1);
        assert.equal(rows.filter(({ role }) => role === "command").length, 2);
      });

      await t.step("the first of two decisions wins, and a strange one is refused", async () => {
        talk.model.push(reply(fn("exec_command", { cmd: TOUCH })), say("once "));
        const id = await talk.begin(ASKING);
        await talk.say(id, "go");
        const approval = await talk.approval(id);
        const body = { conversation_id: id, approval_id: approval.id };
        const strange = await talk.attempt("approval", { ...body, decision: "perhaps" });
        assert.deepEqual([strange.status, strange.answer.code], [400, "unknown_decision"]);
        const both = await Promise.all(
          ["accept", "decline"].map((decision) => talk.attempt("approval", { ...body, decision })),
        );
        assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
        assert.equal(both.find(({ status }) => status === 409)?.answer.code, "already_decided");
        await talk.ended(id);
      });

      await t.step("an answer under the request's own id counts as well", async () => {
        talk.model.push(reply(fn("exec_command", { cmd: TOUCH })), say("fine "));
        const id = await talk.begin(ASKING);
        await talk.say(id, "go");
        const approval = await talk.approval(id);
        const requestId = Number(approval.id.split(":").at(-1));
        await talk.call("rpc", { id: requestId, result: { decision: "decline" } });
        const rows = await talk.ended(id);
        assert.equal(rows.find(({ role }) => role === "approval")?.status, "declined");
      });

      await t.step("an interrupt closes what nobody decided", async () => {
        talk.model.push(reply(fn("exec_command", { cmd: TOUCH })));
        const id = await talk.begin(ASKING);
        await talk.say(id, "go");
        await talk.approval(id);
        await talk.call("interrupt", { conversation_id: id });
        const rows = await talk.ended(id);
        const { status } = rows.find(({ role }) => role === "approval")!;
        assert.ok(status === "lost" || status === "withdrawn", status);
        assert.deepEqual((await talk.open(id)).live.approvals, []);
      });

      await t.step("always asking means a sandbox that cannot write", async () => {
        talk.model.push(reply(custom("apply_patch", patch("always.txt"))), say("asked "));
        const id = await talk.begin({ approval: "always", sandbox: null });
        await talk.say(id, "go");
        const approval = await talk.approval(id);
        assert.equal(approval.subject.kind, "file_change");
        await talk.decide(id, approval, "decline");
        await talk.ended(id);
        assert.ok(!await exists(`${talk.service.cwd}/always.txt`));
      });
    }),
);

realTest("changes of files that codex asks about are decided by a person", {
  needs: ["codex"],
}, (t) =>
  withTalk([], async (talk) => {
    const file = (name: string) => `${talk.service.cwd}/${name}`;
    const ask = async (name: string, id?: string) => {
      talk.model.push(reply(custom("apply_patch", patch(name))), say("so be it "));
      const conversation = id ?? await talk.begin(ASKING);
      await talk.say(conversation, "go");
      return conversation;
    };

    await t.step("accepted, it is written; the question shows what", async () => {
      const id = await ask("a.txt");
      const approval = await talk.approval(id);
      const [change] = approval.subject.files as { path: string; diff: string }[];
      assert.match(change?.path ?? "", /a\.txt$/);
      assert.match(change?.diff ?? "", /content of a\.txt/);
      await talk.decide(id, approval, "accept");
      const rows = await talk.ended(id);
      assert.ok(await exists(file("a.txt")));
      assert.equal(rows.find(({ role }) => role === "diff")?.path, "a.txt");
    });

    await t.step("declined, it is not written and the turn goes on", async () => {
      const id = await ask("b.txt");
      await talk.decide(id, await talk.approval(id), "decline");
      const rows = await talk.ended(id);
      assert.ok(!await exists(file("b.txt")));
      assert.equal(rows.find(({ role }) => role === "status")?.status, "completed");
    });

    await t.step("accepted for the session, the same file is not asked about again", async () => {
      const id = await ask("c.txt");
      await talk.decide(id, await talk.approval(id), "acceptForSession");
      await talk.ended(id);
      const update = "*** Begin Patch\n*** Update File: c.txt\n@@\n-content of c.txt\n+changed\n" +
        "*** End Patch\n";
      talk.model.push(reply(custom("apply_patch", update)), say("again "));
      const rows = await talk.ask(id, "once more", 2);
      assert.equal(rows.filter(({ role }) => role === "approval").length, 1);
      assert.equal(await Deno.readTextFile(file("c.txt")), "changed\n");
    });

    await t.step("cancelled, the turn is over", async () => {
      const id = await ask("d.txt");
      await talk.decide(id, await talk.approval(id), "cancel");
      const rows = await talk.ended(id);
      assert.ok(!await exists(file("d.txt")));
      assert.equal(rows.find(({ role }) => role === "status")?.status, "interrupted");
    });
  }));

realTest("a tool of an MCP server is allowed, and what it asks is answered", {
  needs: ["codex"],
}, () =>
  withTalk([], async (talk) => {
    const call = (name: string, given: unknown) =>
      reply(fn(name, given, undefined, { namespace: "mcp__tiny" }));
    talk.model.push(call("ask", {}), say("thanks "));
    const id = await talk.begin(ASKING);
    await talk.say(id, "ask me");
    const permission = await talk.approval(id);
    assert.equal(permission.subject.kind, "elicitation");
    assert.match(JSON.stringify(permission.subject), /"ask"/);
    await talk.decide(id, permission, "accept");
    const question = await talk.when(
      id,
      "the question",
      ({ live }) => live.approvals.find((one) => one.id !== permission.id),
    );
    assert.match(String(question.subject.message), /Which colour/);
    const body = { conversation_id: id, approval_id: question.id, decision: "accept" };
    const empty = await talk.attempt("approval", body);
    assert.deepEqual([empty.status, empty.answer.code], [400, "invalid_answer"]);
    await talk.call("approval", { ...body, answer: { colour: "teal" } });
    const rows = await talk.ended(id);
    assert.match(talk.model.seen.at(-1)!.text, /teal/);
    assert.equal(rows.filter(({ role }) => role === "approval").length, 2);
    assert.ok(rows.some((row) => row.role === "notice" && /ask/.test(JSON.stringify(row))));
  }, { codexConfig: mcpConfig() }));

function mcpConfig(): string {
  const server = fromFileUrl(new URL("../harness/mcp_server.ts", import.meta.url));
  const args = ["run", "--no-lock", "--no-config", "--quiet", server];
  const command = `command = ${JSON.stringify(Deno.execPath())}`;
  return `\n[mcp_servers.tiny]\n${command}\nargs = ${JSON.stringify(args)}\n`;
}
