import assert from "node:assert/strict";
import { join } from "node:path";
import { LiveSettings } from "../../lib/config/live_settings.ts";
import type { Config } from "../../lib/config/schema.ts";
import {
  changePolicy,
  type EventPolicy,
  eventPolicy,
  policyOf,
  policyTrial,
  requeue,
  tryPolicy,
} from "../../lib/http/event_policy.ts";
import type { Services } from "../../lib/http/services.ts";
import { defaults, type EventDesk, THREAD, withDesk } from "../events/event_desk.ts";

const EVENT = {
  schema_version: 1,
  event_id: "evt_1",
  time_unix_ms: 1_000,
  type: "build.failed",
  severity: "error",
  title: "Build failed",
  summary: "two tests",
  source: { name: "ci" },
};

/** The services that the calls need, on the folders of a desk. */
function servicesOf(desk: EventDesk, live = liveIn(desk)): Services {
  return { live, events: { service: desk.service } } as unknown as Services;
}

function liveIn({ root }: EventDesk): LiveSettings {
  const config = { home: root, cwd: "/", message_mode: "queue", app_server: null };
  return new LiveSettings({ ...config, events: defaults() } as Config);
}

const withRules = (services: Services, rules: EventPolicy["rules"]): EventPolicy => ({
  ...policyOf(services),
  rules,
});

Deno.test("a policy is changed at once and in the file, and the rest of the file stays", async () => {
  await withDesk(async (desk) => {
    const file = join(desk.root, "config.jsonc");
    await Deno.writeTextFile(file, '{\n  // mine\n  "events": { "max_per_group": 5 }\n}\n');
    const services = servicesOf(desk);
    const rules = [{ match_type: "build.*", delivery: "notify_only" as const }];
    const policy = await changePolicy(services, withRules(services, rules));
    assert.deepEqual(policy.rules, rules);
    assert.deepEqual(services.live.events.rules, rules);
    const text = await Deno.readTextFile(file);
    assert.match(text, /\/\/ mine/);
    assert.match(text, /"max_per_group": 5/);
    assert.match(text, /"match_type": "build\.\*"/);
  });
});

Deno.test("what no rule may say is refused with its place", () => {
  const wrong = eventPolicy.safeParse({
    ...{ default_delivery: "queue_for_next_turn", prefer_steer: false, auto_turn_sources: [] },
    ...{ max_auto_turns_per_hour: 6, rules: [{ match_type: "a", delivery: "shout" }] },
  });
  assert.deepEqual(wrong.error?.issues[0]?.path, ["rules", 0, "delivery"]);
});

Deno.test("a policy is tried without being saved, for both ways to come in", async () => {
  await withDesk(async (desk) => {
    const services = servicesOf(desk);
    const rules = [{ match_type: "build.*", delivery: "auto_turn" as const, sources: ["ci"] }];
    const wish = { thread_id: THREAD, event: EVENT, policy: withRules(services, rules) };
    const byToken = await tryPolicy(services, policyTrial.parse(wish));
    assert.equal(byToken.decision.mode, "auto_turn");
    assert.match(byToken.model_visible.text!, /Build failed/);
    const byFile = await tryPolicy(services, policyTrial.parse({ ...wish, came_by: "file_owner" }));
    assert.equal(byFile.decision.mode, "queue_for_next_turn");
    assert.match(byFile.decision.reasons.join(), /not authenticated/);
    assert.deepEqual(policyOf(services).rules, []);
    assert.deepEqual(await desk.ids(), [], "nothing was kept");
    const wrong = policyTrial.parse({ ...wish, event: { ...EVENT, severity: "bad" } });
    await assert.rejects(tryPolicy(services, wrong), /severity/);
  });
});

Deno.test("an event that was only shown can be told after all, one that was told cannot", async () => {
  await withDesk(async (desk) => {
    const services = servicesOf(desk);
    const body = JSON.stringify({ ...EVENT, routing: { thread_id: THREAD } });
    const { body: sent } = await desk.http("POST events", { body });
    assert.equal(sent.state, "notified");
    const receipt = await requeue(services, THREAD, sent.seq);
    assert.deepEqual([receipt.state, receipt.mode], ["queued", "queue_for_next_turn"]);
    assert.equal((await requeue(services, THREAD, sent.seq)).state, "queued", "twice is once");
    const claim = await (await desk.service.thread(THREAD))!.claim("client_1");
    assert.match(claim!.text, /Build failed/, "the next turn takes it along");
    await claim!.settle({ kind: "accepted", turnId: "turn_1" });
    desk.service.echoed(THREAD, "client_1", "turn_1");
    await (await desk.service.thread(THREAD))!.wait(sent.seq, "observed", 0);
    await assert.rejects(requeue(services, THREAD, sent.seq), /it was told, or may have been/);
    await assert.rejects(requeue(services, THREAD, 99), /no such event/);
    await assert.rejects(requeue(services, "thr_x", 1), /no such thread/);
  }, { settings: { default_delivery: "notify_only" } });
});

Deno.test("the number of unread events is known without waiting, for open threads", async () => {
  await withDesk(async (desk) => {
    const body = JSON.stringify({ ...EVENT, routing: { thread_id: THREAD } });
    await desk.http("POST events", { body });
    assert.equal(desk.service.unreadOf(THREAD), 1);
    assert.equal(desk.service.unreadOf("thr_x"), 0);
    assert.equal(desk.service.unreadOf(null), 0);
  });
});
