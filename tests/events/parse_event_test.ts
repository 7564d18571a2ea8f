import assert from "node:assert/strict";
import { MAX_EVENT_BYTES } from "../../lib/events/limits.ts";
import { parseEventText, parseEventValue } from "../../lib/events/parse_event.ts";
import type { ExternalEvent } from "../../lib/events/schema.ts";
import { fc } from "../harness/properties.ts";
import { type Case, corpus, eventOfSize, NASTY } from "./corpus.ts";

const THREAD = "thr_123";
const NOW = 1_800_000_000_000;
const CORPUS = corpus(THREAD);

function parsed(text: string, threadId?: string): ExternalEvent {
  const result = parseEventText(text, { threadId, nowMs: NOW });
  assert.ok(result.ok, JSON.stringify(result));
  return result.event;
}

function verdict(one: Case, threadId: string | undefined): string {
  const result = parseEventText(one.text, { threadId, nowMs: NOW });
  return result.ok ? "accepted" : result.code;
}

for (const one of CORPUS) {
  Deno.test(`parse: ${one.name}`, () => {
    assert.equal(verdict(one, THREAD), one.verdict);
    const elsewhere = one.perThread ? "invalid_event" : one.verdict;
    assert.equal(verdict(one, undefined), elsewhere, "at a door for all threads");
  });
}

Deno.test("an event in a batch gets the verdict that it gets alone", () => {
  for (const one of CORPUS) {
    let value: unknown;
    try {
      value = JSON.parse(one.text);
    } catch {
      continue;
    }
    const result = parseEventValue(value, { threadId: THREAD, nowMs: NOW });
    // A string of 64 KiB is the same as a value; only what cannot be told apart may differ.
    assert.equal(result.ok ? "accepted" : result.code, one.verdict, one.name);
  }
});

Deno.test("no nasty character survives, in whatever field or key it came", () => {
  const nasty = CORPUS.find(({ name }) => name === "nasty characters in every text")!;
  const event = parsed(nasty.text);
  const all = JSON.stringify(event);
  for (const character of NASTY) {
    if (/[\x20-\x7e]/.test(character)) continue;
    assert.ok(
      !all.includes(JSON.stringify(character).slice(1, -1)),
      `U+${character.codePointAt(0)!.toString(16)}`,
    );
  }
  assert.equal(event.type, "build.failed");
  assert.equal(event.event_id, "evt_nasty");
  assert.equal(event.source.name, "ci");
});

Deno.test("a per-thread door fills in the thread and refuses another", () => {
  const minimal = CORPUS.find(({ perThread }) => perThread)!;
  const event = parsed(minimal.text, THREAD);
  assert.deepEqual(event.routing, { thread_id: THREAD });
  assert.deepEqual(event.source, { name: "local" });
  const other = parseEventText(corpus("thr_other")[0]!.text, { threadId: THREAD, nowMs: NOW });
  assert.deepEqual(other.ok ? null : other.message, "routing.thread_id names another thread");
});

Deno.test("what the producer says about trust is not kept", () => {
  const whole = CORPUS.find(({ name }) => name.startsWith("everything"))!;
  assert.equal("trust" in parsed(whole.text), false);
});

Deno.test("a rejection says what is wrong and where", () => {
  const cases: [fields: string, message: RegExp][] = [
    ['"severity":"fatal"', /^severity: /],
    ['"routing":{}', /routing\.thread_id is missing/],
    ['"payload":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]', /nested deeper/],
  ];
  for (const [fields, message] of cases) {
    const base = JSON.parse(CORPUS[0]!.text);
    const text = JSON.stringify({ ...base, ...JSON.parse(`{${fields}}`) });
    const result = parseEventText(text, { nowMs: NOW });
    assert.match(result.ok ? "accepted" : result.message, message);
    assert.equal(result.ok ? null : result.event_id, base.event_id);
  }
});

Deno.test("the size is counted in bytes, not in characters", () => {
  const ascii = eventOfSize(THREAD, MAX_EVENT_BYTES, "evt_x");
  assert.equal(ascii.length, MAX_EVENT_BYTES);
  const wide = ascii.replace("x".repeat(9), "x".repeat(8) + "é");
  assert.equal(parseEventText(wide, { nowMs: NOW }).ok, false);
});

Deno.test("any text at all gets a verdict, never an exception", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
    const result = parseEventText(text, { threadId: THREAD, nowMs: NOW });
    assert.equal(result.ok, false);
  }));
});

Deno.test("any JSON in any field gets a verdict; what is taken is clean and stays as it is", () => {
  const base = JSON.parse(CORPUS[1]!.text);
  const field = fc.constantFrom(...Object.keys(base));
  fc.assert(
    fc.property(field, fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), (name, value) => {
      const text = JSON.stringify({ ...base, [name]: value });
      const result = parseEventText(text, { threadId: THREAD, nowMs: NOW });
      if (!result.ok) return assert.equal(result.code, "invalid_event");
      const stored = JSON.stringify(result.event);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(stored, /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
      assert.doesNotMatch(stored, /\\u00[01][0-9a-f]/);
      // Kept as it is when it is read again, so that a ledger and its copy never differ.
      assert.deepEqual(parsed(stored, THREAD), result.event);
    }),
    { numRuns: 500 },
  );
});
