import assert from "node:assert/strict";
import { type AppendFile, DiskAppendFile } from "../../lib/transcript/append_file.ts";
import type { Transcript } from "../../lib/transcript/transcript.ts";
import { WriteFailure } from "../../lib/transcript/write_queue.ts";
import { entries, entry, ids, inFolder } from "./transcript_folder.ts";

Deno.test("a transcript cut at each byte of its last 2 KB loads everything before the cut", () =>
  inFolder(async ({ open, path, reports }) => {
    // Over the size from which there is an index, and with characters of several bytes.
    const writer = open();
    await writer.append(entries(0, 900, "drei 😀 ".repeat(30)));
    await writer.append(entries(900, 10, "drei 😀 ".repeat(10)));
    await writer.close();
    const whole = await Deno.readFile(path);
    const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a);
    for (let cut = whole.length; cut > whole.length - 2_048; cut--) {
      await Deno.truncate(path, cut);
      reports.length = 0;
      // A line that lacks nothing but its newline counts.
      const complete = ends.filter((end) => end <= cut).length;
      const transcript = open();
      const { entries: last, total } = await transcript.range({ limit: 3 });
      assert.equal(total, complete, `cut at ${cut}`);
      assert.deepEqual(
        last,
        entries(complete - 3, 3).map(({ id }) => last.find((e) => e.id === id)),
      );
      const torn = whole[cut - 1] !== 0x0a && !ends.includes(cut);
      assert.equal(reports.length, torn ? 1 : 0, `cut at ${cut}: ${reports}`);
      await transcript.close();
    }
  }));

Deno.test("what is appended behind a torn line is not glued to it", () =>
  inFolder(async ({ open, path }) => {
    const bytes = new TextEncoder().encode(
      entries(1, 3, "drei 😀").map((one) => JSON.stringify(one) + "\n").join(""),
    );
    for (let cut = 0; cut <= bytes.length; cut++) {
      await Deno.writeFile(path, bytes.slice(0, cut));
      const transcript = open();
      const before = await transcript.total();
      await transcript.append([{ id: "e9", ts: "", role: "user" }]);
      await transcript.close();
      assert.ok((await Deno.readTextFile(path)).endsWith("}\n"), `cut ${cut}: something stayed`);
      assert.deepEqual(
        ids(await open().last(10)),
        [...ids(entries(1, before)), "e9"],
        `cut ${cut}`,
      );
    }
  }));

Deno.test("numbers are the same live, after a restart and without the index", () =>
  inFolder(async ({ open, index }) => {
    const transcript = open();
    // Repeats at all distances: within a batch, over the index's end, and beyond the horizon.
    const numbers: number[] = [];
    for (let batch = 0; batch < 60; batch++) {
      const list = Array.from({ length: 200 }, (_, at) => {
        const n = batch * 200 + at;
        const back = [1, 40, 3_000, 4_090, 4_100, 9_000][n % 6]!;
        return entry(n % 7 === 3 ? Math.max(0, n - back) : n, `${n}`);
      });
      numbers.push(...await transcript.append(list));
    }
    const wanted = await digest(transcript);
    await transcript.close();
    assert.equal(await digest(open()), wanted, "after a restart");
    await Deno.remove(index);
    assert.equal(await digest(open()), wanted, "without the index");
    assert.ok(new Set(numbers).size < numbers.length, "some were replaced");
  }));

Deno.test("an id that comes again replaces its entry within 4,096 entries, and not beyond", () =>
  inFolder(async ({ open }) => {
    const transcript = open();
    await transcript.append(entries(1, 4_096));
    assert.deepEqual(await transcript.append([entry(1, "again")]), [1]);
    assert.deepEqual(await transcript.append([entry(4_097)]), [4_097]);
    assert.deepEqual(await transcript.append([entry(1, "too late")]), [4_098]);
    assert.deepEqual(await transcript.append([entry(3, "again")]), [3]);
  }));

Deno.test("an index that was damaged anywhere is noticed or does no harm", () =>
  inFolder(async ({ open, index }) => {
    const transcript = open();
    await transcript.append(entries(0, 5_000, "x".repeat(40)));
    const wanted = await digest(transcript);
    await transcript.close();
    const good = await Deno.readFile(index);
    const damages: [string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array][] = [
      ["empty", () => new Uint8Array(0)],
      ["half", (bytes) => bytes.slice(0, bytes.length / 2)],
      ["half a header", (bytes) => bytes.slice(0, 30)],
      ["another version", (bytes) => bytes.with(4, 9)],
      ["a count that is too high", (bytes) => bytes.with(14, 0x50)],
      ["zeros", (bytes) => bytes.fill(0, 64)],
      ["a shifted place", (bytes) => bytes.with(64 + 24 * 4_000, bytes[64 + 24 * 4_000]! ^ 1)],
      ["a wrong length", (bytes) => bytes.with(64 + 24 * 4_000 + 16, 3)],
      ["rubbish", (bytes) => bytes.map((_, at) => (at * 31) & 0xff)],
    ];
    for (const [name, damage] of damages) {
      await Deno.writeFile(index, damage(good.slice()));
      assert.equal(await digest(open()), wanted, name);
    }
  }));

