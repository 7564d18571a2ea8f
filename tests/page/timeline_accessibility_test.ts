// Every kind of row, and everything that opens, in both themes and on a phone: axe-core finds
// nothing to complain about.

import assert from "node:assert/strict";
import { PANELS } from "../../lib/page/panels.ts";
import { violations } from "../harness/accessibility.ts";
import { type Page, withPage } from "../harness/browser.ts";
import { realTest } from "../harness/real_parts.ts";
import { withService } from "../harness/service.ts";
import { withConversationHome } from "./conversation_home.ts";
import { everyRow } from "./every_row.ts";
import { workHistory } from "./work_history.ts";

const TEXT =
  "Read **the tide** in `a.ts`, see https://example.org.\n\n## And then\n\n- [x] done\n- [ ] to do";

realTest(
  "axe-core finds no violation in any row, in both themes and at 360 px",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withConversationHome(
      everyRow(TEXT),
      ({ home, id }) =>
        withService({ home, env: { PILOTHOUSE_DEMO_SPEED: "0.1" } }, (service) =>
          withPage(async (page) => {
            await page.goto(service.loginUrl);
            await page.goto(`${service.url}/c/${id}`);
            await page.getByRole("textbox", { name: "Message" }).fill("approval");
            await page.keyboard.press("Enter");
            await page.locator(".row.approval").waitFor();
            // Folded parts are to be looked at, too.
            await page.setViewportSize({ width: 1280, height: 5_000 });
            await page.locator(".row.reasoning").waitFor();
            await page.evaluate(() => {
              for (
                const fold of document.querySelectorAll<HTMLElement>('.fold[aria-expanded="false"]')
              ) {
                fold.click();
              }
            });
            await page.locator(".code pre").first().waitFor();
            for (const colorScheme of ["light", "dark"] as const) {
              await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
              for (const width of [1280, 360]) {
                await page.setViewportSize({ width, height: 800 });
                const found = await violations(page);
                assert.deepEqual(found, [], `${colorScheme}, ${width} px:\n${found.join("\n")}`);
              }
            }
          })),
    ),
);

const CHOICE = "[role=menuitemradio], [role=option], [role=radio]";

type Opening = (page: Page) => Promise<unknown>;

const command = (name: string): Opening => async (page) => {
  await page.getByRole("textbox", { name: "Message" }).fill(`/${name}`);
  await page.getByRole("button", { name: "Send" }).click();
};

const dialog = (open: Opening, name: string | RegExp): Opening => async (page) => {
  await open(page);
  await page.getByRole("dialog", { name }).waitFor();
};

const click = (name: string | RegExp, then: string): Opening => async (page) => {
  await page.getByRole("button", { name }).first().click();
  await page.locator(then).first().waitFor();
};

/** What can be open: the part of the page, and how one opens it. Escape or its button closes it. */
const SURFACES: readonly [name: string, within: string, open: Opening][] = [
  ["settings", "body", dialog(command("settings"), "Settings")],
  ["agent", "dialog", dialog(command("agent"), /agent/i)],
  ["import", "dialog", dialog(command("import"), /import/i)],
  ["keys", "dialog", dialog(command("help"), /keys/i)],
  ["palette", "dialog", dialog((page) => page.keyboard.press("Control+k"), /command|find/i)],
  ["delete", "dialog", async (page) => {
    const drawer = page.getByRole("button", { name: "Conversations" });
    if (await drawer.isVisible()) await drawer.click();
    await page.locator(".item.current").hover();
    await page.getByRole("button", { name: "Actions for Made up" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("dialog", { name: /delete/i }).waitFor();
  }],
  ["models", ".head", click(/^Model/, CHOICE)],
  ["permissions", ".head", click(/^Permissions/, CHOICE)],
  ["menu", ".head", click("More", "[role=menu]")],
  ...PANELS.map(({ name }): [string, string, Opening] => [name, "aside", async (page) => {
    await command(name)(page);
    await page.getByRole("tab", { selected: true }).waitFor();
    await page.locator("#panel > *").first().waitFor();
    const fold = page.locator("#panel .fold, #panel summary").first();
    if (await fold.count() > 0) await fold.click();
  }]),
];

realTest(
  "axe-core finds no violation in dialogs, pickers, menus and panels",
  { needs: ["chromium"], timeoutMs: 240_000 },
  () =>
    withConversationHome(
      workHistory(3),
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            const found: string[] = [];
            const check = async (name: string, within = "body") => {
              for (const colorScheme of ["light", "dark"] as const) {
                await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
                const where = `${name}, ${colorScheme}, ${page.viewportSize()?.width} px`;
                found.push(...(await violations(page, within)).map((one) => `${where}: ${one}`));
              }
            };
            await page.goto(`${service.url}/login`);
            await check("login");
            await page.goto(service.loginUrl);
            await check("a new conversation");
            await page.getByRole("searchbox").fill("pump");
            await page.getByRole("region", { name: "In messages" }).waitFor();
            await check("search", "nav");
            for (const width of [1280, 360]) {
              await page.setViewportSize({ width, height: 740 });
              await page.goto(`${service.url}/c/${id}`);
              for (const [name, within, open] of SURFACES) {
                await open(page);
                await check(name, within);
                const close = page.getByRole("button", { name: "Close panel" });
                if (await close.isVisible()) await close.click();
                else await page.keyboard.press("Escape");
                await page.getByRole("dialog").waitFor({ state: "detached" });
                const list = page.locator(".list-open .veil");
                if (await list.isVisible()) await list.click({ position: { x: 350, y: 600 } });
              }
            }
            assert.deepEqual(found, []);
          })),
    ),
);
