// A page in Chromium for benches: logged in, watched for what it receives and for how long its main
// thread works.

import { type Page, withPage } from "../tests/harness/browser.ts";
import type { Service } from "../tests/harness/service.ts";

export type { Page };

/** Runs `fn` on a page that is logged in. */
export function withLogin<T>(service: Service, fn: (page: Page) => Promise<T>): Promise<T> {
  return withPage(async (page) => {
    page.setDefaultTimeout(60_000);
    await page.goto(service.loginUrl);
    await page.waitForLoadState("networkidle");
    return await fn(page);
  }, { viewport: { width: 1280, height: 800 } });
}

/** Opens a conversation and waits until it is alive. */
export async function open(page: Page, service: Service, id: string): Promise<void> {
  await page.goto(`${service.url}/c/${id}`);
  await page.waitForLoadState("networkidle");
}

/** The processor time that the page's main thread has spent so far, in milliseconds. */
export async function threadTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1_000;
  };
}
