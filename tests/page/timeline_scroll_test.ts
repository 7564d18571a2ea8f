// Long conversations in a real browser: what is fetched and drawn as one scrolls, and what stays
// where it is.

import assert from "node:assert/strict";
import { type Page, withPage } from "../harness/browser.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";
import { turns, withConversationHome } from "./conversation_home.ts";

/** Opens a conversation as one who is logged in already. */
async function open(page: Page, service: Service, path: string): Promise<void> {
  await page.goto(service.loginUrl);
  await page.goto(service.url + path);
  await page.locator(".row").last().waitFor();
  await page.waitForLoadState("networkidle"); // The script is there.
}

interface Scrolled {
  /** Rows that did not move as far as the page was scrolled. */
  readonly jumps: string[];
  readonly mostElements: number;
  readonly ms: number;
}

/** Scrolls up, a step per frame, until the first row is there or the steps are used up. */
async function scrollUp(page: Page, by: number, steps: number): Promise<Scrolled> {
  return await page.evaluate(async ({ by, steps }) => {
    const box = document.querySelector<HTMLElement>(".timeline")!;
    // Painted, that is: what a frame's own callbacks see may be put right before anybody does.
    const frame = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    const topOf = (element: Element) => element.getBoundingClientRect().top;
    const jumps: string[] = [];
    let mostElements = 0;
    const before = performance.now();
    for (let step = 0; step < steps; step++) {
      const edge = topOf(box);
      const seen = [...box.querySelectorAll(".row")].find((row) => topOf(row) >= edge);
      const was = seen === undefined ? 0 : topOf(seen);
      const from = box.scrollTop;
      box.scrollTop -= by;
      await frame();
      const moved = seen?.isConnected ? topOf(seen) - was : by;
      // At the upper edge of what is loaded it cannot go all the way.
      const short = from - box.scrollTop < by - 2;
      if (moved > by + 2 || (moved < by - 2 && !short)) {
        jumps.push(`${seen?.getAttribute("data-id")} by ${Math.round(moved)}`);
      }
      mostElements = Math.max(mostElements, document.querySelectorAll("*").length);
      if (document.querySelector('[data-id="entry-1"]') !== null) break;
    }
    return { jumps, mostElements, ms: performance.now() - before };
  }, { by, steps });
}

realTest(
  "scrolling up brings older rows up to the first, moves nothing, and keeps the page small",
  { needs: ["chromium"] },
  () =>
    withConversationHome(
      turns(2_000),
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            await open(page, service, `/c/${id}`);
            assert.equal(await page.locator('[data-id="entry-2000"]').count(), 1);
            const slowly = await scrollUp(page, 450, 60);
            assert.deepEqual(slowly.jumps, []);
            const { mostElements } = await scrollUp(page, 100_000, 2_000);
            assert.equal(await page.locator('[data-id="entry-1"]').count(), 1, "the first row");
            assert.ok(mostElements < 4_000, `${mostElements} elements`);
            await page.getByRole("button", { name: "Latest" }).click();
            await page.locator('[data-id="entry-2000"]').waitFor();
          })),
    ),
);

/** Where a row stands in the window, once a frame is painted; null if it is not drawn. */
const topOf = (page: Page, id: string): Promise<number | null> =>
  page.evaluate(async (id) => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return document.querySelector(`[data-id="${id}"]`)?.getBoundingClientRect().top ?? null;
  }, id);

const fromEnd = (page: Page): Promise<number> =>
  page.evaluate(() => Math.abs(document.querySelector(".timeline")!.scrollTop));

realTest(
  "an address with the number of an entry goes there, and back to the end row by row",
  { needs: ["chromium"] },
  () =>
    withConversationHome(
      turns(600),
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            await page.goto(service.loginUrl);
            await page.goto(`${service.url}/c/${id}#e41`);
            await page.locator('.found[data-id="entry-41"]').waitFor();
            // Between a change and its frame it may stand elsewhere, which nobody sees.
            await waitFor(async () => {
              const top = await topOf(page, "entry-41");
              return top !== null && top > 100 && top < 600;
            }, { what: "it to stand in the middle" });
            assert.equal(await page.locator('[data-id="entry-600"]').count(), 0);
            // Down again: the old part grows until it meets the end.
            await waitFor(async () => {
              await page.evaluate(() => document.querySelector(".timeline")!.scrollTop = 0);
              return await page.locator('[data-id="entry-600"]').count() === 1;
            }, { timeoutMs: 15_000, what: "the last row" });
            await page.evaluate(() => location.hash = "#e599");
            await page.locator('.found[data-id="entry-599"]').waitFor();
          })),
    ),
);

realTest(
  "at the end the page follows; further up it stays where it is and offers the way back",
  { needs: ["chromium"] },
  () =>
    withConversationHome(
      turns(40),
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            await open(page, service, `/c/${id}`);
            await page.getByRole("textbox", { name: "Message" }).fill("slow");
            await page.keyboard.press("Enter");
            await page.locator(".row.assistant[data-running]").waitFor();
            await waitFor(async () => await page.locator(".md p").last().innerText() !== "", {
              what: "the answer to begin",
            });
            assert.equal(await fromEnd(page), 0, "it does not follow");
            await page.locator(".timeline").hover();
            await page.mouse.wheel(0, -700);
            await page.getByRole("button", { name: "Free" }).waitFor();
            const before = await topOf(page, "entry-37");
            const distance = await fromEnd(page);
            await waitFor(async () => await fromEnd(page) > distance + 20, {
              timeoutMs: 20_000,
              what: "the answer to grow below",
            });
            await waitFor(
              async () =>
                Math.round(await topOf(page, "entry-37") ?? 0) === Math.round(before ?? 1),
              { what: "what one reads to stand where it stood" },
            );
            await page.getByRole("button", { name: "New below" }).click();
            await page.getByRole("button", { name: "Pinned" }).waitFor();
            await waitFor(async () => await fromEnd(page) === 0, { what: "the end" });
          })),
    ),
);
