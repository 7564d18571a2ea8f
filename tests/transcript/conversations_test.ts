import assert from "node:assert/strict";
import { join } from "@std/path";
import { type ConversationChange, Conversations } from "../../lib/transcript/conversations.ts";
import { entries, ids } from "./transcript_folder.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-02T00:00:00.000Z";

interface Home {
  readonly home: string;
  readonly reports: string[];
  readonly changes: ConversationChange[];
  /** A store on that home, as after a restart. */
  open(): Conversations;
}

async function withHome(fn: (home: Home) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "ph-conversations-" });
  const reports: string[] = [];
  const changes: ConversationChange[] = [];
  const opened: Conversations[] = [];
  const open = () => {
    const store = new Conversations(home, (problem) => reports.push(problem));
    store.listen({ onChange: (change) => changes.push(change) });
    opened.push(store);
    return store;
  };
  try {
    await fn({ home, reports, changes, open });
  } finally {
    for (const store of opened) await store.close();
    await Deno.remove(home, { recursive: true });
  }
}

const metaPath = (home: string, id: string) =>
  join(home, "conversations", id, "conversation_meta.json");

Deno.test("a conversation outlives the program, with fields that it does not know", () =>
  withHome(async ({ open, home }) => {
    const { conversation_id: id } = await open().create({ cwd: "/work", label: "one" }, NOW);
    const path = metaPath(home, id);
    const meta = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ ...meta, from_tomorrow: 1 }));
    await open().update(id, { thread_id: "t" });
    const kept = JSON.parse(await Deno.readTextFile(path));
    assert.equal(kept.from_tomorrow, 1);
    assert.equal(kept.thread_id, "t");
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }));

Deno.test("a setting that was edited by hand counts at once", () =>
  withHome(async ({ open, home }) => {
    const store = open();
    const meta = await store.create({ cwd: "/", model: "one" }, NOW);
    const text = JSON.stringify({ ...meta, model: "another" });
    await Deno.writeTextFile(metaPath(home, meta.conversation_id), text);
    assert.equal((await store.get(meta.conversation_id))?.model, "another");
  }));

Deno.test("a wrong field in the file is reported with file and key, and survives a change", () =>
  withHome(async ({ open, home, reports }) => {
    const meta = await open().create({ cwd: "/" }, NOW);
    const path = metaPath(home, meta.conversation_id);
    await Deno.writeTextFile(path, JSON.stringify({ ...meta, sandbox: "none at all" }));
    const changed = await open().update(meta.conversation_id, { label: "new" });
    assert.equal(changed.sandbox, null);
    assert.ok(reports[0]?.startsWith(`${path}: sandbox: `), reports[0]);
    const kept = JSON.parse(await Deno.readTextFile(path));
    assert.deepEqual(kept.invalid_fields, { sandbox: "none at all" });
  }));

Deno.test("the list has pinned ones first, then the latest, and reports what it cannot read", () =>
  withHome(async ({ open, home, reports }) => {
    const store = open();
    const old = await store.create({ cwd: "/", label: "old" }, NOW);
    const young = await store.create({ cwd: "/", label: "young" }, LATER);
    const pinned = await store.create({ cwd: "/", label: "pinned", pinned: true }, NOW);
    const broken = await store.create({ cwd: "/", label: "broken" }, NOW);
    await Deno.writeTextFile(metaPath(home, broken.conversation_id), "{");
    await Deno.mkdir(join(home, "conversations", "something else"));
    const labels = async (one: Conversations) => (await one.list()).map(({ label }) => label);
    assert.deepEqual(await labels(open()), [pinned.label, young.label, old.label]);
    assert.equal(reports.length, 1);
    // Something that the agent says counts as well.
    const [entry] = entries(1, 1);
    const ts = "2027-01-01T00:00:00.000Z";
    await store.transcript(old.conversation_id).append([{ ...entry!, ts }]);
    assert.equal((await labels(store))[1], "old");
    assert.equal(store.lastActivity(old.conversation_id), Date.parse(ts));
  }));

Deno.test("archived ones are listed apart, and titles are found by their words", () =>
  withHome(async ({ open }) => {
    const store = open();
    await store.create({ cwd: "/", label: "Fix the Café menu" }, NOW);
    await store.create({ cwd: "/", label: "café opening hours" }, NOW);
    const release = await store.create({ cwd: "/", label: "Release 2" }, NOW);
    await store.update(release.conversation_id, { archived: true });
    const labels = async (query: Parameters<typeof store.list>[0]) =>
      (await store.list(query)).map(({ label }) => label).sort();
    assert.deepEqual(await labels({ q: "CAFE" }), ["Fix the Café menu", "café opening hours"]);
    assert.deepEqual(await labels({ q: " menu fix " }), ["Fix the Café menu"]);
    assert.equal((await labels({})).length, 2);
    assert.deepEqual(await labels({ archived: true }), ["Release 2"]);
    assert.equal((await labels({ archived: "all" })).length, 3);
  }));

