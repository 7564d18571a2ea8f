import assert from "node:assert/strict";
import { join } from "@std/path";
import { Conversations } from "../../../lib/transcript/conversations.ts";
import { Search, type SearchQuery } from "../../../lib/transcript/search/search.ts";

const NOW = "2026-01-01T00:00:00.000Z";

interface Setting {
  readonly home: string;
  readonly conversations: Conversations;
  readonly search: Search;
  readonly reports: string[];
  /** Found entries as `label number snippet`. */
  find(q: string, more?: Partial<SearchQuery>): Promise<string[]>;
  say(id: string, number: number, text: string): Promise<unknown>;
  restart(): void;
}

async function withSearch(fn: (setting: Setting) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "ph-search-" });
  const conversations = new Conversations(home, () => {});
  const reports: string[] = [];
  const make = () => new Search(join(home, "search.db"), conversations, (one) => reports.push(one));
  let search = make();
  const setting = {
    home,
    conversations,
    reports,
    get search() {
      return search;
    },
    async find(q: string, more: Partial<SearchQuery> = {}) {
      // The first start of its thread may take longer than a search waits.
      await search.catchUp();
      const { hits, indexing } = await search.find({ q, limit: 20, ...more });
      assert.equal(indexing, false);
      return hits.map(({ label, entry, snippet }) => `${label} ${entry} ${snippet}`);
    },
    say: (id: string, number: number, text: string) => {
      const ts = new Date(Date.parse(NOW) + number).toISOString();
      const entry = { id: `e${number}`, ts, role: "assistant", text };
      return conversations.transcript(id).append([entry]);
    },
    restart() {
      search.close();
      search = make();
    },
  };
  try {
    await fn(setting);
  } finally {
    search.close();
    await conversations.close();
    await Deno.remove(home, { recursive: true });
  }
}

const create = async ({ conversations }: Setting, label: string) =>
  (await conversations.create({ cwd: "/", label }, NOW)).conversation_id;

Deno.test("words are found in all conversations, with where they stand", () =>
  withSearch(async (setting) => {
    const [one, two] = [await create(setting, "one"), await create(setting, "two")];
    await setting.say(one, 1, "The quick brown fox");
    await setting.say(one, 2, "nothing here");
    await setting.say(two, 3, "A quick Café");
    assert.deepEqual(await setting.find("quick"), [
      "two 1 A quick Café",
      "one 1 The quick brown fox",
    ]);
    assert.deepEqual(await setting.find("quick fo"), ["one 1 The quick brown fox"]);
    assert.deepEqual(await setting.find("CAFE"), ["two 1 A quick Café"]);
    assert.deepEqual(await setting.find("quick", { conversation_id: one }), [
      "one 1 The quick brown fox",
    ]);
    assert.deepEqual(await setting.find("quick", { limit: 1 }), ["two 1 A quick Café"]);
    assert.deepEqual(await setting.find("slow"), []);
    const { hits: [hit] } = await setting.search.find({ q: "brown", limit: 1 });
    assert.deepEqual(hit?.marks, [[10, 15]]);
    assert.equal((await Deno.stat(join(setting.home, "search.db"))).mode! & 0o777, 0o600);
  }));

Deno.test("what is appended, replaced, renamed and deleted is followed", () =>
  withSearch(async (setting) => {
    const id = await create(setting, "one");
    await setting.say(id, 1, "alpha");
    assert.deepEqual(await setting.find("alpha"), ["one 1 alpha"]);
    await setting.say(id, 2, "beta");
    await setting.say(id, 1, "gamma");
    assert.deepEqual(await setting.find("alpha"), []);
    assert.deepEqual(await setting.find("gamma"), ["one 1 gamma"]);
    await setting.conversations.update(id, { label: "renamed" });
    assert.deepEqual(await setting.find("beta"), ["renamed 2 beta"]);
    await setting.conversations.delete(id, NOW);
    assert.deepEqual(await setting.find("beta"), []);
    await setting.conversations.restore(id);
    assert.deepEqual(await setting.find("beta"), ["renamed 2 beta"]);
  }));

Deno.test("after a restart the index knows what was appended and replaced meanwhile", () =>
  withSearch(async (setting) => {
    const id = await create(setting, "one");
    await setting.say(id, 1, "alpha");
    for (const n of [2, 3, 4, 5]) await setting.say(id, n, "between");
    await setting.find("alpha");
    setting.search.close();
    await setting.say(id, 6, "beta");
    await setting.say(id, 1, "gamma");
    setting.restart();
    assert.deepEqual(await setting.find("beta"), ["one 6 beta"]);
    assert.deepEqual(await setting.find("gamma"), ["one 1 gamma"]);
    assert.deepEqual(await setting.find("alpha"), []);
  }));

Deno.test("an index that was deleted or damaged is made anew", () =>
  withSearch(async (setting) => {
    const path = join(setting.home, "search.db");
    const id = await create(setting, "one");
    for (let n = 1; n <= 200; n++) await setting.say(id, n, `needle ${"hay ".repeat(50)} ${n}`);
    const found = async () => (await setting.find("needle", { limit: 500 })).length;
    assert.equal(await found(), 200);
    const damages: [string, () => Promise<void>][] = [
      ["deleted", () => Deno.remove(path)],
      ["empty", () => Deno.truncate(path, 0)],
      ["rubbish", () => Deno.writeTextFile(path, "this is no database ".repeat(1_000))],
      ["half", async () => await Deno.truncate(path, (await Deno.stat(path)).size / 2)],
      ["holes", async () => {
        const bytes = await Deno.readFile(path);
        await Deno.writeFile(path, bytes.fill(0x5a, 8_192));
      }],
    ];
    for (const [name, damage] of damages) {
      setting.search.close();
      await damage();
      setting.restart();
      assert.equal(await found(), 200, name);
    }
  }));

Deno.test("rows of all kinds are found by their words", () =>
  withSearch(async (setting) => {
    const id = await create(setting, "one");
    const base = { ts: NOW };
    await setting.conversations.transcript(id).append([
      { ...base, id: "1", role: "command", command: "deno xylophone", output: "zebra" } as never,
      { ...base, id: "2", role: "diff", path: "lib/walrus.ts", diff: "+yak" } as never,
      { ...base, id: "3", role: "plan", steps: [{ step: "feed the otter" }] } as never,
      { ...base, id: "4", role: "status", status: "completed" } as never,
    ]);
    for (const [word, number] of [["xylophone", 1], ["zebra", 1], ["walrus", 2], ["yak", 2]]) {
      const [hit] = await setting.find(String(word));
      assert.ok(hit?.startsWith(`one ${number} `), String(word));
    }
    assert.equal((await setting.find("otter")).length, 1);
    assert.deepEqual(await setting.find("completed"), []);
  }));
