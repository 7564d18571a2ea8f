import assert from "node:assert/strict";
import { join } from "node:path";
import { HOOK_KINDS, type HookKindName } from "../../lib/webhooks/hook.ts";
import { hookDesk, hooksFile } from "../../lib/webhooks/desk.ts";
import { HookFile } from "../../lib/webhooks/hook_file.ts";
import { type HookAnswer, Webhooks } from "../../lib/webhooks/webhooks.ts";
import { type EventDesk, THREAD, withDesk } from "../events/event_desk.ts";
import { EXAMPLES, SECRETS, type Sent, SIGN, standardHeaders } from "./deliveries.ts";

interface Bench {
  readonly desk: EventDesk;
  readonly problems: string[];
  nowMs: number;
  send(kind: HookKindName, sent: Sent): Promise<HookAnswer>;
}

const NOON = Date.parse("2026-11-18T12:00:00Z");

async function withHooks(
  fn: (bench: Bench) => Promise<void>,
  wishes: Record<string, string> = {},
): Promise<void> {
  await withDesk(async (desk) => {
    const problems: string[] = [];
    const hooks = hookDesk(desk.root, "http://127.0.0.1:1");
    for (const kind of HOOK_KINDS) {
      const added = await hooks.add(kind, { kind, thread: THREAD, ...wishes }, SECRETS[kind]);
      assert.ok(added.ok, JSON.stringify(added));
    }
    const bench: Bench = {
      desk,
      problems,
      nowMs: NOON,
      send: (kind, { headers, body }) =>
        webhooks.receive(
          kind,
          new Headers(headers),
          () => Promise.resolve(new TextEncoder().encode(body)),
        ),
    };
    const webhooks = new Webhooks({
      hooks: new HookFile(hooksFile(desk.root)),
      service: desk.service,
      now: () => bench.nowMs,
      report: (problem) => void problems.push(problem),
    });
    await fn(bench);
  });
}

function signed(kind: HookKindName, json: unknown, more: Record<string, string> = {}): Sent {
  const body = JSON.stringify(json);
  return { body, headers: { ...more, ...SIGN[kind](body, NOON) } };
}

async function kept({ desk }: Bench) {
  const thread = await desk.service.thread(THREAD);
  return [...thread!.ledger.newest()].reverse();
}

for (const { kind, headers, json, expected } of EXAMPLES) {
  const names = expected.map(([type]) => type).join(" and ") || "nothing";
  Deno.test(`a delivery of ${kind} with the right signature becomes ${names}`, async () => {
    await withHooks(async (bench) => {
      const answer = await bench.send(kind, signed(kind, json, headers));
      assert.equal(answer.status, expected.length > 0 ? 202 : 200, JSON.stringify(answer.body));
      const records = await kept(bench);
      assert.deepEqual(
        records.map(({ event }) => [event.type, event.severity, event.title]),
        expected.map((row) => [...row]),
      );
      for (const { event, trust } of records) {
        assert.equal(event.source.name, kind);
        assert.deepEqual(trust, {
          origin: "network",
          authenticated: true,
          provenance: "scoped_token",
          token: `hook ${kind}`,
          treat_as_instruction: false,
        });
      }
    });
  });
}

Deno.test("a delivery that comes again is a repeat and not a second event", async () => {
  await withHooks(async (bench) => {
    for (const { kind, headers, json, expected } of EXAMPLES) {
      if (expected.length === 0) continue;
      await bench.send(kind, signed(kind, json, headers));
      const before = (await kept(bench)).length;
      const again = await bench.send(kind, signed(kind, json, headers));
      assert.equal(again.status, 200, JSON.stringify(again.body));
      assert.equal((await kept(bench)).length, before, kind);
    }
  });
});

Deno.test("a replay under another delivery id is still a repeat", async () => {
  await withHooks(async (bench) => {
    const [first] = EXAMPLES;
    const sent = signed("github", first!.json, first!.headers);
    await bench.send("github", sent);
    const replay = { ...sent, headers: { ...sent.headers, "x-github-delivery": "another" } };
    assert.equal((await bench.send("github", replay)).status, 200);
    assert.equal((await kept(bench)).length, 1);
  });
});

