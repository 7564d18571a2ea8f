import assert from "node:assert/strict";
import {
  type AgentWord,
  AgentWords,
  type HeardWord,
  MAX_HOPS,
} from "../../lib/events/agent_word.ts";

const word = (from: string, to: string): AgentWord => ({
  ...{ from: { name: from, threadId: from }, to, text: "look at this" },
});
const heard = (hop: number, at = 0): HeardWord => ({ at, type: "agent.message", payload: { hop } });

Deno.test("a word is an agent.message that names its sender and counts the words before it", () => {
  const words = new AgentWords(() => 5_000);
  const parsed = words.event(word("thr_a", "thr_b"), [heard(2), heard(1)]);
  assert.ok(parsed.ok);
  const { type, source, routing, payload, summary } = parsed.event;
  assert.deepEqual([type, source.name, routing.thread_id, summary], [
    ...["agent.message", "agent", "thr_b", "look at this"],
  ]);
  assert.deepEqual(payload, { from: { name: "thr_a", thread_id: "thr_a" }, hop: 3 });
});

Deno.test("two agents that answer each other are stopped after some words", () => {
  let now = 0;
  const words = new AgentWords(() => now);
  const told: Record<string, HeardWord[]> = { thr_a: [], thr_b: [] };
  let taken = 0;
  for (let n = 0; n < 50; n++) {
    now += 10_000;
    const [from, to] = n % 2 === 0 ? ["thr_a", "thr_b"] : ["thr_b", "thr_a"];
    const parsed = words.event(word(from!, to!), told[from!]!);
    if (!parsed.ok) {
      assert.match(parsed.message, /a person must go on/);
      break;
    }
    taken++;
    told[to!]!.unshift({ at: now, type: "agent.message", payload: parsed.event.payload });
  }
  assert.equal(taken, MAX_HOPS);
  // Much later it is another matter.
  now += 60 * 60_000;
  assert.equal(words.event(word("thr_a", "thr_b"), told["thr_a"]!).ok, true);
});

Deno.test("an agent that sends too fast is told when to come again", () => {
  const words = new AgentWords(() => 0);
  const results = Array.from({ length: 13 }, () => words.event(word("thr_a", "thr_b"), []));
  assert.equal(results.filter(({ ok }) => ok).length, 12);
  const [last] = results.slice(-1);
  assert.equal(last?.ok === false && last.code, "rate_limited");
});
