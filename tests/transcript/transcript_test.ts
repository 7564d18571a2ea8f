import assert from "node:assert/strict";
import { join } from "@std/path";
import type { Entry } from "../../lib/router/change.ts";
import { Transcript } from "../../lib/transcript/transcript.ts";

const entry = (n: number, text = `text ${n}`): Entry => ({
  id: `e${n}`,
  ts: "2026-01-01T00:00:00.000Z",
  role: "user",
  text,
});

async function inFolder(fn: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await fn(join(folder, "transcript.jsonl"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ids = (entries: Entry[]) => entries.map(({ id }) => id);

Deno.test("entries come back in order, and only as many as were asked for", () =>
  inFolder(async (path) => {
    const transcript = new Transcript(path, () => {});
    await transcript.append([entry(1), entry(2)]);
    // Longer than one block of reading, with a character that blocks may cut through.
    await transcript.append([entry(3, "ä".repeat(100_000)), entry(4)]);
    assert.deepEqual(ids(await transcript.last(10)), ["e1", "e2", "e3", "e4"]);
    assert.deepEqual(ids(await transcript.last(2)), ["e3", "e4"]);
    assert.deepEqual(ids(await transcript.last(1)), ["e4"]);
    assert.deepEqual((await transcript.last(2))[0], entry(3, "ä".repeat(100_000)));
  }));

Deno.test("appends that overlap keep their order", () =>
  inFolder(async (path) => {
    const transcript = new Transcript(path, () => {});
    await Promise.all(Array.from({ length: 50 }, (_, n) => transcript.append([entry(n)])));
    assert.deepEqual(ids(await transcript.last(50)), Array.from({ length: 50 }, (_, n) => `e${n}`));
  }));

Deno.test("a torn last line is cut off and the rest loads, wherever the cut is", () =>
  inFolder(async (path) => {
    const whole = [entry(1), entry(2), entry(3, "drei 😀")]
      .map((one) => JSON.stringify(one) + "\n").join("");
    const bytes = new TextEncoder().encode(whole);
    for (let cut = 0; cut < bytes.length; cut++) {
      await Deno.writeFile(path, bytes.slice(0, cut));
      const complete = new TextDecoder().decode(bytes.slice(0, cut)).split("\n").length - 1;
      const reports: string[] = [];
      const transcript = new Transcript(path, (problem) => reports.push(problem));
      assert.equal((await transcript.last(10)).length, complete, `cut at ${cut}`);
      await transcript.append([entry(9)]);
      assert.equal(ids(await transcript.last(10)).length, complete + 1, `cut at ${cut}`);
      const torn = cut > 0 && bytes[cut - 1] !== 0x0a;
      assert.equal(reports.length, torn ? 1 : 0, `cut at ${cut}: ${reports}`);
    }
  }));

Deno.test("a line that is broken in the middle is skipped and reported", () =>
  inFolder(async (path) => {
    const lines = [JSON.stringify(entry(1)), '{"id":', "[]", JSON.stringify(entry(2)), ""];
    await Deno.writeTextFile(path, lines.join("\n"));
    const reports: string[] = [];
    const transcript = new Transcript(path, (problem) => reports.push(problem));
    assert.deepEqual(ids(await transcript.last(10)), ["e1", "e2"]);
    assert.equal(reports.length, 2);
  }));

Deno.test("the file is for its owner only", () =>
  inFolder(async (path) => {
    await new Transcript(path, () => {}).append([entry(1)]);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }));

Deno.test("a transcript that was never written is empty", () =>
  inFolder(async (path) => assert.deepEqual(await new Transcript(path, () => {}).last(5), [])));
