// A real page in a real headless browser: starts Chromium, hands out a page, and ends it with the
// block. When the block throws, it keeps a picture, the HTML and the console of the page. Knows
// nothing of the service; where the page goes is the test's business.

import { join } from "node:path";
// Named here and not in deno.json: `deno task start` fetches all that is mapped there.
import type { Browser, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { cacheFolder } from "./cache_folder.ts";
import { chromiumEnvironment, fetchChromium } from "./chromium.ts";
import { withCleanUp } from "./lifetime.ts";

export type { Browser, Page };

/** How the page is to look; `name` names the files that are kept on failure. */
export interface PageOptions {
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
  readonly storageState?: Exclude<BrowserContextOptions["storageState"], undefined>;
  readonly name?: string;
}

const CLOSE_LIMIT_MS = 5_000;

const FLAGS = [
  // Tests run as root in containers, where Chromium's sandbox cannot start.
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  // Not a packet to anywhere but the page under test.
  "--no-pings",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

/** Opens a page in a fresh browser, runs `fn` on it, and ends the browser with everything in it. */
export async function withPage<T>(
  fn: (page: Page, browser: Browser) => Promise<T>,
  options: PageOptions = {},
): Promise<T> {
  // Loaded here and not above: a run without browser tests need not load the driver.
  const { chromium } = await import("npm:playwright-core@1.65.1");
  const browser = await chromium.launch({
    executablePath: await fetchChromium(),
    headless: true,
    env: chromiumEnvironment(),
    args: FLAGS,
    timeout: 20_000,
  });
  const stop = () => closeBrowser(browser);
  return await withCleanUp(stop, async () => {
    const { name, ...context } = options;
    // What a worker answers, `page.route` does not see; the test of the worker lets it in.
    const page = await browser.newPage({ serviceWorkers: "block", ...context });
    const log = recordConsole(page);
    try {
      return await fn(page, browser);
    } catch (error) {
      await keepFailure(page, log, name ?? callerName(error));
      throw error;
    }
  });
}

async function closeBrowser(browser: Browser): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_LIMIT_MS);
  await Promise.race([browser.close(), late]);
  clearTimeout(timer);
}

function recordConsole(page: Page): string[] {
  const log: string[] = [];
  page.on("console", (message) => log.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => log.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("requestfailed", (request) => {
    log.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ""}`);
  });
  return log;
}

/** Keeps what the page showed under `.cache/failures/` and says where. */
async function keepFailure(page: Page, log: readonly string[], name: string): Promise<void> {
  const folder = join(cacheFolder(), "failures");
  const base = join(folder, slug(name));
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(`${base}.log`, log.map((line) => `${line}\n`).join(""));
    await Deno.writeTextFile(`${base}.html`, await page.content());
    await page.screenshot({ path: `${base}.png`, timeout: 5_000 });
    say(`the page at the moment of failure: ${base}.png (also .html, .log)`);
  } catch (error) {
    say(`the page at the moment of failure could not be kept: ${error}`);
  }
}

// The test file and line are in the stack of whatever was thrown.
function callerName(error: unknown): string {
  const stack = error instanceof Error ? error.stack ?? "" : "";
  const frame = /tests\/([\w/.-]+_test\.tsx?):(\d+)/.exec(stack);
  return frame ? `${frame[1]} ${frame[2]}` : `page ${crypto.randomUUID().slice(0, 8)}`;
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 80);
}

function say(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}
