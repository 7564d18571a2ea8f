import assert from "node:assert/strict";
import type { StatusEntry, TokenUsageEntry } from "../../../lib/router/change.ts";
import { TurnLog } from "../../../lib/transcript/outline/turn_log.ts";

const ts = "2026-01-01T00:00:00Z";

const usage = (turn: string, total: number, last = total): TokenUsageEntry => ({
  ...{ id: `${turn}:usage`, ts, role: "token_usage", turn_id: turn },
  ...{ total_tokens: total, input_tokens: total - 10, cached_input_tokens: 5, output_tokens: 10 },
  ...{ reasoning_output_tokens: 1, last_tokens: last, context_window: 1_000 },
  last: { total: last, input: 0, cached: 0, output: 0, reasoning: 0 },
});

const end = (turn: string, duration_ms: number | null = 100): StatusEntry => ({
  ...{ id: `${turn}:end`, ts, role: "status", turn_id: turn, status: "completed", duration_ms },
});

Deno.test("a turn has its own tokens, the context at its end and its time", () => {
  const log = new TurnLog();
  log.put(1, usage("a", 100));
  log.put(2, end("a"));
  log.put(3, usage("b", 250, 180));
  log.put(4, end("b", 300));
  const { turns, total } = log.page({ limit: 10 });
  assert.deepEqual(
    turns.map(({ number, used, context_tokens, duration_ms }) => [
      ...[number, used?.total, context_tokens, duration_ms],
    ]),
    [[2, 100, 100, 100], [4, 150, 180, 300]],
  );
  assert.deepEqual(total, { turns: 2, duration_ms: 400, tokens: 250 });
});

Deno.test("counts that start over are those of another thread", () => {
  const log = new TurnLog();
  log.put(1, usage("a", 900));
  log.put(2, usage("b", 50));
  assert.deepEqual(log.page({ limit: 9 }).turns.map(({ used }) => used?.total), [900, 50]);
});

Deno.test("what is not known is null, and a turn without tokens hides no others", () => {
  const log = new TurnLog();
  log.put(1, usage("a", 100));
  log.put(2, end("b", null));
  log.put(3, usage("c", 130));
  const { turns } = log.page({ limit: 9 });
  assert.deepEqual(turns.map(({ used }) => used?.total ?? null), [100, null, 30]);
  assert.deepEqual(turns[1]?.duration_ms, null);
});

Deno.test("the latest turns come, older ones on demand, and the oldest are let go", () => {
  const log = new TurnLog(4);
  for (let at = 1; at <= 6; at++) log.put(at, usage(`t${at}`, at * 10));
  const { turns, more, total } = log.page({ limit: 3 });
  assert.deepEqual(turns.map(({ number }) => number), [4, 5, 6]);
  assert.equal(more, true);
  assert.equal(total.turns, 4);
  const before = log.page({ before: 4, limit: 3 });
  assert.deepEqual(before.turns.map(({ number, used }) => [number, used?.total]), [[3, 10]]);
  assert.equal(before.more, false);
});
