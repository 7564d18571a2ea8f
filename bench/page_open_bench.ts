// What the size of a conversation costs whoever opens it: first paint and first text, the way up to
// its first turn, the click that opens it, and how much the page holds after a long way up.

import { addConversation, turns, withHome } from "../tests/page/conversation_home.ts";
import type { Service } from "../tests/harness/service.ts";
import { withService } from "../tests/harness/service.ts";
import { type Measure, median } from "./measure.ts";
import { open, type Page, withLogin } from "./page.ts";

const ROUNDS = 7;
/** The best of three peers on a machine of two cores: 396 ms and 836 ms; ours is to be half. */
const PAINT_BAR_MS = 198;
const TEXT_BAR_MS = 418;

export default function pageOpen(): Promise<Measure[]> {
  return withHome(async (home) => {
    const items = await addConversation(home, turns(2_000), { label: "Two thousand" });
    const long = await addConversation(home, turns(10_000), { label: "Ten thousand" });
    const large = await addConversation(home, turns(100_000), { label: "Hundred thousand" });
    const small = await addConversation(home, turns(100), { label: "Hundred" });
    return await withService({ home }, (service) =>
      withLogin(service, async (page) => {
        const paints = await firstPaints(page, service, items);
        const bare = await barePaint(page, service);
        const clicks = await clickTimes(page, service, large, small);
        await open(page, service, items);
        const up = await scrollUp(page);
        await open(page, service, long);
        const far = await scrollUp(page);
        return [
          {
            what: "first contentful paint of 2,000 items",
            value: median(paints.map(({ paint }) => paint)),
            unit: "ms",
            bar: PAINT_BAR_MS,
            reference: { what: "a page of one word", value: bare },
          },
          {
            what: "first text of 2,000 items",
            value: median(paints.map(({ text }) => text)),
            unit: "ms",
            bar: TEXT_BAR_MS,
          },
          {
            what: "scroll from the end to the first of 2,000 items",
            value: up.ms,
            unit: "ms",
            bar: 3_000,
          },
          {
            what: "click to painted, 100,000 entries against 100",
            value: median(clicks.large) / median(clicks.small),
            unit: "×",
            bar: 1.3,
          },
          {
            what: "click to painted, 100,000 entries",
            value: median(clicks.large),
            unit: "ms",
            reference: { what: "100 entries", value: median(clicks.small) },
          },
          {
            what: "elements on the way up through 10,000 rows, against 2,000",
            value: far.elements / up.elements,
            unit: "×",
            bar: 1.5,
          },
          {
            what: "most elements on the way up through 10,000 rows",
            value: far.elements,
            unit: "elements",
            bar: 4_000,
          },
        ];
      }));
  });
}

/** Loads the conversation anew each time. */
async function firstPaints(page: Page, service: Service, id: string) {
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector(".row.assistant p") === null) return;
      Object.assign(globalThis, { firstText: performance.now() });
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  });
  const paints: { paint: number; text: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await open(page, service, id);
    paints.push(
      await page.evaluate(() => ({
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
        text: (globalThis as unknown as { firstText: number }).firstText,
      })),
    );
  }
  return paints;
}

async function barePaint(page: Page, service: Service): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${service.url}/healthz?${round}`);
    const paint = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    times.push(await (await page.waitForFunction(paint)).jsonValue() ?? NaN);
  }
  return median(times);
}

/** From the click in the list until the last row of the other conversation is painted. */
async function clickTimes(page: Page, service: Service, large: string, small: string) {
  await open(page, service, small);
  const times = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < ROUNDS + 1; round++) {
    for (const [name, id, last] of [["large", large, 100_000], ["small", small, 100]] as const) {
      const ms = await page.evaluate(async ({ id, last }) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const before = performance.now();
        const text = `Part ${last / 4} is a`;
        document.querySelector<HTMLElement>(`a[href="/c/${id}"]`)!.click();
        for (;;) {
          await frame();
          if (
            [...document.querySelectorAll(".row.assistant")].at(-1)?.textContent?.includes(text)
          ) {
            break;
          }
        }
        await frame();
        return performance.now() - before;
      }, { id, last });
      // The first time reads index and code from disk.
      if (round > 0) times[name].push(ms);
      await page.waitForTimeout(200);
    }
  }
  return times;
}

/** Goes up, a screenful and more per frame, until the first row is there. */
async function scrollUp(page: Page): Promise<{ ms: number; elements: number }> {
  return await page.evaluate(async () => {
    const box = document.querySelector<HTMLElement>(".timeline")!;
    const before = performance.now();
    let elements = 0;
    while (document.querySelector('[data-id="entry-1"]') === null) {
      box.scrollTop -= 100_000;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      elements = Math.max(elements, document.querySelectorAll("*").length);
      if (performance.now() - before > 60_000) throw new Error("the first row did not come");
    }
    return { ms: performance.now() - before, elements };
  });
}
