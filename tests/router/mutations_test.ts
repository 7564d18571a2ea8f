import assert from "node:assert/strict";
import { liveOf } from "../../lib/gateway/open_conversation.ts";
import type { Change } from "../../lib/router/change.ts";
import { fc } from "../harness/properties.ts";
import { listRecordings } from "../harness/recordings.ts";
import { linesOf, stepsOf } from "./recorded.ts";
import { mirrors } from "./wire.ts";

/** A line as it was recorded: its text and when it came. */
type Line = ReturnType<typeof linesOf>[number];
/** Another course of the same events. */
type Mutation = (lines: readonly Line[]) => Line[];

const RECORDED = new Map(listRecordings().map((name) => [name, linesOf(name)]));
/** What may stand where something else was. */
const VALUES = [null, "", 0, -1, true, [], {}, "ä\u202e😀", "x".repeat(300), [null, 1, "a"]];

const place = fc.nat({ max: 10_000 });
const at = (place: number, { length }: readonly unknown[]) => place % Math.max(1, length);

const dropped = fc.tuple(place, fc.integer({ min: 1, max: 6 })).map(
  ([from, count]): Mutation => (lines) => lines.toSpliced(at(from, lines), count),
);
const cutOff = place.map((end): Mutation => (lines) => lines.slice(0, at(end, lines)));
const told = fc.tuple(place, place).map(([from, to]): Mutation => (lines) =>
  lines.toSpliced(at(to, lines), 0, ...lines.slice(at(from, lines)).slice(0, 1))
);
const moved = fc.tuple(place, place).map(([from, to]): Mutation => (lines) => {
  const rest = [...lines];
  const taken = rest.splice(at(from, lines), 1);
  return rest.toSpliced(at(to, lines), 0, ...taken);
});
const repeated = fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(
  ([from, count]): Mutation => (lines) => {
    const first = at(from, lines);
    return lines.toSpliced(first + count, 0, ...lines.slice(first, first + count));
  },
);
const torn = fc.tuple(place, place).map(([which, end]): Mutation => (lines) =>
  changed(lines, which, (text) => text.slice(0, end % (text.length + 1)))
);
const edited = fc.tuple(place, place, fc.constantFrom<unknown>(undefined, ...VALUES)).map(
  ([which, where, value]): Mutation => (lines) =>
    changed(lines, which, (text) => JSON.stringify(edit(JSON.parse(text), where, value))),
);
/** Another session's lines among these, under their own threads or under the same one. */
const mingled = fc.tuple(
  fc.constantFrom(...RECORDED.keys()),
  fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 }),
  fc.boolean(),
).map(([name, runs, sameThread]): Mutation => (lines) => {
  const others = sameThread
    ? underThread(RECORDED.get(name)!, threadOf(lines))
    : RECORDED.get(name)!;
  return mingle(lines, others, runs);
});
const mutation = fc.oneof(dropped, cutOff, told, moved, repeated, torn, edited, mingled);

Deno.test("other courses of the recorded sessions look the same live, replayed and opened late", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RECORDED.keys()),
      fc.array(mutation, { minLength: 1, maxLength: 8 }),
      fc.nat({ max: 6 }),
      (name, mutations, phase) => {
        const lines = mutations.reduce<Line[]>(
          (before, mutate) => mutate(before).slice(0, 600),
          [...RECORDED.get(name)!],
        );
        for (const { changes, snapshots } of threadsOf(lines, phase)) mirrors(changes, snapshots);
      },
    ),
    { numRuns: 300 },
  );
});

interface Course {
  readonly changes: Change[];
  readonly snapshots: [number, unknown][];
}

/** What each thread's pages hear, and what one that opens now and then is given. */
function threadsOf(lines: readonly Line[], phase: number): Course[] {
  const threads = new Map<string, Course>();
  let step = phase;
  for (const { thread, changes, state } of stepsOf(lines)) {
    if (thread === "") continue;
    const course = threads.get(thread) ?? { changes: [], snapshots: [] };
    threads.set(thread, course);
    course.changes.push(...changes);
    if (changes.length === 0 || step++ % 7 !== 0) continue;
    const live = structuredClone(liveOf(state.threads.get(thread)));
    course.snapshots.push([course.changes.length, live]);
  }
  return [...threads.values()];
}

function changed(lines: readonly Line[], which: number, change: (text: string) => string): Line[] {
  const index = at(which, lines);
  return lines.map((line, now) => {
    if (now !== index) return line;
    try {
      return { ...line, text: change(line.text) };
    } catch {
      return line; // It is torn already.
    }
  });
}

/** Replaces the value at one of all places of a message; undefined removes it. */
function edit(message: unknown, where: number, value: unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk(child);
    }
  };
  walk(message);
  const [node, key] = places[at(where, places)] ?? [{}, ""];
  node[key] = value;
  return message;
}

const THREAD_ID = /"threadId":"([^"]+)"/;

function threadOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => THREAD_ID.exec(text)?.[1]).find((id) => id !== undefined) ?? "t";
}

function underThread(lines: readonly Line[], thread: string): Line[] {
  const own = threadOf(lines);
  return lines.map((line) => ({ ...line, text: line.text.replaceAll(own, thread) }));
}

function mingle(lines: readonly Line[], others: readonly Line[], runs: readonly number[]): Line[] {
  const mingled: Line[] = [];
  const [one, two] = [[...lines], [...others]];
  for (let turn = 0; one.length > 0 || two.length > 0; turn++) {
    mingled.push(...(turn % 2 === 0 ? one : two).splice(0, runs[turn % runs.length]!));
  }
  return mingled;
}

Deno.test("the mutations do change the course", () => {
  const lines = RECORDED.get("03-command")!;
  const same = fc.sample(mutation, { numRuns: 100, seed: 7 })
    .filter((mutate) => JSON.stringify(mutate(lines)) === JSON.stringify(lines));
  assert.ok(same.length < 30, `${same.length} of 100 change nothing`);
});
