import assert from "node:assert/strict";
import { SCENARIOS } from "../../lib/demo/scenarios/index.ts";
import { liveOf } from "../../lib/gateway/open_conversation.ts";
import { messageOf } from "../../lib/protocol/message.ts";
import { decide } from "../../lib/router/approvals.ts";
import type { Change } from "../../lib/router/change.ts";
import { endAll, route } from "../../lib/router/route.ts";
import { initialState } from "../../lib/router/state.ts";
import { DemoClient } from "../demo/demo_client.ts";
import { mirrors } from "./wire.ts";

Deno.test("every scene of the demo shows the same live, replayed and to late pages", async () => {
  for (const { name } of SCENARIOS) {
    const { client, threadId } = await DemoClient.withThread();
    const state = initialState();
    const changes: Change[] = [];
    const snapshots: [number, unknown][] = [];
    let at = client.received.length;
    await client.say(threadId, name);
    for (let over = false; !over; at++) {
      const message = await client.until(() => true, at);
      const routed = route(state, messageOf(JSON.parse(JSON.stringify(message)), ""), client.now);
      changes.push(...routed.changes);
      over = message.method === "turn/completed";
      const asked = routed.changes.find((change) => change.type === "approval");
      if (asked !== undefined) {
        const { id, decisions, subject } = asked.approval;
        const given = subject.kind === "user_input"
          ? Object.fromEntries(
            subject.questions.map((one) => [one.id, one.options[0]?.label ?? "x"]),
          )
          : {};
        const thread = state.threads.get(threadId);
        const decided = decide(thread, id, decisions[0]!.id, given, "2026-01-01T00:00:00.000Z");
        assert.ok(decided.ok, name);
        changes.push(decided.change);
        client.send({ id: decided.requestId, result: decided.result });
      }
      snapshots.push([changes.length, structuredClone(liveOf(state.threads.get(threadId)))]);
    }
    await client.close();
    changes.push(...endAll(state, client.now).get(threadId) ?? []);
    mirrors(changes, snapshots);
    assert.ok(changes.some(({ type }) => type === "status"), name);
  }
});
