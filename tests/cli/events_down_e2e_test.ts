// The command line of events while no server runs: it writes the inbox file, and says so.

import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import { events, THREAD, withThreadFolder } from "./events_cli.ts";

realTest(
  "with the server down an event is written to the inbox file, whole and private",
  { needs: [] },
  async () => {
    await withThreadFolder(async (homes, folder) => {
      const inbox = join(folder, "external_events.inbox.jsonl");
      await Deno.writeTextFile(inbox, '{"torn', { mode: 0o600 });
      const sent = await events(homes, [
        ...["send", "--thread", THREAD, "--type", "build.done", "--title", "Done", "--json"],
        ...["--labels", "branch=main,os=linux", "--payload-json", '{"n":1}', "--time", "1000"],
      ]);
      assert.equal(sent.code, 0);
      assert.match(sent.err, /^pilothouse: the server does not run: .* when it starts\n$/);
      const [torn, line] = Deno.readTextFileSync(inbox).split("\n");
      assert.equal(torn, '{"torn', "the torn line of another writer does not swallow ours");
      const event = JSON.parse(line!);
      assert.deepEqual(event.source.labels, { branch: "main", os: "linux" });
      assert.deepEqual([event.payload, event.time_unix_ms], [{ n: 1 }, 1000]);
      assert.equal(JSON.parse(sent.out).event_id, event.event_id);

      const whole = { type: "agent.message", title: "From stdin", summary: "s" };
      const words = ["send", "--thread", THREAD, "--event-json", "-", "--event-id", "evt_in"];
      assert.equal((await events(homes, words, JSON.stringify(whole))).code, 0);
      const shown = await events(homes, ["list", "--thread", THREAD]);
      assert.match(shown.out, /in the inbox .* From stdin {2}\(local, evt_in\)/);
      const path = await events(homes, ["inbox-path", "--thread", THREAD]);
      assert.deepEqual([path.code, path.out], [0, `${inbox}\n`]);
    });
  },
);

realTest("an inbox that others could have written to is not used", { needs: [] }, async () => {
  await withThreadFolder(async (homes, folder) => {
    const inbox = join(folder, "external_events.inbox.jsonl");
    const aside = join(homes.home, "aside");
    await Deno.writeTextFile(aside, "");
    await Deno.symlink(aside, inbox);
    const words = ["send", "--thread", THREAD, "--type", "a.b", "--title", "t"];
    const ran = await events(homes, words);
    assert.equal(ran.code, 1);
    assert.match(ran.err, /is not used: it is a symbolic link/);
    assert.equal(Deno.readTextFileSync(aside), "");
  });
});

realTest("a preview without a server follows the rules of the configuration", {
  needs: [],
}, async () => {
  await withThreadFolder(async (homes) => {
    const rules = [{ match_type: "build.*", delivery: "notify_only" }];
    await Deno.writeTextFile(
      join(homes.home, "config.jsonc"),
      JSON.stringify({ events: { rules } }),
    );
    const words = ["send", "--dry-run", "--thread", THREAD, "--type", "build.done", "--title", "t"];
    const ran = await events(homes, [...words, "--json"]);
    const { decision, model_visible } = JSON.parse(ran.out);
    assert.deepEqual([decision.mode, model_visible.text], ["notify_only", null]);
    assert.deepEqual(decision.reasons, ["rule 1 (build.*)"]);
  });
});
