// The panels beside the conversation: what was changed, written and used, and the way back to the
// row; at once for what is there, and for what comes while one looks.

import assert from "node:assert/strict";
import { type Page, withPage } from "../harness/browser.ts";
import { says } from "./says.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";
import { withConversationHome } from "./conversation_home.ts";
import { workHistory } from "./work_history.ts";

async function open(page: Page, panel: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(`/${panel}`);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: panel, selected: true }).waitFor();
}

/** A page on a conversation of many turns. */
function withWork(fn: (page: Page, service: Service) => Promise<void>): Promise<void> {
  return withConversationHome(
    workHistory(60),
    ({ home, id }) =>
      withService(
        { home, env: { PILOTHOUSE_DEMO_SPEED: "0.1" } },
        (service) =>
          withPage(async (page) => {
            const problems: string[] = [];
            page.on("pageerror", (error) => problems.push(error.message));
            await page.goto(service.loginUrl);
            await page.goto(`${service.url}/c/${id}`);
            await fn(page, service);
            assert.deepEqual(problems, []);
          }),
      ),
  );
}

/** Whether a row is to be seen, and marked as the one that was looked for. */
async function isFound(page: Page, entry: number): Promise<void> {
  const row = page.locator(`[data-id="entry-${entry}"].found`);
  await row.waitFor();
  await waitFor(
    () =>
      row.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }),
    { what: "the row to be in view" },
  );
}

realTest(
  "Changes lists the files of all turns with their diffs, goes to the row, and follows the turn",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withWork(async (page) => {
      await open(page, "Changes");
      const files = page.locator(".changes-view .file");
      await files.first().waitFor();
      await says(page.locator(".changes-view .sum"), /^41 files \+60 −60/);
      // The file that was changed twenty times is one line, and the last one.
      await says(files.first(), /^src\/pump\.ts\s+20 ×\s+\+20 −20$/);
      await files.first().locator(".fold").click();
      const edits = files.first().locator("ol > li");
      assert.equal(await edits.count(), 10);
      await says(files.first(), /10 older changes not shown/);
      await edits.first().locator(".dl.add").waitFor();
      assert.deepEqual(await edits.first().locator(".word").allTextContents(), ["100", "50"]);
      await edits.first().getByRole("button", { name: "Split" }).click();
      await edits.first().locator(".half.add").waitFor();
      // An old one, far above what is loaded.
      await edits.nth(9).getByRole("button", { name: "Go to" }).click();
      await isFound(page, (33 - 1) * 7 + 4);

      // What is changed while one looks comes to the front.
      await page.getByRole("textbox", { name: "Message" }).fill("diff");
      await page.keyboard.press("Enter");
      await waitFor(
        async () => !/pump/.test(await files.first().textContent() ?? "pump"),
        { what: "the new change in the panel", timeoutMs: 30_000 },
      );
      await says(page.locator(".changes-view .sum"), /^4[2-9] files/);
    }),
);

realTest(
  "Transcript shows every entry as it is kept, page by page, and goes to its row",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withWork(async (page) => {
      await open(page, "Transcript");
      const pager = page.getByRole("group", { name: "Pages" }).first();
      await pager.getByText("321–420 of 420").waitFor();
      await pager.getByRole("button", { name: "Earlier" }).click();
      await pager.getByText("221–320 of 420").waitFor();
      await pager.getByRole("button", { name: "First" }).click();
      await pager.getByText("1–100 of 420").waitFor();
      const third = page.locator(".transcript-view .entry").nth(2);
      await says(third, /^3\s+command\s+cat part_1$/);
      await third.getByRole("button").click();
      await says(third.locator("pre"), /"role": "command"/);
      // Bookkeeping has no row; the next one that has is shown.
      await third.getByRole("button", { name: "Show in the conversation" }).click();
      await isFound(page, 3);
      await pager.getByRole("button", { name: "Later" }).click();
      await pager.getByText("101–200 of 420").waitFor();
      await pager.getByRole("button", { name: "Last" }).click();
      await pager.getByText("321–420 of 420").waitFor();
      // Another conversation has no trace of this one, in the panel neither.
      await page.getByRole("button", { name: "New", exact: true })
        .or(page.getByRole("link", { name: "New", exact: true })).first().click();
      await page.getByText("The conversation has not begun.").waitFor();
      assert.equal(await page.locator(".row, .transcript-view").count(), 0);
      await page.goBack();
      await pager.getByText("321–420 of 420").waitFor();
    }),
);

realTest(
  "Usage draws tokens, context and times of the turns, and has their numbers",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withWork(async (page) => {
      // The meter in the header leads there.
      await page.getByRole("button", { name: /of the context is used/ }).click();
      await page.getByRole("tab", { name: "Usage", selected: true }).waitFor();
      for (const name of ["Tokens per turn, 40 turns", "Tokens in the context", "Time per turn"]) {
        await page.getByRole("img", { name }).waitFor();
      }
      const bars = page.locator(".chart").first().locator(".bar");
      assert.equal(await bars.count(), 40);
      await page.getByRole("button", { name: "Earlier turns" }).click();
      await waitFor(async () => await bars.count() === 20, { what: "the earlier turns" });
      await page.getByText("Numbers").click();
      assert.equal(await page.locator(".usage-view tbody tr").count(), 20);
      await page.locator(".usage-view tbody tr").last().getByRole("button").click();
      await isFound(page, 7);
      await page.getByRole("button", { name: "Latest turns" }).click();
      await waitFor(async () => await bars.count() === 40, { what: "the latest turns" });
      // Colours have to be told apart from the ground in both themes.
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const fills = await bars.first().locator("rect:not(.place)").evaluateAll((marks) =>
          marks.map((mark) => getComputedStyle(mark).fill)
        );
        const ground = await page.locator(".side").evaluate((one) =>
          getComputedStyle(one).backgroundColor
        );
        assert.equal(new Set([...fills, ground]).size, 4, `${colorScheme}: ${fills} on ${ground}`);
      }
    }),
);

realTest(
  "on a phone a panel lies over the conversation and gives way to the row",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withWork(async (page) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole("textbox", { name: "Message" }).fill("/changes");
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator(".changes-view .file .fold").nth(1).click();
      await page.locator(".changes-view .dl.add").first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `the page is ${width} px wide`);
      await page.getByRole("button", { name: "Go to" }).first().click();
      await page.locator(".changes-view").waitFor({ state: "detached" });
      await isFound(page, (59 - 1) * 7 + 4);
    }),
);
