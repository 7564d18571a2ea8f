import assert from "node:assert/strict";
import { RowChunks } from "../../lib/view/row_chunks.ts";

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `r${from + at}`);
const flat = (chunks: RowChunks): string[] => chunks.chunks.flatMap(({ ids }) => [...ids]);

Deno.test("rows that come behind fill the last chunk, then start another one", () => {
  const chunks = new RowChunks();
  chunks.update(ids(0, 20));
  const [first, second] = chunks.chunks;
  chunks.update(ids(0, 30));
  assert.equal(chunks.chunks[0], first, "a full chunk is another object");
  assert.equal(chunks.chunks[1]?.key, second?.key);
  assert.deepEqual(flat(chunks), ids(0, 30));
});

Deno.test("rows that come before leave all chunks as they are", () => {
  const chunks = new RowChunks();
  const before = chunks.update(ids(100, 130));
  const after = chunks.update(ids(0, 130));
  assert.deepEqual(after.slice(-before.length), before);
  for (const [at, chunk] of before.entries()) {
    assert.equal(after[after.length - before.length + at], chunk);
  }
  assert.deepEqual(flat(chunks), ids(0, 130));
});

Deno.test("every order gives its rows, each once, with keys that are each used once", () => {
  const chunks = new RowChunks();
  let state = 7;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  let order: string[] = [];
  for (let round = 0; round < 400; round++) {
    const at = next(order.length + 1);
    const move = next(3);
    if (move === 0) order = order.toSpliced(at, next(4));
    else if (move === 1) order = order.toSpliced(at, 0, ...ids(round * 100, round * 100 + next(9)));
    else if (order.length > 0) {
      const [row] = order.splice(next(order.length), 1);
      order = order.toSpliced(next(order.length + 1), 0, row!);
    }
    const made = chunks.update(order);
    assert.deepEqual(flat(chunks), order);
    assert.equal(new Set(made.map(({ key }) => key)).size, made.length);
  }
});
