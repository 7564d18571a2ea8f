import assert from "node:assert/strict";
import { RawFeed, type RawLine } from "../../lib/hub/raw_feed.ts";
import { RawFile } from "../../lib/hub/raw_file.ts";

function feed(enabled = true) {
  const written: RawLine[] = [];
  const file = { write: (raw: RawLine) => void written.push(raw), flush: () => Promise.resolve() };
  return { raw: new RawFeed(file, () => 0, enabled), written };
}

function sink() {
  const got: string[] = [];
  let closed: number | null = null;
  return {
    got,
    bufferedAmount: 0,
    send: (text: string) => void got.push(text),
    close: (code: number) => void (closed = code),
    get closed() {
      return closed;
    },
  };
}

Deno.test("nothing is kept, written or sent while it is off", () => {
  const { raw, written } = feed(false);
  const reader = sink();
  raw.subscribe(reader);
  raw.take("out", "secret");
  assert.deepEqual([raw.last(10), written, reader.got], [[], [], []]);
});

Deno.test("the server's lines are streamed as they are, ours are only kept", () => {
  const { raw, written } = feed();
  const reader = sink();
  const leave = raw.subscribe(reader);
  raw.take("in", '{"id":1}');
  raw.take("out", "not json");
  leave();
  raw.take("out", "later");
  assert.deepEqual(reader.got, ["not json"]);
  assert.deepEqual(raw.last(2).map(({ dir, line }) => [dir, line]), [
    ["out", "not json"],
    ["out", "later"],
  ]);
  assert.equal(written.length, 3);
});

Deno.test("what is kept is bounded in number and in size", () => {
  const { raw } = feed();
  for (let at = 0; at < 10_000; at++) raw.take("out", `line ${at}`);
  assert.equal(raw.last(1)[0]?.line, "line 9999");
  assert.ok(raw.last(100_000).length <= 2_000);
  for (let at = 0; at < 20; at++) raw.take("out", "x".repeat(1024 * 1024));
  const characters = raw.last(100_000).reduce((sum, { line }) => sum + line.length, 0);
  assert.ok(characters <= 4 * 1024 * 1024, `${characters}`);
});

Deno.test("a slow reader of raw lines is closed", () => {
  const { raw } = feed();
  const reader = sink();
  raw.subscribe(reader);
  reader.bufferedAmount = 100 * 1024 * 1024;
  raw.take("out", "a");
  assert.equal(reader.closed, 4008);
  assert.deepEqual(reader.got, []);
});

Deno.test("the file is moved away at its limit and begun anew", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = new RawFile(`${folder}/debug_raw.jsonl`, assert.fail, 300);
    for (let at = 0; at < 5; at++) {
      file.write({ ts: "", dir: "out", line: `${at}`.repeat(90) });
      await file.flush();
    }
    const lines = async (name: string) =>
      (await Deno.readTextFile(`${folder}/${name}`)).trim().split("\n")
        .map((line) => JSON.parse(line).line[0]);
    assert.deepEqual(await lines("debug_raw.1.jsonl"), ["2", "3"]);
    assert.deepEqual(await lines("debug_raw.jsonl"), ["4"]);
    assert.equal((await Deno.stat(`${folder}/debug_raw.jsonl`)).mode! & 0o777, 0o600);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
