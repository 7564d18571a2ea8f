// The corpus through every field of an event that the panel, its dialog and the card show: nothing
// runs, nothing is fetched from elsewhere, and no element or attribute appears that is not ours.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { until, withEventsPage } from "./events_bench.ts";
import { strangers, watch } from "./hostile_page.ts";
import { CORPUS } from "./xss_corpus.ts";

/** Texts per event, so that all of them are through in a few. */
const AT_ONCE = 16;

/** An event with hostile text wherever text may stand. */
function hostile(texts: readonly string[], at: number): Record<string, unknown> {
  const pick = (n: number) => texts[n % texts.length]!;
  const short = (n: number) => `${n} ${pick(n)}`.slice(0, 190);
  return {
    event_id: `${at} ${short(0)}`.slice(0, 190),
    severity: ["debug", "info", "warning", "error", "critical"][at % 5],
    title: texts.join(" "),
    summary: texts.join("\n"),
    source: {
      name: short(1),
      instance: short(2),
      run_id: short(3),
      url: `https://x.test/${encodeURIComponent(pick(4))}`,
      labels: { [short(5)]: pick(5) },
    },
    payload: { [pick(6).slice(0, 190)]: texts },
    artifacts: texts.slice(0, 6).map((text) => ({
      kind: text,
      title: text,
      ref: { type: "path", path: text },
    })),
    suggested_actions: texts.map((text, n) => ({
      action_id: short(n),
      title: text,
      ...(n % 2 === 0
        ? { kind: "start_turn", args: { prompt: text } }
        : { kind: "something", args: { url: text, prompt: text } }),
    })),
  };
}

realTest(
  "no text of the corpus becomes more than text in the panel of events",
  { needs: ["chromium"], timeoutMs: 180_000 },
  () =>
    withEventsPage(async ({ page, service, send, problems }) => {
      const found = await watch(page, service);
      await page.reload();
      const parts = Array.from(
        { length: Math.ceil(CORPUS.length / AT_ONCE) },
        (_, at) => CORPUS.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
      );
      await page.getByRole("button", { name: "Side panel" }).click();
      await page.getByRole("tab", { name: "Events" }).click();
      for (const [at, texts] of parts.entries()) await send(hostile(texts, at));
      const items = page.locator(".event-item");
      await until("all events", async () => await items.count() === parts.length);
      for (let at = 0; at < parts.length; at++) {
        await items.nth(at).locator(".line").click();
        await items.nth(at).locator(".history").waitFor();
        await items.nth(at).locator("details summary").click();
        await items.nth(at).locator(".actions button").first().click();
        await page.getByRole("dialog").getByLabel("Message").waitFor();
        await page.keyboard.press("Escape");
        assert.deepEqual(found, []);
        assert.deepEqual(await strangers(page, ".side *, .timeline *, dialog *"), []);
      }
      assert.deepEqual(problems, []);
    }, { width: 1280, height: 4_000 }),
);
