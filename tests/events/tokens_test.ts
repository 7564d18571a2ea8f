import assert from "node:assert/strict";
import { join } from "node:path";
import { looksLikeToken, ScopedTokens, type TokenWish } from "../../lib/events/event_tokens.ts";
import { RateLimit } from "../../lib/events/rate_limit.ts";
import { corpus } from "./corpus.ts";
import { type EventDesk, THREAD, UI_TOKEN, withDesk } from "./event_desk.ts";

const ANY: TokenWish = {
  ...{ name: "ci", source: null, threads: [], types: [], max_mode: "auto_turn", origin: "local" },
  ...{ rate_per_minute: null, expires_unix_ms: null },
};

let number = 0;
async function post(desk: EventDesk, token: string, fields: Record<string, unknown> = {}) {
  const event = { ...JSON.parse(corpus(THREAD)[0]!.text), event_id: `tok_${++number}`, ...fields };
  const { status, body, headers } = await desk.http("POST events", {
    ...{ token, body: JSON.stringify(event) },
  });
  return { status, code: body.code ?? null, wait: headers.get("retry-after") };
}

Deno.test("the thread's token, a scoped one and the page's are let in; others are not", () =>
  withDesk(async (desk) => {
    const { token } = await desk.tokens.create(ANY);
    for (const good of [desk.token, token, UI_TOKEN]) {
      assert.equal((await post(desk, good)).status, 202);
    }
    const wrong = [
      ...["", "x", "codex_evt_tok_short", `${desk.token}x`, desk.token.slice(0, -1)],
      ...[`codex_evt_tok_${"A".repeat(43)}`, `codex_evt_scoped_${"A".repeat(43)}`],
    ];
    for (const bad of wrong) assert.equal((await post(desk, bad)).status, 401, bad);
    assert.equal(looksLikeToken("codex_evt_tok_weak"), false);
  }));

Deno.test("a thread's token is good for that thread alone", () =>
  withDesk(async (desk) => {
    desk.known.add("thr_other");
    const { status, code } = await post(desk, desk.token, { routing: { thread_id: "thr_other" } });
    assert.deepEqual([status, code], [401, "unauthorized"]);
    const list = await desk.http("GET events", { query: "?thread=thr_other" });
    assert.equal(list.status, 401);
  }));

const SCOPES: readonly [what: string, wish: Partial<TokenWish>, status: number][] = [
  ["its source", { source: "buildkite" }, 202],
  ["another source", { source: "else" }, 401],
  ["its thread", { threads: [THREAD] }, 202],
  ["another thread", { threads: ["thr_x"] }, 401],
  ["its types", { types: ["build.*"] }, 202],
  ["other types", { types: ["deploy.*"] }, 401],
];

for (const [what, wish, status] of SCOPES) {
  Deno.test(`a scoped token for ${what} gets ${status}`, () =>
    withDesk(async (desk) => {
      const { token } = await desk.tokens.create({ ...ANY, ...wish });
      assert.equal((await post(desk, token)).status, status);
    }));
}

Deno.test("a scoped token ends when it expires or is revoked, and is kept as a hash only", () => {
  let now = 1_000;
  return withDesk(async (desk) => {
    const { token, scope } = await desk.tokens.create({ ...ANY, expires_unix_ms: 2_000 });
    const file = Deno.readTextFileSync(join(desk.root, "event_tokens.json"));
    assert.ok(!file.includes(token.slice(20)), "the token itself is in the file");
    assert.equal(Deno.statSync(join(desk.root, "event_tokens.json")).mode! & 0o777, 0o600);
    assert.equal((await post(desk, token)).status, 202);
    now = 2_000;
    assert.equal((await post(desk, token)).status, 401);
    const other = await desk.tokens.create({ ...ANY, name: "other" });
    assert.equal((await post(desk, other.token)).status, 202);
    // As the command line does it, in another process.
    const elsewhere = new ScopedTokens(join(desk.root, "event_tokens.json"), () => now);
    assert.equal(await elsewhere.revoke("other"), true);
    assert.equal((await post(desk, other.token)).status, 401);
    assert.equal(await elsewhere.revoke("nobody"), false);
    assert.deepEqual((await desk.tokens.list()).map(({ id }) => id), [scope.id]);
  }, { now: () => now });
});

Deno.test("a token's rate and its mode hold", () =>
  withDesk(async (desk) => {
    const { token } = await desk.tokens.create({
      ...ANY,
      rate_per_minute: 2,
      max_mode: "notify_only",
    });
    assert.equal((await post(desk, token)).status, 202);
    assert.equal((await post(desk, token)).status, 202);
    const third = await post(desk, token);
    assert.deepEqual([third.status, third.code], [429, "rate_limited"]);
    assert.ok(Number(third.wait) >= 1 && Number(third.wait) <= 60, `Retry-After: ${third.wait}`);
    const { body } = await desk.http("GET events", { query: `?thread=${THREAD}`, token: UI_TOKEN });
    assert.deepEqual(
      body.events.map((event: { mode: string; state: string }) => [event.mode, event.state]),
      [["notify_only", "notified"], ["notify_only", "notified"]],
    );
    assert.equal(body.events[0].trust.label, "local, authenticated by a token (ci)");
  }));

Deno.test("too many events in a thread are told when to come again", () => {
  let now = 0;
  return withDesk(async (desk) => {
    const all = await Promise.all(Array.from({ length: 8 }, () => post(desk, desk.token)));
    assert.deepEqual(all.map(({ status }) => status).sort(), [
      202,
      202,
      202,
      202,
      202,
      429,
      429,
      429,
    ]);
    now += 1_000;
    assert.equal((await post(desk, desk.token)).status, 202);
  }, { settings: { max_per_second: 5 }, now: () => now });
});

Deno.test("a bucket fills at its rate and not beyond its brim", () => {
  let now = 0;
  const rate = new RateLimit(0.5, 2, () => now);
  assert.deepEqual([rate.take(), rate.take(), rate.take()], [null, null, 2]);
  now += 2_000;
  assert.deepEqual([rate.take(), rate.take()], [null, 2]);
  now += 3_600_000;
  assert.deepEqual([rate.take(), rate.take(), rate.take()], [null, null, 2]);
});

Deno.test("the socket wants a token with each line", () =>
  withDesk(async (desk) => {
    const event = corpus(THREAD)[0]!.text;
    const answers = await desk.socket([
      `{"event":${event}}`,
      `{"token":"wrong","event":${event}}`,
      "nonsense",
      `{"token":"${desk.token}","event":${event}}`,
      "x".repeat(80_000),
    ]) as { ok: boolean; code?: string }[];
    assert.deepEqual(answers.map(({ ok, code }) => ok ? "ok" : code), [
      ...["unauthorized", "unauthorized", "invalid_event", "ok", "too_large"],
    ]);
  }));
