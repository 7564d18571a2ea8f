import assert from "node:assert/strict";
import type { Accepted } from "../../lib/events/ledger.ts";
import { candidate, inLedgerFolder, type LedgerFolder } from "./ledger_folder.ts";

const kindOf = (result: Accepted) =>
  result.kind === "accepted" ? "accepted" : result.sameBody ? "repeat" : "other body";

function statesOf(ledger: Awaited<ReturnType<LedgerFolder["open"]>>): Record<string, string> {
  return Object.fromEntries(
    [...ledger.newest()].map(({ event, progress }) => [event.event_id, progress.state]),
  );
}

Deno.test("an accepted event is on disk, and is there again after a restart", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    const result = await ledger.accept(candidate("a"));
    assert.equal(result.kind, "accepted");
    assert.match(folder.lines()[0]!, /"event_id":"a"/);
    const again = await folder.open();
    const found = again.find("a", "local");
    assert.deepEqual(found, result.record);
    assert.equal(again.lastSeq, 1);
  }));

Deno.test("a repeat is known by source and id, and told apart from another event", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    await ledger.accept(candidate("a"));
    assert.equal(kindOf(await ledger.accept(candidate("a"))), "repeat");
    assert.equal(kindOf(await ledger.accept(candidate("a", { title: "else" }))), "other body");
    const restarted = await folder.open();
    assert.equal(kindOf(await restarted.accept(candidate("a"))), "repeat");
    const { event, ...rest } = candidate("a");
    const other = { ...rest, event: { ...event, source: { name: "elsewhere" } } };
    assert.equal(kindOf(await restarted.accept(other)), "accepted");
    assert.equal(restarted.lastSeq, 2);
  }));

Deno.test("of many that come at once with one id, exactly one is accepted", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    const all = await Promise.all(Array.from({ length: 50 }, () => ledger.accept(candidate("a"))));
    assert.equal(all.filter(({ kind }) => kind === "accepted").length, 1);
    assert.equal(folder.lines().length, 1);
  }));

Deno.test("all that come at once share one write and one announcement, in order", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    let syncs = 0;
    folder.crash = (point) => void (point === "ledger.after_sync" && syncs++);
    await Promise.all(Array.from({ length: 100 }, (_, n) => ledger.accept(candidate(`e${n}`))));
    assert.ok(syncs <= 2, `${syncs} syncs`);
    const seqs = folder.announced.flat().map(({ seq }) => seq);
    assert.deepEqual(seqs, Array.from({ length: 100 }, (_, n) => n + 1));
    assert.ok(folder.announced.length <= 2);
  }));

Deno.test("a full disk refuses the event, and it can come again when there is room", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    await ledger.accept(candidate("before"));
    for (const failing of ["write", "sync"] as const) {
      folder.failing = failing;
      await assert.rejects(ledger.accept(candidate("x")), /the disk did not take it/);
      assert.equal(ledger.find("x", "local"), null);
      assert.equal(ledger.unread, 1);
      folder.failing = null;
    }
    assert.equal(kindOf(await ledger.accept(candidate("x"))), "accepted");
    const again = await folder.open();
    assert.deepEqual(statesOf(again), { x: "queued", before: "queued" });
    assert.deepEqual(folder.problems, []);
  }));

Deno.test("a repeat that comes while the first is refused is not told that it was sent already", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    folder.failing = "sync";
    const first = ledger.accept(candidate("x"));
    const second = ledger.accept(candidate("x"));
    await assert.rejects(first, /did not take it/);
    folder.failing = null;
    assert.equal(kindOf(await second.catch(() => ledger.accept(candidate("x")))), "accepted");
  }));

Deno.test("a state survives a restart with its history, and a step that cannot follow is refused", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    await ledger.accept(candidate("a"));
    folder.now += 10;
    await ledger.advance(1, "turn_starting", { client_id: "c1" });
    folder.now += 10;
    await ledger.advance(1, "injected", { turn_id: "t1" });
    assert.equal(await ledger.advance(1, "queued"), null);
    await ledger.advance(1, "observed");
    const { progress } = (await folder.open()).get(1)!;
    assert.deepEqual(progress.history.map(([state]) => state), [
      ...["accepted", "queued", "turn_starting", "injected", "observed"],
    ]);
    const { state, client_id, turn_id, in_flight } = progress;
    assert.deepEqual({ state, client_id, turn_id, in_flight }, {
      ...{ state: "observed", client_id: "c1", turn_id: "t1", in_flight: false },
    });
  }));

Deno.test("what was under way at a crash is indeterminate; what waited still waits", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    for (const id of ["waits", "steers", "starts", "sent", "appended", "appending"]) {
      await ledger.accept(candidate(id, { state: "accepted" }));
    }
    await ledger.advance(1, "queued");
    await ledger.advance(2, "steering", { client_id: "c" });
    await ledger.advance(3, "turn_starting", { client_id: "d" });
    await ledger.advance(4, "turn_starting", { client_id: "e" });
    await ledger.advance(4, "injected", { turn_id: "t" });
    await ledger.advance(5, "injected", { mode: "append_to_thread" });
    await ledger.advance(6, "queued", { mode: "append_to_thread", in_flight: true });
    const again = await folder.open();
    assert.deepEqual(statesOf(again), {
      ...{ waits: "queued", steers: "indeterminate", starts: "indeterminate" },
      ...{ sent: "indeterminate", appended: "injected", appending: "indeterminate" },
    });
    const third = await folder.open();
    assert.equal(third.get(2)!.progress.history.length, 3, "marked once, not twice");
    assert.notEqual(await third.advance(2, "observed"), null, "a late proof counts");
  }));

