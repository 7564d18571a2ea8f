import assert from "node:assert/strict";
import { join } from "node:path";
import type { Block } from "../../../lib/shell/blocks.ts";
import { readBlockList, searchBlocks, selectBlocks } from "../../../lib/shell/block_files.ts";
import { BlockStore } from "../../../lib/shell/host/block_store.ts";
import { EventLog } from "../../../lib/shell/host/event_log.ts";

const LIMITS = {
  block_head_bytes: 8,
  block_tail_bytes: 8,
  max_blocks: 5,
  max_blocks_bytes: 1_000,
};

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (value: Uint8Array) => new TextDecoder().decode(value);

function block(seq: number, cmd = "ls"): Block {
  return {
    block_id: `block_${String(seq).padStart(6, "0")}`,
    seq,
    cmd,
    cwd: "/",
    cwd_after: "/",
    exit_code: 0,
    ts_begin: 1,
    ts_end: 2,
    duration_ms: 1,
    status: "done",
    bytes: 0,
    truncated: false,
    alt_screen: false,
    confidence: "high",
    origin: "user",
    cols: 80,
  };
}

async function withFolder(fn: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "ph-blocks-" });
  try {
    await fn(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function store(folder: string, output: string, seq: number): BlockStore {
  const made = new BlockStore(folder, LIMITS);
  made.begin();
  made.output(bytes(output));
  made.end({ ...block(seq), bytes: output.length });
  return made;
}

Deno.test("a finished block is found again with what was kept of its output", () =>
  withFolder((folder) => {
    store(folder, "0123456789abcdefghij", 1);
    const again = new BlockStore(folder, LIMITS);
    const [found] = again.blocks;
    assert.ok(found !== undefined);
    const { head, tail, omitted } = again.finished(found);
    assert.deepEqual([text(head), text(tail), omitted], ["01234567", "cdefghij", 4]);
    assert.equal(again.lastSeq, 1);
  }));

Deno.test("files are private", () =>
  withFolder((folder) => {
    store(folder, "x", 1);
    const mode = (path: string) => (Deno.statSync(join(folder, path)).mode ?? 0) & 0o777;
    assert.equal(mode("blocks.jsonl"), 0o600);
    assert.equal(mode("blocks"), 0o700);
    assert.equal(mode("blocks/block_000001.out"), 0o600);
  }));

Deno.test("a running block's beginning is on disk after a flush, and whole after its end", () =>
  withFolder((folder) => {
    const made = new BlockStore(folder, LIMITS);
    const path = join(folder, "blocks/block_000001.out");
    made.begin();
    made.output(bytes("abc"));
    made.flush(block(1));
    assert.equal(Deno.readTextFileSync(path), "abc");
    made.output(bytes("defghijklm"));
    made.flush(block(1));
    made.end({ ...block(1), bytes: 13 });
    assert.equal(Deno.readTextFileSync(path), "abcdefghijklm");
  }));

Deno.test("the oldest blocks go, and the list does not grow for ever", () =>
  withFolder((folder) => {
    const made = new BlockStore(folder, LIMITS);
    for (let seq = 1; seq <= 40; seq += 1) {
      made.begin();
      made.output(bytes("x"));
      made.end({ ...block(seq), bytes: 1 });
    }
    assert.deepEqual(made.blocks.map(({ seq }) => seq), [36, 37, 38, 39, 40]);
    assert.equal([...Deno.readDirSync(join(folder, "blocks"))].length, 5);
    const lines = Deno.readTextFileSync(join(folder, "blocks.jsonl")).trim().split("\n");
    assert.ok(lines.length <= 10, `${lines.length} lines`);
  }));

Deno.test("a torn last line is cut off, a broken one skipped, a stray file removed", () =>
  withFolder((folder) => {
    store(folder, "x", 1);
    const list = join(folder, "blocks.jsonl");
    const line = JSON.stringify({ ...block(3), head_bytes: 0 });
    Deno.writeTextFileSync(list, `not json\n{"block_id":"../../x","seq":2}\n${line}\n{"blo`, {
      append: true,
    });
    Deno.writeTextFileSync(join(folder, "blocks/block_000009.out"), "of a host that was killed");
    const again = new BlockStore(folder, LIMITS);
    assert.deepEqual(again.blocks.map(({ seq }) => seq), [1, 3]);
    again.begin();
    again.end(block(4));
    assert.deepEqual(readBlockList(list).blocks.map(({ seq }) => seq), [1, 3, 4]);
    assert.deepEqual([...Deno.readDirSync(join(folder, "blocks"))].map(({ name }) => name), [
      "block_000001.out",
    ]);
  }));

Deno.test("blocks are listed by number and found by their words", () => {
  const blocks = [block(1, "make test"), block(2, "ls"), block(3, "cat log"), block(4, "ls")];
  const seqs = (list: readonly Block[]) => list.map(({ seq }) => seq);
  assert.deepEqual(seqs(selectBlocks(blocks, { limit: 2 })), [3, 4]);
  assert.deepEqual(seqs(selectBlocks(blocks, { limit: 9, after_seq: 1, before_seq: 4 })), [2, 3]);
  const outputs = ["", "a.ts\r\n", "one\r\n\x1b[31mFAILED\x1b[0m here\r\n", ""].map(bytes);
  const found = searchBlocks(blocks, ({ seq }) => outputs[seq - 1] ?? bytes(""), {
    query: "failed",
    limit: 5,
  });
  assert.deepEqual(found, [{ block: blocks[2], lines: ["FAILED here"] }]);
  const byCommand = searchBlocks(blocks, () => bytes(""), { query: "LS", limit: 1 });
  assert.deepEqual(seqs(byCommand.map(({ block }) => block)), [4]);
});

Deno.test("events are numbered, can be asked for again, and their file is put aside when full", () =>
  withFolder((folder) => {
    const told: number[] = [];
    const source = { conversation_id: "c", shell_id: "s" };
    const log = new EventLog(folder, 4096, source, () => 7, ({ seq }) => told.push(seq));
    assert.deepEqual(log.since(0), []);
    for (let seq = 1; seq <= 60; seq += 1) {
      log.add({ type: "agent_block_begin", block: block(seq) });
    }
    assert.equal(told.length, 60);
    assert.deepEqual(log.since(58)?.map(({ seq }) => seq), [59, 60]);
    assert.equal(log.since(61), null);
    const size = (name: string) => Deno.statSync(join(folder, name)).size;
    assert.ok(size("events.jsonl") < 6000 && size("events.1.jsonl") < 6000);
    Deno.writeTextFileSync(join(folder, "events.jsonl"), '{"torn', { append: true });
    new EventLog(folder, 4096, source, () => 7, () => {});
    assert.ok(Deno.readTextFileSync(join(folder, "events.jsonl")).endsWith("}\n"));
  }));

Deno.test("events that are gone are told as gone", () =>
  withFolder((folder) => {
    const log = new EventLog(
      folder,
      1e6,
      { conversation_id: "c", shell_id: "s" },
      () => 7,
      () => {},
    );
    for (let i = 0; i < 2_100; i += 1) {
      log.add({ type: "agent_block_delta", block_id: "b", offset: i, text: "x" }, false);
    }
    assert.equal(log.since(5), null);
    assert.equal(log.since(log.from - 1)?.length, 2_000);
  }));
