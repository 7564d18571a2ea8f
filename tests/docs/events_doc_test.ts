// docs/events.md: its examples are run as they stand, in their order, against a running service; its
// tables are held against the code.

import assert from "node:assert/strict";
import { join } from "node:path";
import { parse } from "@std/jsonc";
import { EXIT_MEANINGS } from "../../lib/cli/events/exit_codes.ts";
import { eventSettings } from "../../lib/config/event_settings.ts";
import * as limits from "../../lib/events/limits.ts";
import { EVENT_STATES, isUnread } from "../../lib/events/progress.ts";
import { parseEventText } from "../../lib/events/parse_event.ts";
import { PROGRAM, threadOf } from "../cli/events_cli.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor, withService } from "../harness/service.ts";

const PAGE = Deno.readTextFileSync(join(REPOSITORY, "docs", "events.md"));

/** The code blocks of a language. */
function blocks(language: string): string[] {
  const fence = new RegExp("^```" + language + "\n([^]*?)^```$", "gm");
  return [...PAGE.matchAll(fence)].map(([, code]) => code!);
}

Deno.test("the page of events lists every state, exit code and limit as they are", () => {
  for (const state of EVENT_STATES) {
    const unread = isUnread(state) ? "yes" : "no";
    assert.match(PAGE, new RegExp(`^\\| \`${state}\` +\\|.*\\| ${unread} +\\|$`, "m"), state);
  }
  for (const [code, meaning] of EXIT_MEANINGS) {
    assert.match(PAGE, new RegExp(`^\\| ${code} +\\| ${meaning} +\\|$`, "m"));
  }
  const told = PAGE.slice(PAGE.indexOf("## Limits"));
  for (const [name, value] of Object.entries(limits)) {
    // These two bound what nobody writes on purpose.
    if (name === "MAX_TIME_MS" || name === "MAX_URL_CHARACTERS") continue;
    assert.match(told, new RegExp(`\\b${value}\\b`), name);
  }
});

Deno.test("the event and the rules on the page of events are valid", () => {
  const [event] = blocks("json");
  const whole = event!.replace("01a1…", "01a1");
  assert.deepEqual(parseEventText(whole, { nowMs: 0 }).ok, true);
  const [rules] = blocks("jsonc");
  const { events } = parse(rules!) as { events: unknown };
  assert.deepEqual(eventSettings.partial().safeParse(events).error, undefined);
});

realTest(
  "every example on the page of events works as it stands",
  { needs: ["bash", "curl"], timeoutMs: 180_000 },
  async () => {
    await withService({}, async (service) => {
      const { threadId } = await threadOf(service);
      const bin = join(service.home, "bin");
      await Deno.mkdir(bin);
      const quoted = PROGRAM.map((word) => `'${word}'`).join(" ");
      const script = `#!/bin/sh\nexec ${quoted} "$@"\n`;
      await Deno.writeTextFile(join(bin, "pilothouse"), script, { mode: 0o755 });
      const env = {
        PATH: `${bin}:${Deno.env.get("PATH")}`,
        THREAD: threadId,
        CODEX_HOME: service.codexHome,
        PILOTHOUSE_HOME: service.home,
      };
      const examples = blocks("sh");
      assert.ok(examples.length >= 14, `${examples.length} examples`);
      for (const example of examples) {
        const { code, stdout, stderr } = await new Deno.Command("bash", {
          ...{ args: ["-euo", "pipefail", "-c", example], env, cwd: service.cwd, stdin: "null" },
        }).output();
        const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
        assert.equal(code, 0, `${example}\n${said}`);
      }
      // Every id that an example sends is in the ledger, and no other.
      const ids = new Set(examples.join("\n").match(/\bevt_[a-z]+\b/g));
      const listed = async () => {
        const answer = await service.fetch(`/v1/events?thread=${threadId}&limit=100`);
        return (await answer.json()).events as { event_id: string; event: { type: string } }[];
      };
      await waitFor(async () => {
        const there = new Set((await listed()).map(({ event_id }) => event_id));
        return [...ids].every((id) => there.has(id));
      }, { timeoutMs: 30_000, what: `the events ${[...ids].join(", ")}` });
      const types = (await listed()).filter(({ event_id }) => !ids.has(event_id))
        .map(({ event }) => event.type);
      assert.deepEqual(types.sort(), ["build.passed", "build.started"], "and those of events run");
    });
  },
);
