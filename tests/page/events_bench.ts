// A service with one conversation, a way to send events into its thread, and its page.

import { type Page, withPage } from "../harness/browser.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";
import { threadOf } from "../cli/events_cli.ts";

export { waitFor };
export type { Page, Service };

export interface EventsPage {
  readonly service: Service;
  readonly page: Page;
  readonly conversation: string;
  readonly thread: string;
  /** Sends an event as the thread's person; gives its number. */
  send(event: Record<string, unknown>): Promise<number>;
  /** The state that the ledger has for a number. */
  stateOf(seq: number): Promise<string>;
  /** What went wrong in the page. */
  readonly problems: readonly string[];
}

const TIMEOUT_MS = 20_000;

export async function withEventsPage(
  fn: (bench: EventsPage) => Promise<void>,
  viewport = { width: 1280, height: 900 },
): Promise<void> {
  await withService({ env: { PILOTHOUSE_DEMO_SPEED: "0.05" } }, async (service) => {
    const { id: conversation, threadId: thread } = await threadOf(service);
    let count = 0;
    const send: EventsPage["send"] = async (event) => {
      const whole = {
        ...{ schema_version: 1, event_id: `evt_${++count}`, time_unix_ms: Date.now() },
        ...{
          type: "build.done",
          severity: "info",
          title: "t",
          summary: "",
          source: { name: "ci" },
        },
        ...event,
      };
      const init = { method: "POST", body: JSON.stringify(whole) };
      const answer = await (await service.fetch(`/v1/events?thread=${thread}`, init)).json();
      if (!answer.ok) throw new Error(`the event was not taken: ${answer.message}`);
      return answer.seq;
    };
    const stateOf: EventsPage["stateOf"] = async (seq) => {
      const { events } = await (await service.fetch(`/v1/events?thread=${thread}&limit=500`))
        .json();
      return events.find((event: { seq: number }) => event.seq === seq)?.state;
    };
    await withPage(async (page) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.goto(service.loginUrl);
      await page.goto(`${service.url}/c/${conversation}`);
      await page.locator(".editor[contenteditable=plaintext-only]").waitFor();
      await fn({ service, page, conversation, thread, send, stateOf, problems });
    }, { viewport });
  });
}

/** Waits until a condition holds, for as long as a slow machine may need. */
export const until = (what: string, condition: () => Promise<boolean>): Promise<boolean> =>
  waitFor(condition, { timeoutMs: TIMEOUT_MS, what });
