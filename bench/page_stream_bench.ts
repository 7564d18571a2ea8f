// What a stream costs the page: how late a delta is drawn after the agent has written it, what the
// main thread spends on markdown beside plain text nodes, and its longest task under a flood.

import { type Service, waitFor } from "../tests/harness/service.ts";
import { conversation } from "./event_socket.ts";
import { type Flood, flood, withFloods } from "./flood.ts";
import { type Measure, quantile } from "./measure.ts";
import { open, type Page, threadTime, withLogin } from "./page.ts";

const TICKS: Flood = { deltas: 600, per_second: 100, text: "times" };
const WARM_UP = 100;
const MARKDOWN: Flood = { deltas: 3_000, per_second: 500, text: "markdown", in_one: true };
const FLOOD: Flood = { deltas: 25_000, per_second: 5_000, text: "words" };

export default function pageStream(): Promise<Measure[]> {
  return withFloods((service) =>
    withLogin(service, async (page) => {
      const late = await lateness(page, service);
      const markdown = await cost(page, service, (id) => open(page, service, id));
      const plain = await cost(page, service, (id) => openBare(page, service, id));
      const longest = await longestTask(page, service);
      return [
        {
          what: "delta from the pipe to the DOM, median",
          value: quantile(late, 0.5),
          unit: "ms",
          bar: 16,
        },
        {
          what: "delta from the pipe to the DOM, 99 of 100",
          value: quantile(late, 0.99),
          unit: "ms",
          bar: 33,
        },
        {
          what: "main thread per 1,000 deltas of markdown against plain text nodes",
          value: markdown / plain,
          unit: "×",
          bar: 3,
        },
        {
          what: "the same, in processor time",
          value: markdown,
          unit: "ms",
          reference: { what: "plain text nodes", value: plain },
        },
        {
          what: "longest task at 5,000 deltas a second",
          value: longest.ms,
          unit: "ms",
          bar: 50,
          reference: { what: "longest in processor time", value: longest.cpuMs },
        },
      ];
    })
  );
}

/** How late each delta is in the DOM: each is the moment at which it was written. */
async function lateness(page: Page, service: Service): Promise<number[]> {
  const id = await conversation(service);
  await open(page, service, id);
  await page.evaluate(() => {
    const late: number[] = [];
    Object.assign(globalThis, { late });
    let seen = 0;
    const look = () => {
      const now = performance.timeOrigin + performance.now();
      const row = [...document.querySelectorAll(".row.assistant")].at(-1);
      const said = row?.textContent?.match(/\d{13}\.?\d* /g) ?? [];
      for (const one of said.slice(seen)) late.push(now - Number(one));
      seen = said.length;
    };
    new MutationObserver(look).observe(document.querySelector(".rows")!, {
      ...{ childList: true, subtree: true, characterData: true },
    });
  });
  await flood(service, id, TICKS);
  const heard = () => page.evaluate(() => (globalThis as unknown as { late: number[] }).late);
  await waitFor(async () => (await heard()).length >= TICKS.deltas, {
    ...{ timeoutMs: 60_000, everyMs: 500, what: "all ticks in the page" },
  });
  return (await heard()).slice(WARM_UP);
}

/** Processor time of the main thread per 1,000 deltas. */
async function cost(
  page: Page,
  service: Service,
  show: (id: string) => Promise<void>,
): Promise<number> {
  const id = await conversation(service);
  await show(id);
  const spent = await threadTime(page);
  const before = await spent();
  await flood(service, id, MARKDOWN);
  await finished(service, id);
  return (await spent() - before) / MARKDOWN.deltas * 1_000;
}

/** The least that a page can do: each delta is a text node, in the frame after it came. */
async function openBare(page: Page, service: Service, id: string): Promise<void> {
  await page.goto(`${service.url}/healthz`);
  await page.evaluate(async (id) => {
    const box = document.body.appendChild(document.createElement("pre"));
    const origin = location.origin.replace("http", "ws");
    const socket = new WebSocket(`${origin}/ws/appserver?conversation=${id}`);
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      if (event.type !== "assistant_delta") return;
      const text = document.createTextNode(event.delta);
      requestAnimationFrame(() => box.append(text));
    };
    await new Promise((resolve) => socket.onopen = resolve);
  }, id);
}

/** The longest task of the main thread, by the clock and by the processor time that it took. */
async function longestTask(page: Page, service: Service): Promise<{ ms: number; cpuMs: number }> {
  const id = await conversation(service);
  await open(page, service, id);
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await flood(service, id, FLOOD);
  await finished(service, id);
  const trace = JSON.parse(new TextDecoder().decode(await browser.stopTracing()));
  const events: TraceEvent[] = trace.traceEvents;
  // The page is by far the busiest of the renderers' main threads.
  const main = events.filter(({ name, args }) =>
    name === "thread_name" && args?.name === "CrRendererMain"
  );
  const tasks = events.filter(({ name, pid, tid }) =>
    name === "RunTask" && main.some((one) => one.pid === pid && one.tid === tid)
  );
  const longest = (of: (task: TraceEvent) => number | undefined) =>
    Math.max(...tasks.map((task) => of(task) ?? 0)) / 1_000;
  return { ms: longest(({ dur }) => dur), cpuMs: longest(({ tdur }) => tdur) };
}

/** What is looked at of a trace; times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Waits until the turn has ended, and a moment more for the page to draw it. */
async function finished(service: Service, id: string): Promise<void> {
  await waitFor(async () => {
    const answer = await service.fetch(`/api/appserver/conversation?id=${id}`);
    return (await answer.json()).entries.some(({ role }: { role: string }) => role === "status");
  }, { timeoutMs: 120_000, everyMs: 200, what: "the end of the turn" });
  await new Promise((resolve) => setTimeout(resolve, 300));
}
