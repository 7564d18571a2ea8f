// What the tests of the controls share: one service and one browser for a whole file, a fresh
// context per step. Not a test itself.

import { join } from "node:path";
import type { Browser, Page } from "../harness/browser.ts";
import { withPage } from "../harness/browser.ts";
import { cacheFolder } from "../harness/cache_folder.ts";
import { type Service, type ServiceOptions, withService } from "../harness/service.ts";
import { waitFor as waitUntil, type WaitOptions } from "../harness/wait.ts";

/** How a page of a step is to be. */
export interface StepOptions {
  readonly phone?: boolean;
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  /** With the service worker, which answers requests before `page.route` sees them. */
  readonly worker?: boolean;
}

/** A step: a sentence, a function on a fresh page that is logged in. */
export type Step = (
  name: string,
  fn: (page: Page, problems: string[]) => Promise<void>,
  options?: StepOptions,
) => Promise<void>;

export type { Page, Service };

/** So long does a machine with other things to do get. */
const PATIENCE_MS = 20_000;

export const waitFor = <T>(condition: () => T | Promise<T>, options: WaitOptions) =>
  waitUntil(condition, { timeoutMs: PATIENCE_MS, ...options });

/** Starts the service and the browser once and runs all steps on them. */
export async function withControls(
  t: Deno.TestContext,
  options: ServiceOptions,
  fn: (step: Step, service: Service, browser: Browser) => Promise<void>,
): Promise<void> {
  await withService(options, (service) =>
    withPage(async (first, browser) => {
      await first.goto(service.loginUrl);
      const storageState = await first.context().storageState();
      await first.close();
      const step: Step = async (name, fn, options = {}) => {
        const done = await t.step(name, async () => {
          const { phone = false, colorScheme = "light" } = options;
          const width = options.width ?? (phone ? 360 : 1280);
          const context = await browser.newContext({
            storageState,
            colorScheme,
            viewport: { width, height: phone ? 740 : 800 },
            hasTouch: phone,
            isMobile: phone,
            serviceWorkers: options.worker ? "allow" : "block",
          });
          context.setDefaultTimeout(PATIENCE_MS);
          const page = await context.newPage();
          try {
            const problems = complaints(page);
            await page.goto(service.url);
            await ready(page);
            await fn(page, problems);
          } catch (error) {
            await keepPicture(page, name);
            throw error;
          } finally {
            await context.close();
          }
        });
        if (!done) throw new Error(`this step failed: ${name}`);
      };
      await fn(step, service, browser);
    }));
}

/** Collects what goes wrong in the page; what the CSP stops is among it. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (line) => line.type() === "error" && found.push(line.text()));
  return found;
}

/** Waits until the page's script has taken over. */
export async function ready(page: Page): Promise<void> {
  await page.locator(".editor[contenteditable=plaintext-only]").waitFor();
}

export const editor = (page: Page) => page.getByRole("textbox", { name: "Message" });

/** Writes and sends a message. */
export async function say(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** Waits until the agent has answered and its turn is over. */
export async function idle(page: Page): Promise<void> {
  await waitFor(async () => {
    const answered = await page.locator(".row:last-of-type:not(.user), .row:last-child:not(.user)")
      .count() > 0;
    return answered && await page.getByRole("button", { name: "Stop" }).count() === 0;
  }, { what: "the end of the turn" });
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = join(cacheFolder(), "failures");
  await Deno.mkdir(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/\W+/g, "_").slice(0, 80)}.png`);
  await page.screenshot({ path, timeout: 5_000 }).catch(() => {});
}
