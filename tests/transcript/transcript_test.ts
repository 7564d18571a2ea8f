import assert from "node:assert/strict";
import { dirname } from "@std/path";
import { WriteFailure } from "../../lib/transcript/write_queue.ts";
import { entries, entry, ids, inFolder } from "./transcript_folder.ts";

Deno.test("entries come back in order, and only as many as were asked for", () =>
  inFolder(async ({ open }) => {
    const transcript = open();
    await transcript.append([entry(1), entry(2)]);
    // Longer than one block of reading, with a character that blocks may cut through.
    await transcript.append([entry(3, "ä".repeat(200_000)), entry(4)]);
    assert.deepEqual(ids(await transcript.last(10)), ["e1", "e2", "e3", "e4"]);
    assert.deepEqual(ids(await transcript.last(2)), ["e3", "e4"]);
    assert.deepEqual(ids(await open().last(1)), ["e4"]);
    assert.deepEqual((await open().last(2))[0], entry(3, "ä".repeat(200_000)));
  }));

Deno.test("a range is told by numbers that start at 1", () =>
  inFolder(async ({ open }) => {
    await open().append(entries(1, 10));
    const transcript = open();
    const range = async (query: Parameters<typeof transcript.range>[0]) => {
      const { entries, first, last, total } = await transcript.range(query);
      assert.equal(total, 10);
      return `${ids(entries).join(" ")} ${first}-${last}`;
    };
    assert.equal(await range({ limit: 3 }), "e8 e9 e10 8-10");
    assert.equal(await range({ before: 8, limit: 3 }), "e5 e6 e7 5-7");
    assert.equal(await range({ before: 3, limit: 5 }), "e1 e2 1-2");
    assert.equal(await range({ after: 0, limit: 2 }), "e1 e2 1-2");
    assert.equal(await range({ after: 8, limit: 5 }), "e9 e10 9-10");
    assert.equal(await range({ after: 2, before: 5 }), "e3 e4 3-4");
    // Nothing there: the reader can still go on from what it is told.
    assert.equal(await range({ after: 10 }), " 11-10");
    assert.equal(await range({ before: 1 }), " 1-0");
    assert.equal(await range({ after: 99 }), " 11-10");
    assert.equal(await range({ after: 5, before: 3 }), " 6-5");
  }));

Deno.test("an empty transcript has an empty range", () =>
  inFolder(async ({ open }) => {
    assert.deepEqual(await open().range(), { entries: [], first: 1, last: 0, total: 0 });
  }));

Deno.test("a page of very large entries is cut to what fits, from the end that was asked for", () =>
  inFolder(async ({ open }) => {
    const transcript = open();
    const large = "x".repeat(3 * 1024 * 1024);
    for (const n of [1, 2, 3, 4]) await transcript.append([entry(n, large)]);
    assert.deepEqual(ids((await transcript.range({})).entries), ["e3", "e4"]);
    const { entries: oldest, first, last } = await transcript.range({ after: 0 });
    assert.deepEqual([ids(oldest), first, last], [["e1", "e2"], 1, 2]);
    await transcript.append([entry(5, large.repeat(4))]);
    assert.deepEqual(ids((await transcript.range({})).entries), ["e5"], "one is always given");
  }));

Deno.test("an entry whose id comes again is replaced in its place", () =>
  inFolder(async ({ open }) => {
    const transcript = open();
    assert.deepEqual(await transcript.append(entries(1, 3)), [1, 2, 3]);
    assert.deepEqual(await transcript.append([entry(2, "newer"), entry(4)]), [2, 4]);
    for (const one of [transcript, open()]) {
      const { entries: all, total } = await one.range();
      assert.deepEqual(all, [entry(1), entry(2, "newer"), entry(3), entry(4)]);
      assert.equal(total, 4);
    }
  }));

Deno.test("appends that overlap keep their order, and each is seen at once", () =>
  inFolder(async ({ open }) => {
    const transcript = open();
    const all = Array.from({ length: 50 }, (_, n) => `e${n}`);
    const written = all.map((_, n) => transcript.append([entry(n)]));
    assert.deepEqual(ids(await transcript.last(50)), all);
    await Promise.all(written);
    assert.deepEqual(ids(await open().last(50)), all);
  }));

Deno.test("readers and a writer do not disturb each other", () =>
  inFolder(async ({ open, reports }) => {
    const transcript = open();
    await transcript.append(entries(0, 100));
    const reading = Array.from({ length: 40 }, async (_, n) => {
      if (n % 2 === 0) await transcript.append(entries(100 + n, 1));
      const page = await transcript.range({ after: n, limit: 5 });
      assert.deepEqual(ids(page.entries), ids(entries(n, 5)));
    });
    await Promise.all(reading);
    assert.equal(await transcript.total(), 120);
    assert.deepEqual(reports, []);
  }));

Deno.test("a last line that only lacks its newline is whole", () =>
  inFolder(async ({ open, path, reports }) => {
    await Deno.writeTextFile(path, `${JSON.stringify(entry(1))}\n${JSON.stringify(entry(2))}`);
    const transcript = open();
    assert.deepEqual(ids(await transcript.last(5)), ["e1", "e2"]);
    await transcript.append([entry(3)]);
    assert.deepEqual(ids(await transcript.last(5)), ["e1", "e2", "e3"]);
    assert.deepEqual(ids(await open().last(5)), ["e1", "e2", "e3"]);
    assert.deepEqual(reports, []);
  }));

Deno.test("a line that cannot be read keeps its number, and the others theirs", () =>
  inFolder(async ({ open, path, reports }) => {
    const lines = [JSON.stringify(entry(1)), '{"id":', "[]", "", JSON.stringify(entry(2)), ""];
    await Deno.writeTextFile(path, lines.join("\n"));
    const { entries: all, total } = await open().range();
    assert.deepEqual(ids(all), ["e1", "unreadable:2", "unreadable:3", "e2"]);
    assert.equal(total, 4);
    assert.equal(reports.length, 2);
  }));

Deno.test("an entry with its id elsewhere is known by it all the same", () =>
  inFolder(async ({ open, path }) => {
    const line = (text: string) =>
      JSON.stringify({ role: "user", text, ts: "", more: "x".repeat(600), id: "late" }) + "\n";
    await Deno.writeTextFile(path, line("one") + line("two"));
    const { entries: [only], total } = await open().range();
    assert.equal(total, 1);
    assert.equal(only?.role === "user" && only.text, "two");
  }));

Deno.test("files are for their owner only", () =>
  inFolder(async ({ open, path, index }) => {
    const transcript = open();
    await transcript.append(entries(1, 5_000, "x".repeat(60)));
    await transcript.close();
    for (const file of [path, index]) {
      assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600, file);
    }
  }));

Deno.test("an append to a deleted conversation fails and makes no file", () =>
  inFolder(async ({ open, path, reports }) => {
    const transcript = open();
    await transcript.append([entry(1)]);
    const folder = dirname(path);
    await Deno.remove(folder, { recursive: true });
    const failed = (error: unknown) => error instanceof WriteFailure && !error.kept;
    await assert.rejects(transcript.append([entry(2)]), failed);
    await assert.rejects(transcript.append([entry(3)]), failed);
    await assert.rejects(Deno.stat(folder), Deno.errors.NotFound);
    await Deno.mkdir(folder);
    await transcript.append([entry(4)]);
    assert.deepEqual(ids(await transcript.last(5)), ["e4"]);
    assert.deepEqual(reports, []);
  }));
