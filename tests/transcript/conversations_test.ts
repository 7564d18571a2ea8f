import assert from "node:assert/strict";
import { join } from "@std/path";
import { Conversations } from "../../lib/transcript/conversations.ts";

const NOW = "2026-01-01T00:00:00.000Z";

async function withHome(
  fn: (make: () => Conversations, home: string, reports: string[]) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir();
  const reports: string[] = [];
  try {
    await fn(() => new Conversations(home, (problem) => reports.push(problem)), home, reports);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("a conversation outlives the program, with fields that it does not know", () =>
  withHome(async (make, home) => {
    const { conversation_id } = await make().create({ cwd: "/work", label: "one" }, NOW);
    const path = join(home, "conversations", conversation_id, "conversation_meta.json");
    const meta = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ ...meta, from_tomorrow: 1 }));
    await make().update(conversation_id, { thread_id: "t" });
    const kept = JSON.parse(await Deno.readTextFile(path));
    assert.equal(kept.from_tomorrow, 1);
    assert.equal(kept.thread_id, "t");
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }));

Deno.test("the list has the latest first and reports what it cannot read", () =>
  withHome(async (make, home, reports) => {
    const store = make();
    const old = await store.create({ cwd: "/", label: "old" }, NOW);
    const young = await store.create({ cwd: "/", label: "young" }, "2026-01-02T00:00:00.000Z");
    const broken = await store.create({ cwd: "/", label: "broken" }, NOW);
    const meta = join(home, "conversations", broken.conversation_id, "conversation_meta.json");
    await Deno.writeTextFile(meta, "{");
    assert.deepEqual(
      (await make().list()).map(({ conversation_id }) => conversation_id),
      [young.conversation_id, old.conversation_id],
    );
    assert.equal(reports.length, 1);
  }));

Deno.test("an id that would walk out of the folder finds nothing", () =>
  withHome(async (make) => {
    for (const id of ["../../etc", "..", "", "a/b", "%2e%2e"]) {
      assert.equal(await make().get(id), null, id);
    }
  }));

Deno.test("changes that overlap do not undo each other", () =>
  withHome(async (make) => {
    const store = make();
    const { conversation_id: id } = await store.create({ cwd: "/" }, NOW);
    await Promise.all([
      store.update(id, { label: "named" }),
      store.update(id, { thread_id: "thread" }),
    ]);
    const meta = await make().get(id);
    assert.equal(meta?.label, "named");
    assert.equal(meta?.thread_id, "thread");
  }));