Deno.test("an id that would walk out of the folder finds nothing", () =>
  withHome(async ({ open }) => {
    const store = open();
    for (const id of ["../../etc", "..", "", "a/b", "%2e%2e"]) {
      assert.equal(await store.get(id), null, id);
      assert.equal(await store.delete(id, NOW), false, id);
      assert.equal(await store.restore(id), null, id);
      assert.equal(await store.select(id), false, id);
    }
  }));

Deno.test("changes that overlap do not undo each other", () =>
  withHome(async ({ open }) => {
    const store = open();
    const { conversation_id: id } = await store.create({ cwd: "/" }, NOW);
    await Promise.all([
      store.update(id, { label: "named" }),
      store.update(id, { thread_id: "thread" }),
    ]);
    const meta = await open().get(id);
    assert.equal(meta?.label, "named");
    assert.equal(meta?.thread_id, "thread");
    assert.equal((await open().ofThread("thread"))?.conversation_id, id);
    assert.equal(await open().ofThread("another"), null);
  }));

Deno.test("a deleted conversation is gone, can be brought back, and goes for good in time", () =>
  withHome(async ({ open, home, changes }) => {
    const store = open();
    const { conversation_id: id } = await store.create({ cwd: "/", label: "kept" }, NOW);
    await store.transcript(id).append(entries(1, 2));
    assert.equal(await store.delete(id, NOW), true);
    assert.deepEqual([await store.get(id), await store.list()], [null, []]);
    assert.equal(await store.wasDeleted(id), true);
    await assert.rejects(store.update(id, { label: "x" }));
    await assert.rejects(store.transcript(id).append(entries(3, 1)));
    assert.equal((await store.restore(id))?.label, "kept");
    assert.deepEqual(ids(await store.transcript(id).last(9)), ["e1", "e2"]);
    assert.deepEqual(changes.map(({ kind }) => kind), ["created", "deleted", "created"]);

    await store.delete(id, NOW);
    const other = await store.create({ cwd: "/" }, NOW);
    await store.delete(other.conversation_id, "2026-01-30T00:00:00.000Z");
    assert.equal(await store.wasDeleted(id), true);
    const last = await store.create({ cwd: "/" }, NOW);
    await store.delete(last.conversation_id, NOW, true);
    const prepared = await store.prepare();
    await prepared.transcript.append(entries(1, 1));
    await prepared.transcript.close();
    await open().tidy(Date.parse("2026-02-02T00:00:00.000Z"));
    assert.deepEqual([...Deno.readDirSync(join(home, "conversations"))], []);
    assert.deepEqual([...Deno.readDirSync(join(home, "trash"))].map(({ name }) => name), [
      other.conversation_id,
    ]);
  }));

Deno.test("the current conversation is kept over a restart, until it is deleted", () =>
  withHome(async ({ open }) => {
    const store = open();
    assert.equal(await store.current(), null);
    const { conversation_id: id } = await store.create({ cwd: "/" }, NOW);
    assert.equal(await store.select(id), true);
    assert.equal((await open().current())?.conversation_id, id);
    assert.equal(await store.select(crypto.randomUUID()), false);
    await store.delete(id, NOW);
    assert.equal(await open().current(), null);
  }));

Deno.test("a fork has the settings and the entries, and a thread of its own", () =>
  withHome(async ({ open }) => {
    const store = open();
    const given = { cwd: "/here", label: "one", model: "m", pinned: true, thread_id: "t1" };
    const source = await store.create(given, NOW);
    await store.transcript(source.conversation_id).append(entries(1, 1_200));
    const fork = await store.fork(source, { thread_id: "t2", label: "two" }, LATER);
    assert.deepEqual(
      [fork.cwd, fork.model, fork.label, fork.thread_id, fork.pinned, fork.forked_from],
      ["/here", "m", "two", "t2", false, source.conversation_id],
    );
    assert.equal(await store.transcript(fork.conversation_id).total(), 1_200);
    const half = await store.fork(source, { thread_id: "t3", upTo: 700 }, LATER);
    assert.deepEqual(ids(await store.transcript(half.conversation_id).last(1)), ["e700"]);
  }));

Deno.test("more conversations than may be open at once are written and read all the same", () =>
  withHome(async ({ open }) => {
    const store = open();
    const made = await Promise.all(
      Array.from({ length: 150 }, () => store.create({ cwd: "/" }, NOW)),
    );
    for (const round of [1, 2]) {
      await Promise.all(
        made.map(({ conversation_id: id }) => store.transcript(id).append(entries(round, 1))),
      );
    }
    for (const { conversation_id: id } of made) {
      assert.deepEqual(ids(await store.transcript(id).last(9)), ["e1", "e2"]);
    }
  }));
