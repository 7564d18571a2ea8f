// The REST and WebSocket surface of the running service, on the demo agent: what scripts lean on.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";
import { EventSocket } from "./event_socket.ts";

async function call(service: Service, path: string, body?: unknown, method?: string) {
  const response = await service.fetch(`/api/appserver/${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json() };
}

async function begin(service: Service): Promise<string> {
  return (await call(service, "conversations", {})).answer.id;
}

/** The answer as a reader knows it: the text of its snapshot, then the deltas. */
function textSoFar({ events }: EventSocket): string {
  const { items } = events.find(({ type }) => type === "snapshot")!.state as {
    items: { role: string; text: string }[];
  };
  const before = items.find(({ role }) => role === "assistant")?.text ?? "";
  const deltas = events.filter(({ type }) => type === "assistant_delta");
  return before + deltas.map(({ delta }) => delta).join("");
}

realTest(
  "the agent's process is started, stopped, shown and configured",
  { needs: [] },
  (t) =>
    withService({}, async (service) => {
      await t.step("its status has what scripts rely on", async () => {
        const { answer } = await call(service, "status");
        const { running, agent, restarts, pid, shell_id } = answer;
        assert.deepEqual([running, agent, restarts], [true, "demo", 0]);
        assert.ok(typeof pid === "number" && typeof shell_id === "string");
      });

      await t.step("stopped, it refuses messages; started, it takes them", async () => {
        const id = await begin(service);
        assert.equal((await call(service, "stop", {})).answer.running, false);
        const refused = await call(service, "message", { conversation_id: id, text: "hello" });
        assert.deepEqual([refused.status, refused.answer.code], [503, "app_server_not_running"]);
        assert.equal((await call(service, "start", {})).answer.running, true);
        const sent = await call(service, "message", { conversation_id: id, text: "hello" });
        assert.equal(sent.status, 202);
        assert.deepEqual(Object.keys(sent.answer).sort(), [
          "id",
          "mode",
          "ok",
          "thread_id",
          "turn_id",
        ]);
        assert.match((await call(service, "initialize", {})).answer.result.userAgent, /pilothouse/);
      });

      await t.step("its folder and the rest of its settings are changed and kept", async () => {
        const { answer } = await call(service, "config");
        assert.deepEqual([answer.cwd, answer.message_mode], [service.cwd, "queue"]);
        const folder = `${service.cwd}/inner`;
        await Deno.mkdir(folder);
        assert.deepEqual((await call(service, "cwd", { cwd: folder })).answer, {
          ok: true,
          cwd: folder,
        });
        const changed = await call(service, "config", {
          message_mode: "steer",
          app_server_command: "codex app-server",
        });
        assert.deepEqual([changed.answer.restart_needed, changed.answer.message_mode], [
          true,
          "steer",
        ]);
        const id = await begin(service);
        const { meta } = (await call(service, `conversation?id=${id}`)).answer;
        assert.equal(meta.cwd, folder);
        assert.deepEqual(JSON.parse(await Deno.readTextFile(`${service.home}/config.jsonc`)), {
          cwd: folder,
          message_mode: "steer",
          app_server: ["codex", "app-server"],
        });
        const nowhere = await call(service, "cwd", { cwd: `${service.cwd}/nowhere` });
        assert.deepEqual([nowhere.status, nowhere.answer.code], [400, "invalid_cwd"]);
        const unknown = await call(service, "config", { colour: "red" });
        assert.equal(unknown.status, 400);
      });

      await t.step("models come with their efforts", async () => {
        const { answer } = await call(service, "models");
        assert.ok(answer.data.length > 0);
        for (const { id, supportedReasoningEfforts, defaultReasoningEffort } of answer.data) {
          const efforts = supportedReasoningEfforts.map(
            ({ reasoningEffort }: { reasoningEffort: string }) => reasoningEffort,
          );
          assert.ok(efforts.includes(defaultReasoningEffort), id);
        }
      });
    }),
);

realTest(
  "the event stream gives each reader what it asked for",
  { needs: [] },
  (t) =>
    withService({}, async (service) => {
      await t.step("a reader in mid-turn gets what runs, then the stream", async () => {
        const id = await begin(service);
        await call(service, "message", { conversation_id: id, text: "slow" });
        using early = new EventSocket(service, `conversation=${id}`);
        await early.next("some words", ({ type }) => type === "assistant_delta");
        using late = new EventSocket(service, `conversation=${id}`);
        await late.next("a delta", ({ type }) => type === "assistant_delta");
        const [resume, snapshot] = late.events;
        assert.deepEqual([resume?.type, resume?.verdict], ["resume", "ok"]);
        assert.ok((snapshot?.state as { turn_id: string | null }).turn_id !== null);
        // What was in the snapshot and came behind it is the whole text, without a hole.
        const [one, two] = [textSoFar(early), textSoFar(late)].sort((a, b) => a.length - b.length);
        assert.ok(one !== "" && two!.startsWith(one!), `"${two}" does not begin with "${one}"`);
        await call(service, "interrupt", { conversation_id: id });
      });

      await t.step("going on where nothing was missed costs less than 1,000 bytes", async () => {
        const id = await begin(service);
        using first = new EventSocket(service, `conversation=${id}`);
        const { seq } = await first.next("the verdict", ({ type }) => type === "resume");
        using again = new EventSocket(service, `conversation=${id}&since=${seq}`);
        await again.next("the verdict", ({ type }) => type === "resume");
        assert.ok(again.frames.join("").length < 1_000);
        using lost = new EventSocket(service, `conversation=${id}&since=17`);
        const verdict = await lost.next("the verdict", ({ type }) => type === "resume");
        assert.equal(verdict.verdict, "gap");
      });

      await t.step("a list hears of all conversations, and only what it needs", async () => {
        using list = new EventSocket(service, "");
        await list.next("the snapshot", ({ type }) => type === "snapshot");
        const id = await begin(service);
        await call(service, "message", { conversation_id: id, text: "hello" });
        await list.next(
          "the end",
          ({ type, conversation_id }) => type === "status" && conversation_id === id,
        );
        const types = new Set(list.types());
        for (const type of ["conversation", "activity", "status"]) {
          assert.ok(types.has(type), type);
        }
        for (const type of ["assistant_delta", "message", "assistant_finalize", "token_count"]) {
          assert.ok(!types.has(type), type);
        }
      });

      await t.step("an answer to a call goes to the tab that asked alone", async () => {
        using one = new EventSocket(service, "tab=one");
        using two = new EventSocket(service, "tab=two");
        await Promise.all(
          [one, two].map((socket) => socket.next("it", ({ type }) => type === "resume")),
        );
        const { answer } = await call(service, "rpc", {
          id: "q1",
          method: "model/list",
          tab: "one",
        });
        assert.equal(answer.id, "q1");
        const event = await one.next("the answer", ({ type }) => type === "rpc_response");
        assert.deepEqual([event.id, event.result], ["q1", answer.result]);
        assert.ok(!two.types().includes("rpc_response"));
        const refused = await call(service, "rpc", { method: "fs/writeFile", tab: "two" });
        assert.deepEqual([refused.status, refused.answer.code], [403, "method_not_allowed"]);
        await two.next("the refusal", ({ type }) => type === "rpc_error");
      });

      await t.step("raw lines are there while debug is on", async () => {
        using raw = new EventSocket(service, "mode=raw");
        const id = await begin(service);
        const say = () => call(service, "rpc", { id: 1, method: "model/list" });
        await say();
        assert.deepEqual((await call(service, "debug/raw")).answer, { enabled: false, lines: [] });
        assert.equal((await call(service, "debug/toggle", { enabled: true })).answer.enabled, true);
        await waitFor(async () => {
          await say();
          return raw.frames.length > 0;
        }, { what: "a raw line" });
        assert.ok("result" in JSON.parse(raw.frames[0]!));
        const { lines } = (await call(service, "debug/raw?limit=5")).answer;
        assert.ok(lines.length > 0 && lines.length <= 5);
        assert.ok(
          lines.some(({ dir, line }: { dir: string; line: string }) =>
            dir === "in" && line.includes("model/list")
          ),
        );
        const file = `${service.home}/debug_raw.jsonl`;
        await waitFor(async () => (await Deno.readTextFile(file)).includes("model/list"), {
          what: "the file of raw lines",
        });
        const { answer } = await call(service, "debug/state");
        assert.equal(answer.debug, true);
        assert.ok(answer.hub.readers >= 0 && answer.gateway.threads >= 1);
        assert.ok(!JSON.stringify(answer).includes(service.token));
        await call(service, "debug/toggle", { enabled: false });
        assert.ok(id.length > 0);
      });

      await t.step("a decision that was made elsewhere is recorded", async () => {
        const id = await begin(service);
        const record = { conversation_id: id, status: "declined", path: "a.txt", diff: "+x" };
        const { status } = await call(service, "approval_record", record);
        assert.equal(status, 201);
        const { entries } = (await call(service, `conversation?id=${id}`)).answer;
        assert.deepEqual([entries[0].role, entries[0].status], ["approval", "declined"]);
      });
    }),
);
