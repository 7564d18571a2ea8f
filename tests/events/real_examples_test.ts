// The worked examples and flows of the events document, on the real codex with a scripted model: the
// model gets each event once and as data, and the receipt proves it.

import assert from "node:assert/strict";
import { fn, gate, message, reply, say } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor } from "../harness/wait.ts";
import { withTalk } from "../gateway/talk.ts";
import { assertToldOnceAsData, eventOf, EventThread, modelInputs, told } from "./event_talk.ts";

const REAL = { needs: ["codex"], timeoutMs: 60_000 } as const;

realTest("a test run that fails in the background is told to the next turn, once", {
  ...REAL,
  needs: ["codex", "bash"],
}, () =>
  withTalk([], async (talk) => {
    const { model, service } = talk;
    const thread = await EventThread.begin(talk);
    const script = `
      event() {
        printf '{"schema_version":1,"event_id":"%s","time_unix_ms":%s000,"type":"build.status",' \\
          "$1" "$(date +%s)"
        printf '"severity":"%s","title":"%s","summary":"%s"}\\n' "$2" "$3" "$4"
      }
      event evt_test_started info "tests started" "cargo test -p foo" >>"$inbox"
      if false; then sev=info title="tests passed"; else sev=error title="tests failed"; fi
      event evt_test_done "$sev" "$title" "cargo test -p foo: 2 failed" >>"$inbox"`;
    const { success } = await new Deno.Command("bash", {
      args: ["-euo", "pipefail", "-c", script],
      env: { inbox: thread.inbox },
      cwd: service.cwd,
    }).output();
    assert.ok(success);
    await thread.receipt("evt_test_done", "queued");
    model.push(say("I see that tests fail "));
    await talk.ask(thread.conversation, "go on", 2);
    assertToldOnceAsData(model, "evt_test_done");
    const receipt = await thread.receipt("evt_test_done", "observed");
    assert.equal(receipt["door"], "inbox");
    // The next turn has it in its history, and not again.
    await talk.ask(thread.conversation, "and now?", 3);
    assertToldOnceAsData(model, "evt_test_done");
    assert.deepEqual(
      (await thread.rows()).map(({ event_id, state }) => [event_id, state]),
      [["evt_test_started", "observed"], ["evt_test_done", "observed"]],
    );
  }));

realTest(
  "a worker's finding reaches the main agent in the middle of its turn",
  REAL,
  () =>
    withTalk([], async (talk) => {
      const { model } = talk;
      const [main, worker] = [await EventThread.begin(talk), await EventThread.begin(talk)];
      const door = gate();
      model.push(reply(message(["Scanning ", door.step, "more"]), { match: "refactor it" }));
      model.push(say("path separator ", { match: "find the root cause" }));
      await talk.say(main.conversation, "refactor it");
      await talk.when(main.conversation, "the turn", ({ live }) => live.items.find((i) => i.text));
      const rows = await talk.ask(worker.conversation, "find the root cause", 2);
      // The forwarder: what the worker said becomes a message to the main thread.
      const finding = rows.findLast(({ role }) => role === "assistant")!.text!;
      const line = eventOf({
        ...{ event_id: "evt_worker_1", type: "agent.message", title: "worker: likely root cause" },
        summary: `Windows failure caused by ${finding}`,
        payload: { from: { name: "codex-worker-1" }, text: "fix normalize_path()" },
      });
      model.push(say("Taking that into account "));
      await Deno.writeTextFile(main.inbox, `${JSON.stringify(line)}\n`, { append: true });
      const receipt = await main.receipt("evt_worker_1", "observed");
      assert.equal(receipt["mode"], "steer");
      door.open();
      await talk.ended(main.conversation, 2);
      assertToldOnceAsData(model, "evt_worker_1");
      assert.match(told(model, "evt_worker_1")[0]!.text, /fix normalize_path\(\)/);
    }, { env: { PILOTHOUSE_EVENTS_PREFER_STEER: "true" } }),
);

realTest(
  "an agent in one repository tells another one, by its inbox, what it changed",
  REAL,
  () =>
    withTalk([], async (talk) => {
      const { model } = talk;
      const [code, docs] = [await EventThread.begin(talk), await EventThread.begin(talk)];
      const line = eventOf({
        ...{ event_id: "evt_docs_sync_1", type: "repo.change", title: "CLI change needs docs" },
        summary: "Added --foo; changed default config.bar from X to Y",
        payload: { from_repo: "codex-cli", refs: [{ kind: "path", value: "docs/config.md" }] },
      });
      const cmd = `printf '%s\\n' '${JSON.stringify(line)}' >> '${docs.inbox}'`;
      model.push(reply(fn("exec_command", { cmd }), { match: "change the flag" }));
      await talk.ask(code.conversation, "change the flag", 2);
      await docs.receipt("evt_docs_sync_1", "queued");
      model.push(say("Updating the page ", { match: "anything to do?" }));
      await talk.ask(docs.conversation, "anything to do?", 2);
      assertToldOnceAsData(model, "evt_docs_sync_1");
      assert.match(told(model, "evt_docs_sync_1")[0]!.text, /Added --foo/);
      await docs.receipt("evt_docs_sync_1", "observed");
    }),
);

