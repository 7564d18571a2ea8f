import assert from "node:assert/strict";
import type { FoundFile } from "../../lib/page/api.ts";
import { Suggestions } from "../../lib/page/suggestions.ts";

/** Suggestions whose searches are answered by hand. */
function setUp() {
  const searches = new Map<string, (files: FoundFile[]) => void>();
  const done: string[] = [];
  const suggestions = new Suggestions({
    files: (query) => new Promise((resolve) => void searches.set(query, resolve)),
    commands: () => [
      { name: "review", title: "Review", icon: "search", run: () => {} },
      { name: "new", title: "New", icon: "plus", run: () => {} },
      { name: "rename", title: "Rename", icon: "pencil", takes: "<name>", run: () => {} },
    ],
    putFile: (path, length) => void done.push(`file ${path} over ${length}`),
    putText: (text, length) => void done.push(`text ${text} over ${length}`),
    runCommand: (name) => void done.push(`run ${name}`),
  });
  const answer = async (query: string, ...paths: string[]) => {
    searches.get(query)!(paths.map((path) => ({
      path,
      type: path.endsWith("/") ? "directory" : "file",
    })));
    await Promise.resolve();
    await Promise.resolve();
  };
  const keys = () => suggestions.menu.value?.items.map(({ key }) => key);
  return { suggestions, done, answer, keys };
}

Deno.test("who types on while the answer is shown replaces all the letters typed", async () => {
  const { suggestions, done, answer } = setUp();
  suggestions.update("see @co", "see @co");
  await answer("co", "lib/composer.ts");
  suggestions.update("see @comp", "see @comp");
  assert.ok(suggestions.key("Enter"));
  assert.deepEqual(done, ["file lib/composer.ts over 5"]);
  await answer("comp", "late.ts");
  assert.equal(suggestions.menu.value, null, "a late answer opened the menu again");
});

Deno.test("who is faster than the answer gets the right file", async () => {
  const { suggestions, done, answer, keys } = setUp();
  suggestions.update("@", "@");
  await answer("", "src/", "lib/main.ts");
  suggestions.update("@mai", "@mai");
  assert.deepEqual(keys(), ["lib/main.ts"], "what does not have the letters is still offered");
  suggestions.update("@maiz", "@maiz");
  assert.ok(suggestions.key("Enter"));
  assert.deepEqual(done, []);
  await answer("maiz", "maize.ts");
  assert.deepEqual(done, ["file maize.ts over 5"]);
});

Deno.test("a late answer to an earlier question is dropped", async () => {
  const { suggestions, answer, keys } = setUp();
  suggestions.update("@a", "@a");
  suggestions.update("@ab", "@ab");
  await answer("ab", "ab.ts");
  await answer("a", "a.ts");
  assert.deepEqual(keys(), ["ab.ts"]);
});

Deno.test("arrow keys go round, Tab looks into a folder, Enter takes it", async () => {
  const { suggestions, done, answer } = setUp();
  suggestions.update("@l", "@l");
  await answer("l", "lib/", "lib/a.ts");
  suggestions.key("ArrowUp");
  assert.equal(suggestions.menu.value?.active, 1);
  suggestions.key("ArrowDown");
  suggestions.key("Tab");
  assert.deepEqual(done, ["text @lib/ over 2"]);
  await answer("lib/", "lib/a.ts");
  suggestions.key("Enter");
  assert.deepEqual(done.at(-1), "file lib/a.ts over 5");
});

Deno.test("what was closed stays closed until something else is typed", () => {
  const { suggestions, keys } = setUp();
  suggestions.update("/re", "/re");
  assert.deepEqual(keys(), ["review", "rename"]);
  assert.ok(suggestions.key("Escape"));
  suggestions.update("/re", "/re");
  assert.equal(suggestions.menu.value, null);
  suggestions.update("/ren", "/ren");
  assert.deepEqual(keys(), ["rename"]);
});

Deno.test("keys belong to the editor while no menu is open or it is empty", () => {
  const { suggestions } = setUp();
  assert.ok(!suggestions.key("Enter"));
  suggestions.update("/zzz", "/zzz");
  assert.ok(!suggestions.key("Enter"));
  assert.ok(suggestions.key("Escape"));
});