Deno.test("a wrong secret, a changed body and a missing signature are refused by every kind", async () => {
  await withHooks(async (bench) => {
    for (const kind of HOOK_KINDS) {
      const good = signed(kind, { type: "x", alerts: [] }, {});
      const wrong = (value: string) => value.replace(/.$/, (c) => c === "0" ? "1" : "0");
      const bad: Sent[] = [
        { ...good, headers: {} },
        ...(kind === "alertmanager" ? [] : [{ ...good, body: good.body.replace("x", "y") }]),
        {
          ...good,
          headers: Object.fromEntries(Object.entries(good.headers).map(([k, v]) => [k, wrong(v)])),
        },
      ];
      for (const sent of bad) {
        const { status, body } = await bench.send(kind, sent);
        assert.equal(status, 401, `${kind} ${JSON.stringify(sent.headers)}`);
        assert.equal(body["code"], "unauthorized");
        assert.ok(!JSON.stringify(body).includes(SECRETS[kind]));
      }
    }
    assert.deepEqual(await kept(bench), []);
  });
});

Deno.test("a signature that is older or newer than five minutes is refused where time is signed", async () => {
  await withHooks(async (bench) => {
    for (const kind of ["gitlab", "buildkite", "standard"] as const) {
      const sent = signed(kind, { type: "a.b", object_kind: "push" });
      for (const [apart, status] of [[299, 202], [301, 401], [-301, 401]] as const) {
        bench.nowMs = NOON + apart * 1_000;
        assert.equal((await bench.send(kind, sent)).status, status, `${kind} ${apart}`);
      }
    }
  });
});

Deno.test("while a Standard Webhooks secret changes, one right signature among several is enough", async () => {
  await withHooks(async (bench) => {
    const body = JSON.stringify({ type: "a.b", data: {} });
    const right = standardHeaders(SECRETS.standard, "msg_1", body, NOON);
    const both = `v1,${btoa("nothing of it is right here, no!")} ${right["webhook-signature"]}`;
    const headers = { ...right, "webhook-signature": both };
    assert.equal((await bench.send("standard", { body, headers })).status, 202);
    const asymmetric = { ...right, "webhook-signature": both.replaceAll("v1,", "v1a,") };
    assert.equal((await bench.send("standard", { body, headers: asymmetric })).status, 401);
  });
});

Deno.test("an older GitLab is known by the secret token that it sends as it is", async () => {
  await withHooks(async (bench) => {
    const hooks = hookDesk(bench.desk.root, "");
    await hooks.add("old", { kind: "gitlab", thread: THREAD }, "a plain secret token");
    const body = JSON.stringify({ object_kind: "push", project: {} });
    const send = (token: string) =>
      bench.send("old" as HookKindName, { body, headers: { "x-gitlab-token": token } });
    assert.equal((await send("a plain secret tokem")).status, 401);
    assert.equal((await send("a plain secret token")).status, 202);
  });
});

Deno.test("a hook takes only the types that it is for, and no more than its rate", async () => {
  await withHooks(async (bench) => {
    const wanted = signed("standard", { type: "build.failed", data: {} });
    const other = signed("standard", { type: "deploy.done", data: {} });
    assert.deepEqual((await bench.send("standard", other)).body, { ok: true, events: [] });
    assert.equal((await bench.send("standard", wanted)).status, 202);
    const { status, retryAfterS } = await bench.send("standard", wanted);
    assert.deepEqual([status, retryAfterS], [429, 30]);
  }, { types: "build.*", rate: "2" });
});

Deno.test("text from a sender is cleaned and cut like that of any event", async () => {
  await withHooks(async (bench) => {
    const title = `\x1b[31mred\u202e ${"x".repeat(500)}`;
    const data = { title, url: "javascript:alert(1)", summary: "a\0b" };
    const { status } = await bench.send("standard", signed("standard", { type: "a.b", data }));
    assert.equal(status, 202);
    const [record] = await kept(bench);
    assert.match(record!.event.title, /^red x+…$/);
    assert.equal(record!.event.summary, "ab");
    assert.equal(record!.event.source.url, undefined);
  });
});

