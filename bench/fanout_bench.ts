// Fifty pages follow a turn of 20,000 deltas that come as quickly as they are taken; then the same
// with one more page that connects and never reads. Everything must reach the fifty in order, the
// server's memory must not follow, and the stalled page is cut without anybody waiting for it.

import { residentBytes } from "../tests/harness/processes.ts";
import { type Service, waitFor } from "../tests/harness/service.ts";
import { conversation } from "./event_socket.ts";
import { flood, withFloods } from "./flood.ts";
import { FrameReader } from "./frame_reader.ts";
import type { Measure } from "./measure.ts";

const PAGES = 50;
const DELTAS = 20_000;
const WARM_UP = 2_000;
const MIB = 1024 * 1024;
const LIMIT_MS = 120_000;

/** What one flood came to. */
interface Outcome {
  readonly tookMs: number;
  readonly heard: number;
  readonly grownMiB: number;
}

export default function fanout(): Promise<Measure[]> {
  return withFloods(async (service) => {
    const id = await conversation(service);
    // Code that is compiled late, and the allocator, are not what is asked for.
    await measured(service, id, WARM_UP);
    const alone = await measured(service, id, DELTAS);
    using stalled = await FrameReader.open(service, id);
    const beside = await measured(service, id, DELTAS);
    const heard = Math.min(alone.heard, beside.heard);
    const cut = await readers(service) === 0;
    void stalled;
    return [
      {
        what: `${PAGES} pages × ${DELTAS} deltas, heard in order`,
        value: heard / (PAGES * DELTAS),
        unit: "×",
        bar: 1,
        atLeast: true,
      },
      {
        what: "growth of the server's memory on the way",
        value: Math.max(alone.grownMiB, beside.grownMiB),
        unit: "MiB",
        bar: 64,
      },
      {
        what: "a page that does not read is cut (1 = yes)",
        value: cut ? 1 : 0,
        unit: "×",
        bar: 1,
        atLeast: true,
      },
      {
        what: "time for all beside a page that does not read, against without it",
        value: beside.tookMs / alone.tookMs,
        unit: "×",
        bar: 1.25,
      },
      { what: "time for all", value: alone.tookMs, unit: "ms" },
    ];
  });
}

async function measured(service: Service, id: string, deltas: number): Promise<Outcome> {
  const pages = await Promise.all(
    Array.from({ length: PAGES }, () => FrameReader.open(service, id)),
  );
  const heard = pages.map(() => 0);
  const counted = pages.map((page, at) => count(page, () => heard[at]!, () => heard[at]!++));
  const before = residentBytes(service.pids.server) ?? 0;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(service.pids.server) ?? 0);
  }, 100);
  const begin = performance.now();
  await flood(service, id, { deltas, text: "numbers" });
  const all = () => heard.every((number) => number === deltas);
  await waitFor(all, { timeoutMs: LIMIT_MS, what: "all deltas at all pages" }).catch(() => {});
  const tookMs = performance.now() - begin;
  clearInterval(watch);
  for (const page of pages) page[Symbol.dispose]();
  await Promise.all(counted);
  await waitFor(async () => await readers(service) <= 1, { what: "all pages to be gone" });
  const sum = heard.reduce((total, number) => total + number, 0);
  return { tookMs, heard: sum, grownMiB: (most - before) / MIB };
}

/** Counts the deltas that come right behind the one before; any other one ends the counting. */
async function count(page: FrameReader, expected: () => number, next: () => void): Promise<void> {
  for await (const frames of page.frames()) {
    for (const frame of frames) {
      if (!frame.includes('"type":"assistant_delta"')) continue;
      if (!frame.includes(`"delta":"${expected()} `)) return;
      next();
    }
  }
}

async function readers(service: Service): Promise<number> {
  return (await (await service.fetch("/api/appserver/debug/state")).json()).hub.readers;
}
