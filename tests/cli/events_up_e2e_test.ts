// The command line of events while the server runs: it asks the door, and the ledger proves it.

import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import { waitFor, withService } from "../harness/service.ts";
import { events, inboxOf, startEvents, threadOf } from "./events_cli.ts";

realTest(
  "with the server up, events are sent through its door, proven, listed and acknowledged",
  { needs: [], timeoutMs: 90_000 },
  async () => {
    await withService({}, async (service) => {
      const { id, threadId } = await threadOf(service);
      const thread = ["--thread", threadId];
      const said = async (...words: string[]) => {
        const { code, out, err } = await events(service, [...words, ...thread, "--json"]);
        return { code, err, body: JSON.parse(out || "null") };
      };

      const sent = await said(
        ...["send", "--type", "build.failed", "--title", "Build failed", "--severity", "error"],
        ...["--event-id", "evt_1", "--source", "ci", "--summary", "two tests"],
      );
      assert.deepEqual([sent.code, sent.body.ok, sent.body.via, sent.body.state], [
        ...[0, true, "http", "queued"],
      ]);

      const again = await said(
        ...["send", "--type", "build.failed", "--title", "Another", "--event-id", "evt_1"],
        ...["--source", "ci"],
      );
      assert.deepEqual([again.code, again.body.code], [5, "duplicate_event"]);
      assert.match(again.err, /^pilothouse: another event of this source has the same id\n$/);

      const shown = await said("show", "evt_1");
      assert.equal(shown.body.state, "queued");
      assert.equal(shown.body.trust.label, "local, authenticated by the thread's token");
      assert.equal((await said("show", "nothing")).code, 4);

      const preview = await said("preview", "--type", "a.b", "--title", "Not sent");
      assert.deepEqual([preview.code, preview.body.decision.mode], [0, "queue_for_next_turn"]);
      assert.match(preview.body.model_visible.text, /Not sent/);

      // A turn takes it along, and the echo proves it.
      const waiting = events(service, [
        ...["send", ...thread, "--type", "deploy.done", "--title", "Deployed", "--json"],
        ...["--event-id", "evt_2", "--wait", "observed", "--timeout", "40"],
      ]);
      await waitFor(async () => (await said("list")).body.events.length === 2, {
        ...{ timeoutMs: 20_000, what: "the second event" },
      });
      const body = JSON.stringify({ conversation_id: id, text: "hello again" });
      await service.fetch("/api/appserver/message", { method: "POST", body });
      const proven = await waiting;
      const receipt = JSON.parse(proven.out);
      assert.deepEqual([proven.code, receipt.state], [0, "observed"]);
      assert.ok(receipt.turn_id, "the receipt names the turn");

      const list = await said("list", "--state", "observed", "--type", "build.*");
      assert.deepEqual(list.body.events.map((e: { event_id: string }) => e.event_id), ["evt_1"]);
      const acked = await said("ack", "evt_1", "evt_2");
      assert.deepEqual([acked.code, acked.body.ok], [0, true]);
      assert.equal((await said("ack", "nothing")).code, 4);

      const threads = JSON.parse((await events(service, ["list", "--json"])).out).threads;
      assert.deepEqual(threads.map((t: { http: string }) => t.http), [`${service.url}/v1/events`]);
      assert.throws(() => inboxOf(join(service.codexHome, "sessions", threadId)), /NotFound/);
    });
  },
);

realTest(
  "a scoped token allows what it says, is refused beyond, and no more once it is revoked",
  { needs: [], timeoutMs: 90_000 },
  async () => {
    await withService({}, async (service) => {
      const { threadId } = await threadOf(service);
      const made = await events(service, [
        ...["token", "create", "ci", "--types", "build.*", "--rate", "1", "--json"],
        ...["--source", "buildkite", "--threads", threadId, "--expires", "1h"],
      ]);
      const { token } = JSON.parse(made.out);
      const file = await Deno.readTextFile(join(service.home, "event_tokens.json"));
      assert.ok(!file.includes(token), "the file has a hash, not the token");
      assert.equal((await Deno.stat(join(service.home, "event_tokens.json"))).mode! & 0o777, 0o600);

      const send = (type: string, source: string, extra: string[] = []) =>
        events(service, [
          ...["send", "--thread", threadId, "--type", type, "--title", "t", "--source", source],
          ...["--token", token, ...extra],
        ]);
      assert.match((await send("build.done", "other")).err, /for the source "buildkite"/);
      assert.equal((await send("deploy.done", "buildkite")).code, 3);
      assert.equal((await send("build.done", "buildkite", ["--server", service.url])).code, 0);
      assert.equal((await send("build.done", "buildkite")).code, 6);

      assert.equal((await events(service, ["token", "revoke", "ci"])).code, 0);
      assert.equal((await send("build.done", "buildkite")).code, 3);
      assert.equal((await events(service, ["token", "revoke", "ci"])).code, 4);
    });
  },
);

realTest(
  "what was written while the server was down is taken when it starts, and tail goes on over it",
  { needs: [], timeoutMs: 120_000 },
  async () => {
    const root = await Deno.makeTempDir({ prefix: "ph-events-" });
    const homes = { home: join(root, "home"), codexHome: join(root, "codex") };
    let threadId = "";
    await withService(homes, async (service) => void ({ threadId } = await threadOf(service)));

    const thread = ["--thread", threadId];
    const sent = await events(homes, [
      ...["send", ...thread, "--type", "a.b", "--title", "While away", "--event-id", "evt_away"],
      "--json",
    ]);
    assert.deepEqual([sent.code, JSON.parse(sent.out).via], [0, "inbox"]);
    assert.match(sent.err, /the server does not run/);
    const waiting = JSON.parse(
      (await events(homes, ["show", ...thread, "evt_away", "--json"])).out,
    );
    assert.equal(waiting.state, "in_inbox");

    const tail = startEvents(homes, ["tail", ...thread, "--json"]);
    const lines: { event_id: string; state: string }[] = [];
    const reading = (async () => {
      let text = "";
      for await (const chunk of tail.stdout.pipeThrough(new TextDecoderStream())) {
        const parts = (text + chunk).split("\n");
        text = parts.pop()!;
        for (const part of parts) lines.push(JSON.parse(part));
      }
    })();
    const states = () => lines.map(({ event_id, state }) => `${event_id} ${state}`);
    const saw = (line: string) =>
      waitFor(() => states().includes(line), { timeoutMs: 30_000, what: `the line ${line}` });
    try {
      await withService(homes, async () => {
        await saw("evt_away queued");
      });
      // Down again: the receipts are read from the ledger's file, and it can still be changed.
      const listed = JSON.parse((await events(homes, ["list", ...thread, "--json"])).out);
      assert.deepEqual([listed.from, listed.unread, listed.in_inbox], ["files", 1, []]);
      const acked = await events(homes, ["ack", ...thread, "evt_away", "--json"]);
      assert.deepEqual([acked.code, JSON.parse(acked.out).ok], [0, true]);
      await saw("evt_away acked");
      await withService(homes, async (service) => {
        const answer = await service.fetch(`/v1/events/evt_away?thread=${threadId}`);
        assert.equal((await answer.json()).state, "acked");
      });
    } finally {
      tail.kill("SIGTERM");
      assert.equal((await tail.status).code, 0);
      await tail.stderr.cancel();
      await reading;
      await Deno.remove(root, { recursive: true });
    }
  },
);
