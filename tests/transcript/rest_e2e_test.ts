// The REST calls about conversations and transcripts, on the running service.

import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";

type Answer = Record<string, unknown> & { status: number };

/** A call and its answer as one object. */
async function call(
  service: Service,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await service.fetch(`/api/appserver/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ...await response.json(), status: response.status };
}

const short = ({ status, code }: Answer) => `${status} ${code ?? ""}`.trim();

async function create(service: Service, fields: object = {}): Promise<string> {
  const { id } = await call(service, "POST", "conversations", fields);
  return String(id);
}

realTest(
  "conversations are made, listed, changed, selected and deleted",
  { needs: [], timeoutMs: 60_000 },
  () =>
    withService({}, async (service) => {
      const fields = { label: "one", model: "gpt-x", approval: "never", sandbox: "read-only" };
      const made = await call(service, "POST", "conversations", {
        ...fields,
        cwd: service.cwd,
        reasoning_effort: "high",
      });
      assert.equal(made.status, 201);
      const id = String(made.id);
      const other = await create(service, { label: "two" });

      const list = async (query = "") => {
        const { conversations } = await call(service, "GET", `conversations${query}`);
        return (conversations as { id: string }[]).map((one) => one.id);
      };
      assert.deepEqual(new Set(await list()), new Set([id, other]));
      const { conversations } = await call(service, "GET", "conversations?q=one");
      const [row] = conversations as Record<string, unknown>[];
      assert.deepEqual(
        [row?.id, row?.label, row?.thread_id, row?.status, row?.model, row?.reasoning_effort],
        [id, "one", null, "draft", "gpt-x", "high"],
      );

      const patched = await call(service, "PATCH", `conversations/${other}`, { pinned: true });
      assert.equal((patched.conversation as { pinned: boolean }).pinned, true);
      assert.equal((await list())[0], other);
      await call(service, "PATCH", `conversations/${other}`, { archived: true });
      assert.deepEqual([await list(), await list("?archived=true")], [[id], [other]]);
      assert.equal((await list("?archived=all")).length, 2);

      assert.equal(short(await call(service, "GET", "conversation")), "404 no_conversation");
      await call(service, "POST", "conversations/select", { id });
      const current = await call(service, "GET", "conversation");
      assert.equal((current.meta as { conversation_id: string }).conversation_id, id);
      const changed = await call(service, "POST", "conversation", {
        expected_conversation: id,
        label: "renamed",
      });
      assert.equal((changed.conversation as { label: string }).label, "renamed");
      const file = join(service.home, "conversations", id, "conversation_meta.json");
      const meta = JSON.parse(await Deno.readTextFile(file));
      assert.deepEqual([meta.label, meta.model, meta.sandbox], ["renamed", "gpt-x", "read-only"]);

      for (
        const [method, path, body, expected] of [
          [
            "POST",
            "conversation",
            { expected_conversation: other, label: "x" },
            "409 stale_conversation",
          ],
          [
            "PATCH",
            `conversations/${id}`,
            { thread_id: "t", label: "x" },
            "409 stale_conversation",
          ],
          ["PATCH", `conversations/${id}`, { approval: "sometimes" }, "400 invalid_body"],
          ["PATCH", `conversations/${id}`, { modle: "x" }, "400 invalid_body"],
          ["POST", "conversations", { cwd: "relative" }, "400 invalid_cwd"],
          [
            "POST",
            "message",
            { conversation_id: id, text: "x", expected_conversation: "another" },
            "409 stale_conversation",
          ],
          [
            "POST",
            "interrupt",
            { conversation_id: id, thread_id: "another" },
            "409 stale_conversation",
          ],
          ["POST", "message", { conversation_id: "", text: "x" }, "400 invalid_body"],
          ["POST", "conversations", { cwd: join(service.cwd, "missing") }, "400 invalid_cwd"],
          ["GET", "conversations?archived=perhaps", undefined, "400 invalid_query"],
          ["GET", "conversations/unknown", undefined, "404 unknown_conversation"],
          ["POST", "conversations/select", { id: "unknown" }, "404 unknown_conversation"],
        ] as const
      ) assert.equal(short(await call(service, method, path, body)), expected, `${method} ${path}`);

      assert.deepEqual((await call(service, "DELETE", `conversations/${id}`)).restorable, true);
      for (
        const [method, path, body] of [
          ["GET", `conversation?id=${id}`, undefined],
          ["GET", `transcript/range?conversation_id=${id}`, undefined],
          ["PATCH", `conversations/${id}`, { label: "x" }],
          ["DELETE", `conversations/${id}`, undefined],
          ["POST", "message", { conversation_id: id, text: "anybody there?" }],
          ["POST", "interrupt", { conversation_id: id }],
        ] as const
      ) {
        assert.equal(
          short(await call(service, method, path, body)),
          "404 conversation_deleted",
          path,
        );
      }
      assert.equal((await call(service, "POST", `conversations/${id}/restore`)).status, 200);
      assert.equal((await call(service, "GET", `conversations/${id}`)).status, 200);
    }),
);

realTest(
  "a transcript is read in ranges, and a client adds rows of its own only",
  { needs: [], timeoutMs: 60_000 },
  () =>
    withService({}, async (service) => {
      const id = await create(service);
      const empty = await call(service, "GET", `transcript/range?conversation_id=${id}`);
      assert.deepEqual(empty, { entries: [], first: 1, last: 0, total: 0, status: 200 });
      const entries = Array.from({ length: 30 }, (_, n) => ({ role: "notice", text: `note ${n}` }));
      const appended = await call(service, "POST", "transcript/append", {
        conversation_id: id,
        entries,
      });
      assert.equal(appended.status, 201);
      assert.equal((appended.numbers as number[]).at(-1), 30);

      const range = async (query: string) => {
        const page = await call(service, "GET", `transcript/range?conversation_id=${id}&${query}`);
        const texts = (page.entries as { text: string }[]).map(({ text }) => text.slice(5));
        return `${texts} ${page.first}-${page.last}/${page.total}`;
      };
      assert.equal(await range("limit=3"), "27,28,29 28-30/30");
      assert.equal(await range("before=28&limit=2"), "25,26 26-27/30");
      assert.equal(await range("after=0&limit=2"), "0,1 1-2/30");
      const whole = await call(service, "GET", `transcript?conversation_id=${id}`);
      assert.deepEqual([whole.total, whole.conversation_id, whole.thread_id], [30, id, null]);

      const append = async (entry: object) =>
        short(
          await call(service, "POST", "transcript/append", {
            conversation_id: id,
            entries: [entry],
          }),
        );
      assert.equal(await append({ role: "assistant", text: "I approve" }), "400 invalid_body");
      assert.equal(await append({ role: "user", text: "forged" }), "400 invalid_body");
      assert.equal(await append({ role: "notice", text: "x", id: "mine" }), "400 invalid_body");
      assert.equal(await append({ role: "notice", text: "x".repeat(70_000) }), "400 invalid_body");
      assert.equal(await append({ role: "shell_output", command: "ls", exit_code: 0 }), "201");
      const bad = await call(service, "GET", `transcript/range?conversation_id=${id}&limit=many`);
      assert.equal(short(bad), "400 invalid_query");
    }),
);

realTest(
  "rollouts are listed, looked into and imported over REST, within the server's permissions",
  { needs: [], timeoutMs: 60_000 },
  () =>
    withService({}, async (service) => {
      const thread = "01a1ee25-4a0b-7c21-93a1-66509b81ae10";
      const day = join(service.codexHome, "sessions/2026/11/18");
      const name = `rollout-2026-11-18T10-13-03-${thread}.jsonl`;
      await Deno.mkdir(day, { recursive: true });
      const fixture = new URL("../fixtures/rollouts/09-resume-0.jsonl", import.meta.url);
      await Deno.copyFile(fixture, join(day, name));
      const { rollouts } = await call(service, "GET", "rollouts");
      const [row] = rollouts as Record<string, unknown>[];
      assert.deepEqual([row?.thread_id, row?.first_message], [thread, "first"]);
      const preview = await call(service, "GET", `rollouts/preview?thread_id=${thread}&rows=2`);
      assert.equal((preview.entries as unknown[]).length, 2);

      const made = await call(service, "POST", "rollouts/import", { path: row?.path });
      assert.deepEqual([made.status, made.existing], [201, false]);
      const again = await call(service, "POST", "rollouts/import", { thread_id: thread });
      assert.deepEqual([again.status, again.existing, again.id], [200, true, made.id]);
      const page = await call(
        service,
        "GET",
        `transcript/range?conversation_id=${made.id}&after=0`,
      );
      assert.equal((page.entries as { text: string }[])[0]?.text, "first");

      const other = name.replace("ae10", "ae11");
      await Deno.writeTextFile(join(day, other), "{}\nbroken\n");
      const corrupt = await call(service, "POST", "rollouts/import", {
        path: `2026/11/18/${other}`,
      });
      assert.equal(short(corrupt), "422 corrupt_rollout");
      assert.equal(corrupt.can_start_fresh, true);
      const outside = await call(service, "POST", "rollouts/import", { path: "/etc/passwd" });
      assert.equal(short(outside), "404 unknown_rollout");
    }),
);

realTest(
  "entries are found, exported and forked over REST, within the server's permissions",
  { needs: [], timeoutMs: 60_000 },
  () =>
    withService({}, async (service) => {
      const id = await create(service, { label: "Zoo" });
      const note = { role: "notice", text: "the walrus left" };
      const body = { conversation_id: id, entries: [note] };
      await call(service, "POST", "transcript/append", body);
      const hits = await waitFor(async () => {
        const found = await call(service, "GET", "search?q=walrus%20lef");
        return found.indexing === false && found.hits as Record<string, unknown>[];
      }, { what: "the index to be made" });
      assert.deepEqual(
        hits.map(({ conversation_id, label, entry, snippet }) => [
          ...[conversation_id, label, entry, snippet],
        ]),
        [[id, "Zoo", 1, "the walrus left"]],
      );
      const odd = await call(service, "GET", `search?q=${encodeURIComponent('" OR NEAR( *')}`);
      assert.deepEqual([odd.status, odd.hits], [200, []]);
      const file = await Deno.stat(join(service.home, "search.db"));
      assert.equal(file.mode! & 0o777, 0o600);

      const exported = await service.fetch(`/api/appserver/conversations/${id}/export?format=md`);
      assert.equal(exported.headers.get("content-type"), "text/markdown; charset=utf-8");
      assert.match(exported.headers.get("content-disposition") ?? "", /attachment.*Zoo\.md/);
      assert.match(await exported.text(), /^# Zoo\n[\s\S]*\*the walrus left\*/);
      const json = await call(service, "GET", `conversations/${id}/export?format=json`);
      assert.equal((json.entries as unknown[]).length, 1);
      const wrong = await call(service, "GET", `conversations/${id}/export?format=pdf`);
      assert.equal(short(wrong), "400 invalid_query");

      const fork = await call(service, "POST", `conversations/${id}/fork`, { label: "Two" });
      assert.equal(fork.status, 201);
      const copy = await call(service, "GET", `transcript?conversation_id=${fork.id}`);
      assert.equal(copy.total, 1);
    }),
);