Deno.test("a torn last line is cut off, a broken one passed over, and both are told", () =>
  inLedgerFolder(async (folder) => {
    await (await folder.open()).accept(candidate("a"));
    await folder.close();
    const text = Deno.readTextFileSync(folder.path);
    const torn = '{"v":1,"kind":"event","seq":2,"at":1,"ev';
    Deno.writeTextFileSync(folder.path, `${text}garbage\n${torn}`);
    const ledger = await folder.open();
    assert.deepEqual(folder.problems.map((problem) => problem.split(": ")[1]), [
      `${torn.length} bytes of a torn line were cut off`,
      "1 lines could not be read",
    ]);
    await ledger.accept(candidate("b"));
    assert.deepEqual(statesOf(await folder.open()), { b: "queued", a: "queued" });
  }));

Deno.test("a state that the disk refuses does not count", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    await ledger.accept(candidate("a"));
    folder.failing = "write";
    await assert.rejects(ledger.advance(1, "turn_starting"));
    assert.equal(ledger.get(1)!.progress.state, "queued");
    folder.failing = null;
    assert.equal((await ledger.advance(1, "turn_starting"))!.progress.state, "turn_starting");
  }));

const SMALL = { retention: { events: 10, ageMs: 1_000 } };

async function observe(ledger: Awaited<ReturnType<LedgerFolder["open"]>>, seq: number) {
  await ledger.advance(seq, "turn_starting");
  await ledger.advance(seq, "observed");
}

Deno.test("seen events are forgotten by number and age, unseen ones never", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open(SMALL);
    for (let n = 1; n <= 40; n++) await ledger.accept(candidate(`e${n}`));
    for (let n = 6; n <= 40; n++) await observe(ledger, n);
    await ledger.tidy(true);
    assert.deepEqual(
      [...ledger.newest()].map(({ seq }) => seq),
      [40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 5, 4, 3, 2, 1],
    );
    folder.now += 2_000;
    await ledger.tidy(true);
    assert.deepEqual([...ledger.newest()].map(({ seq }) => seq), [5, 4, 3, 2, 1]);
    assert.equal(ledger.unread, 5);
    assert.equal(kindOf(await ledger.accept(candidate("e1"))), "repeat");
    assert.equal(kindOf(await ledger.accept(candidate("e40"))), "accepted", "it was forgotten");
    const again = await folder.open(SMALL);
    assert.deepEqual([...again.newest()].map(({ seq }) => seq), [41, 5, 4, 3, 2, 1]);
    assert.equal(folder.lines().length, 7);
  }));

Deno.test("the file tidies itself while events keep coming", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open(SMALL);
    for (let n = 1; n <= 300; n++) {
      await ledger.accept(candidate(`e${n}`));
      await observe(ledger, n);
    }
    await folder.close();
    assert.ok(folder.lines().length < 100, `${folder.lines().length} lines`);
    const again = await folder.open(SMALL);
    assert.equal(again.lastSeq, 300);
    assert.equal(again.find("e300", "local")!.progress.state, "observed");
  }));

Deno.test("events that come while the file is rewritten are not lost", () =>
  inLedgerFolder(async (folder) => {
    const ledger = await folder.open(SMALL);
    for (let n = 1; n <= 20; n++) await ledger.accept(candidate(`e${n}`));
    for (let n = 1; n <= 15; n++) await observe(ledger, n);
    const tidied = ledger.tidy(true);
    const added = Array.from({ length: 10 }, (_, n) => ledger.accept(candidate(`new${n}`)));
    const stepped = ledger.advance(20, "turn_starting", { client_id: "c" });
    await Promise.all([tidied, ...added, stepped]);
    assert.equal(ledger.get(20)!.progress.state, "turn_starting");
    const before = statesOf(ledger);
    const after = statesOf(await folder.open(SMALL));
    assert.deepEqual(after, { ...before, e20: "indeterminate" });
    assert.equal(Object.keys(after).filter((id) => id.startsWith("new")).length, 10);
  }));

Deno.test("where the inbox was read to is remembered with the event, alone, and over a rewrite", () =>
  inLedgerFolder(async (folder) => {
    const at = (offset: number) => ({ dev: 1, ino: 2, offset, proof: "p" });
    const ledger = await folder.open();
    await ledger.accept(candidate("a", { inbox: at(100) }));
    assert.deepEqual((await folder.open()).inbox, at(100));
    const again = await folder.open();
    await again.markInbox(at(150));
    await again.tidy(true);
    assert.deepEqual((await folder.open()).inbox, at(150));
  }));
