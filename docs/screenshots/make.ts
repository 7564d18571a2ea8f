/**
 * Takes the pictures of this folder, with the demo agent and a real Chromium: each scene on a desk
 * and on a phone, dark and light. Run it after the page has changed its looks:
 *
 *     deno run -A --no-lock docs/screenshots/make.ts
 */
import { join } from "node:path";
import { type Page, withPage } from "../../tests/harness/browser.ts";
import { type Service, waitFor, withService } from "../../tests/harness/service.ts";

type Scene = (page: Page, service: Service) => Promise<void>;

const DEVICES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;

/** What is shown, one after the other in the same conversation. */
const SCENES: Readonly<Record<string, Scene>> = {
  conversation: async (page) => {
    await say(page, "tour");
    await page.getByText("Worked for").last().waitFor({ timeout: 30_000 });
  },
  diff: async (page) => {
    await page.locator(".row.diff").last().evaluate((row) => row.scrollIntoView());
  },
  approval: async (page) => {
    await page.getByRole("button", { name: "Latest" }).click();
    await say(page, "approval");
    await page.locator(".row.approval").waitFor();
  },
  terminal: async (page) => {
    await page.locator(".row.approval").getByRole("button", { name: "Decline" }).first().click();
    await page.getByText("Worked for").nth(1).waitFor();
    await panel(page, "terminal");
    await page.locator("#panel .xterm-rows").getByText("#").last().waitFor();
    await page.locator("#panel textarea").focus();
    await page.keyboard.type("printf 'pumps: \\e[32mready\\e[0m\\n'; git --version\n");
    await page.locator("#panel .xterm-rows").getByText("git version").last().waitFor();
    await page.locator(".row.command.person").last().waitFor({ state: "attached" });
  },
  changes: async (page) => {
    await panel(page, "changes");
    await page.locator("#panel .fold, #panel summary").first().click();
  },
  events: async (page, service) => {
    const thread = await threadOf(service);
    await send(
      service,
      thread,
      "build.failed",
      "error",
      "The build of main is red",
      "2 of 214 tests",
    );
    await send(
      service,
      thread,
      "deploy.done",
      "info",
      "Version 1.4.2 is live",
      "All checks passed",
    );
    await panel(page, "events");
    await page.locator("#panel .event-list > *").nth(1).waitFor();
  },
  usage: async (page) => {
    await panel(page, "usage");
    await page.locator("#panel svg").nth(1).waitFor();
  },
  settings: async (page) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+,");
    await page.getByRole("dialog").waitFor();
  },
  palette: async (page) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
  },
};

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
}

/** Shows a panel: by its tab, or by the palette if none is open. */
async function panel(page: Page, name: string): Promise<void> {
  const tab = page.getByRole("tab", { name: new RegExp(`^${name}`, "i") });
  if (await tab.isVisible()) return await tab.click();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { selected: true }).waitFor();
}

async function threadOf(service: Service): Promise<string> {
  const { conversations } = await (await service.fetch("/api/appserver/conversations")).json();
  return conversations[0].thread_id;
}

async function send(
  service: Service,
  thread_id: string,
  type: string,
  severity: string,
  title: string,
  summary: string,
): Promise<void> {
  const event = { schema_version: 1, event_id: type, time_unix_ms: Date.now(), type, severity };
  const source = { name: "ci", instance: "harbour/tides" };
  const body = JSON.stringify({ ...event, source, routing: { thread_id }, title, summary });
  const headers = { "content-type": "application/json" };
  const response = await service.fetch("/v1/events", { method: "POST", headers, body });
  if (!response.ok) throw new Error(`the event was refused: ${await response.text()}`);
  await response.body?.cancel();
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const [device, viewport] of Object.entries(DEVICES)) {
    const cwd = join(await Deno.makeTempDir(), "tides");
    await withService({ cwd }, (service) =>
      withPage(async (page) => {
        await page.goto(service.loginUrl);
        await page.getByRole("textbox", { name: "Message" }).waitFor();
        for (const [name, scene] of Object.entries(SCENES)) {
          await scene(page, service);
          await waitFor(() => page.evaluate(() => document.fonts.status === "loaded"), {
            what: "the fonts",
          });
          await page.waitForTimeout(400); // What moves comes to rest.
          const file = `${name}-${device}-${colorScheme}.png`;
          await page.screenshot({ path: join(import.meta.dirname!, file) });
        }
      }, { viewport, colorScheme }));
  }
}