realTest(
  "an agent leaves word for another one with its tool agent_send",
  REAL,
  () =>
    withTalk([], async (talk) => {
      const { model } = talk;
      const [main, worker] = [await EventThread.begin(talk), await EventThread.begin(talk)];
      const args = { to: main.id, text: "the path separator is wrong", title: "root cause found" };
      model.push(
        reply(fn("agent_send", args, undefined, { namespace: "mcp__pilothouse" }), {
          match: "tell the other",
        }),
      );
      await talk.ask(worker.conversation, "tell the other", 2);
      await talk.ask(main.conversation, "anything new?", 2);
      assertToldOnceAsData(model, "the path separator is wrong");
      const [row] = await main.rows();
      const receipt = await main.receipt(row!.event_id, "observed");
      assert.equal(receipt["door"], "agent");
      const { payload } = receipt["event"] as { payload: { hop: number; from: unknown } };
      assert.equal(payload.hop, 1);
      assert.equal((payload.from as { thread_id: string }).thread_id, worker.id);
    }),
);

const BUILT = {
  ...{ type: "build.completed", source: { name: "buildkite", run_id: "build-1234" } },
  ...{ title: "Build finished", summary: "All platforms passed" },
  artifacts: [{ kind: "log", ref: { type: "url", url: "https://ci.test/log" } }],
  suggested_actions: [
    {
      action_id: "act_1",
      title: "Open build logs",
      kind: "open_url",
      args: { url: "https://ci.test" },
    },
  ],
};

realTest(
  "a finished build starts a turn where a rule and the allow-list say so",
  REAL,
  () =>
    withTalk([], async (talk) => {
      const { model } = talk;
      const thread = await EventThread.begin(talk);
      model.push(say("The release can go "));
      await thread.post({ ...BUILT, event_id: "evt_built" });
      const receipt = await thread.receipt("evt_built", "observed");
      const rows = await talk.ended(thread.conversation, 2);
      assert.equal(receipt["mode"], "auto_turn");
      assertToldOnceAsData(model, "evt_built");
      assert.ok(rows.some(({ text }) => text === "The release can go "));
      // From a file nobody is authenticated: such an event waits for a person's turn.
      const before = modelInputs(model).length;
      const line = JSON.stringify(eventOf({ ...BUILT, event_id: "evt_file" }));
      await Deno.writeTextFile(thread.inbox, `${line}\n`, { append: true });
      const waiting = await thread.receipt("evt_file", "queued");
      assert.match(String(waiting["reason"]), /not authenticated/);
      assert.equal(modelInputs(model).length, before);
      await talk.ask(thread.conversation, "release v1.2.3", 3);
      assertToldOnceAsData(model, "evt_file");
    }, {
      env: {
        PILOTHOUSE_EVENTS_RULES: '[{"match_type":"build.*","delivery":"auto_turn"}]',
        PILOTHOUSE_EVENTS_AUTO_TURN_SOURCES: '["buildkite"]',
      },
    }),
);

for (const steers of [true, false]) {
  const what = steers ? "steers the running turn" : "waits for the next turn without steering";
  realTest(
    `a build that fails in the middle of a turn ${what}`,
    REAL,
    () =>
      withTalk([], async (talk) => {
        const { model } = talk;
        const thread = await EventThread.begin(talk);
        const door = gate();
        model.push(reply(message(["Implementing ", door.step, "the fix"]), { match: "fix it" }));
        await talk.say(thread.conversation, "fix it");
        await talk.when(thread.conversation, "words", ({ live }) => live.items.find((i) => i.text));
        model.push(say("Looking at the failure "));
        const failed = { type: "build.failed", severity: "error", summary: "test_paths failed" };
        await thread.post({ ...failed, event_id: "evt_failed", source: { name: "ci" } });
        if (steers) {
          await thread.receipt("evt_failed", "observed");
          door.open();
          await talk.ended(thread.conversation, 2);
        } else {
          await thread.receipt("evt_failed", "queued");
          door.open();
          await talk.ended(thread.conversation, 2);
          assert.equal(told(model, "evt_failed").length, 0);
          await talk.ask(thread.conversation, "go on", 3);
        }
        await waitFor(() => told(model, "evt_failed").length > 0, { what: "the model to hear" });
        assertToldOnceAsData(model, "evt_failed");
        assert.equal(model.pending, 0);
      }, {
        env: {
          PILOTHOUSE_EVENTS_RULES: JSON.stringify([
            { match_type: "build.failed", min_severity: "error", prefer_steer: steers },
          ]),
        },
      }),
  );
}
