import assert from "node:assert/strict";
import { RestartBudget } from "../../lib/shells/restart.ts";
import type { RestartSpec } from "../../lib/shells/spec.ts";

const spec = (change: Partial<RestartSpec> = {}): RestartSpec => ({
  policy: "always",
  backoff_ms: [100, 200, 400],
  max_restarts: 5,
  window_s: 60,
  ...change,
});

Deno.test("the waits grow as the spec says, the last one repeats, and then it gives up", () => {
  const budget = new RestartBudget(spec());
  const decisions = [0, 1, 2, 3, 4, 5].map((at) => budget.decide(true, at * 1_000));
  assert.deepEqual(
    decisions.slice(0, 5).map((d) => d.restart && d.waitMs),
    [100, 200, 400, 400, 400],
  );
  assert.deepEqual(decisions[5], {
    restart: false,
    gaveUp: true,
    reason: "restarted 5 times within 60 s",
  });
});

Deno.test("restarts that are older than the window no longer count", () => {
  const budget = new RestartBudget(spec());
  for (let at = 0; at < 5; at++) budget.decide(true, at);
  assert.equal(budget.decide(true, 59_999).restart, false);
  const later = budget.decide(true, 60_001);
  assert.deepEqual(later, { restart: true, waitMs: 400 }, "two of five are out of the window");
  assert.deepEqual(budget.decide(true, 200_000), { restart: true, waitMs: 100 });
});

Deno.test("a process that ends now and then is never given up", () => {
  const budget = new RestartBudget(spec());
  for (let at = 0; at < 100; at++) assert.ok(budget.decide(true, at * 13_000).restart);
});

Deno.test("never means never, and on-failure looks at how it ended", () => {
  const never = new RestartBudget(spec({ policy: "never" })).decide(true, 0);
  assert.ok(!never.restart && !never.gaveUp);
  const budget = new RestartBudget(spec({ policy: "on-failure" }));
  assert.equal(budget.decide(false, 0).restart, false);
  assert.equal(budget.decide(true, 0).restart, true);
  assert.equal(new RestartBudget(spec()).decide(false, 0).restart, true);
});

Deno.test("a person who starts it anew gives it all its tries back", () => {
  const budget = new RestartBudget(spec({ max_restarts: 1 }));
  assert.ok(budget.decide(true, 0).restart);
  assert.ok(!budget.decide(true, 1).restart);
  budget.reset();
  assert.deepEqual(budget.decide(true, 2), { restart: true, waitMs: 100 });
});
