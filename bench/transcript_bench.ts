// What the size of a transcript costs: a page read from a million entries beside the same page
// from a thousand, opening included and without, and what an append costs.

import { join } from "node:path";
import { Transcript } from "../lib/transcript/transcript.ts";
import { type Measure, median } from "./measure.ts";

const SMALL = 1_000;
const LARGE = 1_000_000;
const PAGE = 200;
const ROUNDS = 60;
const BATCH = 5_000;

export default async function transcript(): Promise<Measure[]> {
  const scratch = await Deno.makeTempDir({ prefix: "ph-bench-" });
  try {
    const small = await filled(join(scratch, "small.jsonl"), SMALL);
    const large = await filled(join(scratch, "large.jsonl"), LARGE);
    const [warm, opening] = [await ranges(small, large), await openings(small, large)];
    const append = await appends(large);
    await Deno.remove(join(scratch, "large.idx"));
    const rebuild = await timed(() => opened(large, (one) => one.total()));
    return [
      {
        what: `range of ${PAGE} from 1,000,000 entries against 1,000 (median of ${ROUNDS})`,
        value: warm.large / warm.small,
        unit: "×",
        bar: 1.5,
      },
      {
        what: "the same range, in time",
        value: warm.large,
        unit: "ms",
        reference: { what: "1,000 entries", value: warm.small },
      },
      {
        what: "opening it and reading its last page",
        value: opening.large,
        unit: "ms",
        reference: { what: "1,000 entries", value: opening.small },
      },
      { what: "appending one entry to it", value: append, unit: "ms" },
      { what: "making its index anew", value: rebuild, unit: "ms" },
    ];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** A file of that many entries of about 300 bytes, with its index. */
async function filled(path: string, count: number): Promise<string> {
  await opened(path, async (one) => {
    for (let from = 0; from < count; from += BATCH) {
      await one.append(Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
        id: `01a1ee25-1393-7951-b9db-dd1f8c4f16ad:item_${from + at}`,
        ts: "2026-01-01T00:00:00.000Z",
        role: "assistant",
        text: `Entry ${from + at}: ${"some words of an answer ".repeat(8)}`,
      })));
    }
  });
  return path;
}

/** Pages all over the file, both files in turn, so that a busy moment meets both. */
async function ranges(small: string, large: string) {
  return await opened(small, (a) =>
    opened(large, async (b) => {
      const times = { small: [] as number[], large: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        const part = (round + 0.5) / ROUNDS;
        times.small.push(await timed(() => page(a, SMALL, part)));
        times.large.push(await timed(() => page(b, LARGE, part)));
      }
      return { small: median(times.small), large: median(times.large) };
    }));
}

async function page(one: Transcript, total: number, part: number): Promise<void> {
  const after = Math.floor((total - PAGE) * part);
  const { entries } = await one.range({ after, limit: PAGE });
  if (entries.length !== PAGE) throw new Error(`expected ${PAGE} entries, got ${entries.length}`);
}

async function openings(small: string, large: string) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.small.push(await timed(() => opened(small, (one) => one.last(PAGE))));
    times.large.push(await timed(() => opened(large, (one) => one.last(PAGE))));
  }
  return { small: median(times.small), large: median(times.large) };
}

async function appends(path: string): Promise<number> {
  return await opened(path, async (one) => {
    const times: number[] = [];
    for (let n = 0; n < 500; n += 1) {
      const entry = { id: `append_${n}`, ts: "", role: "user", text: "x".repeat(200) };
      times.push(await timed(() => one.append([entry])));
    }
    return median(times);
  });
}

async function opened<T>(path: string, fn: (one: Transcript) => Promise<T>): Promise<T> {
  const one = new Transcript(path, (problem) => {
    throw new Error(problem);
  });
  try {
    return await fn(one);
  } finally {
    await one.close();
  }
}

async function timed(fn: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await fn();
  return performance.now() - before;
}