Deno.test("what is not JSON, or of no known shape, is answered and never thrown", async () => {
  await withHooks(async (bench) => {
    for (const body of ["", "nonsense", "null", "7", "[1", '"x"']) {
      const sent = { body, headers: SIGN.github(body, NOON) };
      assert.equal((await bench.send("github", sent)).status, 400, body);
    }
    for (const kind of HOOK_KINDS) {
      for (const json of [{}, [], { alerts: [null, 1, {}], data: null, build: 3, commits: {} }]) {
        const sent = signed(kind, json, { "x-github-event": "push" });
        const { status } = await bench.send(kind, sent);
        assert.ok([200, 202].includes(status), `${kind} ${JSON.stringify(json)} ${status}`);
      }
    }
  });
});

Deno.test("a hook whose thread is gone says so, so that the sender stops", async () => {
  await withHooks(async (bench) => {
    await hookDesk(bench.desk.root, "").add(
      "gone",
      { kind: "standard", thread: "nope" },
      SECRETS.standard,
    );
    const sent = signed("standard", { type: "a.b" });
    const { status, body } = await bench.send("gone" as HookKindName, sent);
    assert.deepEqual([status, body["code"]], [404, "unknown_thread"]);
  });
});

Deno.test("those who may not come in do not fill the log", async () => {
  await withHooks(async (bench) => {
    for (let i = 0; i < 100; i++) await bench.send("github", { body: "{}", headers: {} });
    assert.equal(bench.problems.length, 5);
  });
});

Deno.test("no more than a few bodies are held at once", async () => {
  await withHooks(async ({ desk }) => {
    const gate = Promise.withResolvers<Uint8Array>();
    const webhooks = new Webhooks({
      hooks: new HookFile(hooksFile(desk.root)),
      ...{ service: desk.service, now: () => NOON, report: () => {} },
    });
    let refused = 0;
    const waiting = Array.from({ length: 20 }, async () => {
      const answer = await webhooks.receive("github", new Headers(), () => gate.promise);
      // The others get their bodies only after those that are too many were told so.
      if (answer.status === 429 && ++refused === 4) gate.resolve(new Uint8Array());
      return answer;
    });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    assert.deepEqual(statuses.filter((status) => status === 429).length, 4);
  });
});

Deno.test("hooks are kept in a file that only their owner can read, and is refused otherwise", async () => {
  await withHooks(async ({ desk }) => {
    const path = hooksFile(desk.root);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    assert.equal(path, join(desk.root, "hooks.json"));
    await Deno.chmod(path, 0o644);
    await assert.rejects(new HookFile(path).list(), /chmod 600/);
  });
});

Deno.test("a made secret is shown once, and lists never show one", async () => {
  await withDesk(async ({ root }) => {
    const hooks = hookDesk(root, "http://127.0.0.1:9");
    const added = await hooks.add("ci", { kind: "standard", thread: THREAD });
    assert.ok(added.ok);
    const { secret, address } = added.value as { secret: string; address: string };
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(address, "http://127.0.0.1:9/v1/hooks/ci");
    const listed = await hooks.list();
    assert.ok(listed.ok && !JSON.stringify(listed).includes(secret));
    assert.deepEqual(await hooks.add("ci", { kind: "github", thread: THREAD }), {
      ok: false,
      problem: 'there is a hook "ci" already: remove it first',
    });
    assert.ok((await hooks.remove("ci")).ok);
    assert.equal((await hooks.remove("ci")).ok, false);
  }, { closed: true });
});

Deno.test("a wish that cannot be is told by the name of its flag", async () => {
  await withDesk(async ({ root }) => {
    const hooks = hookDesk(root, "");
    const problemOf = async (name: string | undefined, wishes: Record<string, string>) => {
      const done = await hooks.add(name, wishes);
      return done.ok ? "none" : done.problem;
    };
    const fine = { kind: "github", thread: THREAD };
    assert.match(await problemOf("a", { ...fine, kind: "svn" }), /--kind: one of github/);
    assert.match(await problemOf("../a", fine), /^name: small letters/);
    assert.match(await problemOf("a", { kind: "github" }), /^--thread: /);
    assert.match(await problemOf("a", { ...fine, "max-mode": "all" }), /^--max-mode: /);
    assert.match(await problemOf("a", { ...fine, rate: "much" }), /^--rate: /);
  }, { closed: true });
});