Deno.test("a transcript that somebody edited gets a new index", () =>
  inFolder(async ({ open, path }) => {
    const transcript = open();
    await transcript.append(entries(0, 5_000, "x".repeat(60)));
    await transcript.close();
    const lines = (await Deno.readTextFile(path)).split("\n");
    await Deno.writeTextFile(path, lines.filter((_, at) => at !== 2_000).join("\n"));
    const { entries: page, total } = await open().range({ before: 2_002, limit: 2 });
    assert.deepEqual([ids(page), total], [["e1999", "e2001"], 4_999]);
  }));

Deno.test("a transcript that was edited and then grew is not taken for the old one", () =>
  inFolder(async ({ open, path }) => {
    const transcript = open();
    await transcript.append(entries(0, 5_000, "x".repeat(60)));
    await transcript.close();
    const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
    const added = JSON.stringify(entry(9_999, "y".repeat(5_000)));
    const edited = [...lines.filter((_, at) => at !== 2_000 && at !== 4_999), added, ""];
    await Deno.writeTextFile(path, edited.join("\n"));
    assert.equal(await open().total(), 4_999);
  }));

Deno.test("the index is what ranges are read by", () =>
  inFolder(async ({ open, index }) => {
    const transcript = open();
    await transcript.append(entries(1, 5_000, "x".repeat(60)));
    await transcript.close();
    // Entry 10 gets the place of entry 20, which is a good line as well.
    const bytes = await Deno.readFile(index);
    bytes.copyWithin(64 + 9 * 24, 64 + 19 * 24, 64 + 20 * 24);
    await Deno.writeFile(index, bytes);
    assert.deepEqual(ids((await open().range({ after: 9, limit: 1 })).entries), ["e20"]);
  }));

Deno.test("on a full disk the caller is told, nothing is half-written, and it recovers in order", () =>
  inFolder(async ({ open, path, reports }) => {
    const disk = new SmallDisk(path, 120);
    const transcript = open(disk);
    await transcript.append([entry(1)]);
    const kept = (error: unknown) => error instanceof WriteFailure && error.kept;
    await assert.rejects(transcript.append([entry(2), entry(3)]), kept);
    await assert.rejects(transcript.append([entry(4)]), kept);
    assert.deepEqual(ids(await transcript.last(9)), ["e1", "e2", "e3", "e4"], "readers see all");
    assert.deepEqual(ids(await open().last(9)), ["e1"], "the disk has nothing half");
    disk.capacity = Infinity;
    await transcript.flush();
    assert.deepEqual(ids(await open().last(9)), ["e1", "e2", "e3", "e4"]);
    await transcript.append([entry(5)]);
    assert.deepEqual(ids(await open().last(9)), ["e1", "e2", "e3", "e4", "e5"]);
    const told = reports.filter((report) => /cannot write|works again/.test(report));
    assert.equal(told.length, 2, "the failure and the recovery are told once each");
  }));

Deno.test("what waits for a full disk is bounded", () =>
  inFolder(async ({ open, path }) => {
    const disk = new SmallDisk(path, 0);
    const transcript = open(disk);
    const verdicts: boolean[] = [];
    for (let n = 0; n < 20; n++) {
      await transcript.append([entry(n, "x".repeat(1024 * 1024))])
        .catch((error) => verdicts.push(error.kept));
    }
    assert.deepEqual(verdicts, Array.from({ length: 20 }, (_, n) => n < 15));
    disk.capacity = Infinity;
    await transcript.flush();
    assert.deepEqual(ids(await open().last(5)), ids(entries(10, 5)), "what was kept is in order");
  }));

/** Everything that ranges tell, page by page from the start. */
async function digest(transcript: Transcript): Promise<string> {
  const lines: string[] = [];
  for (let after = 0;;) {
    const { entries: page, last, total } = await transcript.range({ after, limit: 1_000 });
    lines.push(...page.map((one, at) => `${after + at + 1} ${JSON.stringify(one)} ${total}`));
    if (last === after) return lines.join("\n");
    after = last;
  }
}

/** A disk with room for so many bytes: the write that exceeds it is done in part, then fails. */
class SmallDisk implements AppendFile {
  readonly #file: DiskAppendFile;
  capacity: number;

  constructor(path: string, capacity: number) {
    this.#file = new DiskAppendFile(path);
    this.capacity = capacity;
  }

  async append(bytes: Uint8Array, at: number): Promise<void> {
    const room = Math.max(0, this.capacity - at);
    if (bytes.length <= room) return await this.#file.append(bytes, at);
    // The worst case: the part that had room stays, because not even cutting it off worked.
    if (room > 0) await this.#file.append(bytes.subarray(0, room), at);
    throw new Error("No space left on device");
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
