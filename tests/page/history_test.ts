import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import type { OpenConversation } from "../../lib/gateway/open_conversation.ts";
import { type EntryPage, History, type HistoryReader } from "../../lib/page/history.ts";
import type { Entry } from "../../lib/router/change.ts";
import type { Found } from "../../lib/view/timeline_source.ts";

/** A transcript of so many entries, of which every fifth is bookkeeping without a row. */
function transcript(total: number) {
  const entries = Array.from({ length: total }, (_, at) => {
    const role = (at + 1) % 5 === 0 ? "token_usage" : "user";
    return { id: `e${at + 1}`, ts: "2026-01-01T00:00:00Z", role, text: "" } as unknown as Entry;
  });
  const page = (first: number, last: number): EntryPage => ({
    entries: entries.slice(first - 1, last),
    first,
    last,
    total,
  });
  const asked: string[] = [];
  const reader: HistoryReader = {
    range: ({ before, after, limit }) => {
      asked.push(before === undefined ? `after ${after}` : `before ${before}`);
      if (before !== undefined) {
        return Promise.resolve(page(Math.max(1, before - limit), before - 1));
      }
      return Promise.resolve(page((after ?? 0) + 1, Math.min(total, (after ?? 0) + limit)));
    },
    open: () => {
      asked.push("open");
      const first = Math.max(1, total - 79);
      return Promise.resolve(
        { first, entries: entries.slice(first - 1) } as unknown as OpenConversation,
      );
    },
  };
  return { entries, reader, asked };
}

/** Stands for the model: knows which rows are shown. */
class Shown {
  readonly found = signal<Found | null>(null);
  readonly pinned = signal(true);
  rows: string[] = [];
  past = false;
  history!: History;

  get size(): number {
    return this.rows.length;
  }
  has = (id: string): boolean => this.rows.includes(id);
  addOlder(entries: readonly Entry[]): void {
    this.rows = [...rowIds(entries).filter((id) => !this.has(id)), ...this.rows];
  }
  showPast(entries: readonly Entry[]): void {
    this.past = true;
    this.rows = rowIds(entries);
  }
  async reopen(read: () => Promise<OpenConversation>): Promise<void> {
    this.reset(await read());
  }
  reset({ entries, first }: OpenConversation): void {
    this.past = false;
    this.rows = rowIds(entries);
    this.history.reset(first);
  }
}

const rowIds = (entries: readonly Entry[]): string[] =>
  entries.filter(({ role }) => role !== "token_usage").map(({ id }) => id);

async function opened(total: number) {
  const { reader, asked, entries } = transcript(total);
  const shown = new Shown();
  const open = await reader.open();
  shown.history = new History(shown, open.first);
  shown.history.read(reader);
  shown.reset(open);
  asked.length = 0;
  return { shown, history: shown.history, asked, entries };
}

Deno.test("a page before the first entry is fetched, until there is none", async () => {
  const { shown, history, asked, entries } = await opened(250);
  assert.equal(history.older.value, "more");
  await history.loadOlder();
  await history.loadOlder();
  assert.deepEqual(asked, ["before 171", "before 71"]);
  assert.equal(history.older.value, "none");
  assert.deepEqual(shown.rows, rowIds(entries));
  await history.loadOlder();
  assert.equal(asked.length, 2, "it asked once more");
});

Deno.test("two calls at once fetch one page", async () => {
  const { history, asked } = await opened(500);
  await Promise.all([history.loadOlder(), history.loadOlder()]);
  assert.deepEqual(asked, ["before 421"]);
});

Deno.test("who scrolls far up holds no more than so many rows, and comes back without a gap", async () => {
  const { shown, history, entries } = await opened(10_000);
  let most = 0;
  while (history.older.value === "more") {
    await history.loadOlder();
    most = Math.max(most, shown.size);
  }
  assert.equal(shown.rows[0], "e1");
  assert.ok(shown.past && most <= 3_000, `${most} rows`);
  const all = rowIds(entries);
  while (history.newer.value === "more") {
    await history.loadNewer();
    const from = all.indexOf(shown.rows[0]!);
    assert.deepEqual(shown.rows, all.slice(from, from + shown.size), "a gap");
    assert.ok(shown.size <= 3_000);
  }
  assert.equal(shown.past, false);
  assert.equal(shown.rows.at(-1), "e9999");
});

Deno.test("going to an entry that is loaded fetches nothing around it", async () => {
  const { shown, history, asked } = await opened(250);
  await history.goTo(201);
  assert.deepEqual(shown.found.value, { id: "e201" });
  assert.deepEqual(asked, ["after 200"]);
  assert.equal(history.newer.value, "none");
});

Deno.test("going far back shows the part around, and the way to the end is open", async () => {
  const { shown, history } = await opened(5_000);
  await history.goTo(1_000);
  assert.deepEqual(shown.found.value, { id: "e1001" }, "the next one with a row");
  assert.ok(shown.past && shown.size <= 100);
  assert.deepEqual([history.older.value, history.newer.value], ["more", "more"]);
  await history.toLatest();
  assert.equal(shown.rows.at(-1), "e4999");
  assert.deepEqual([shown.pinned.value, shown.past], [true, false]);
});

Deno.test("going to an entry that is not there changes nothing", async () => {
  const { shown, history } = await opened(100);
  const before = shown.rows;
  await history.goTo(999);
  assert.equal(shown.found.value, null);
  assert.equal(shown.rows, before);
});

Deno.test("a page that could not be read is said so, and can be asked for again", async () => {
  const { shown, history, entries } = await opened(250);
  const { reader } = transcript(250);
  history.read({ ...reader, range: () => Promise.reject(new Error("offline")) });
  await history.loadOlder();
  assert.equal(history.older.value, "failed");
  history.read(reader);
  await history.loadOlder();
  assert.equal(history.older.value, "more");
  assert.ok(shown.has(entries[80]!.id));
});

Deno.test("a tab that runs for days lets go of what is far above", async () => {
  const { shown, history, asked } = await opened(4_000);
  shown.rows = Array.from({ length: 3_001 }, (_, at) => `live${at}`);
  await history.shrink();
  assert.deepEqual(asked, ["open"]);
  assert.ok(shown.size <= 80);
});
