import assert from "node:assert/strict";
import { bestMatches, candidate } from "../../lib/files/fuzzy.ts";

const PATHS = [
  "README.md",
  "docs/composer.md",
  "lib/view/",
  "lib/view/composer.tsx",
  "lib/view/composer_menu.tsx",
  "lib/page/compose_report.ts",
  "tests/view/composer_test.ts",
  "vendor/c/o/m/p/oser.txt",
].map(candidate);

const found = (query: string, limit = 3) =>
  bestMatches(PATHS, query, limit).map(({ path }) => path);

Deno.test("a name that begins with the letters comes before one that has them inside", () => {
  assert.deepEqual(found("composer"), [
    "docs/composer.md",
    "lib/view/composer.tsx",
    "lib/view/composer_menu.tsx",
  ]);
  assert.equal(found("menu")[0], "lib/view/composer_menu.tsx");
});

Deno.test("letters may be scattered, as long as they come in their order", () => {
  assert.equal(found("vwcmenu")[0], "lib/view/composer_menu.tsx");
  assert.deepEqual(found("xyzzy"), []);
});

Deno.test("a path is found by its folders, and a folder by its name", () => {
  assert.equal(found("view/composer")[0], "lib/view/composer.tsx");
  assert.equal(found("view")[0], "lib/view/");
});

Deno.test("case and spaces make no difference, and nothing typed gives what is near the top", () => {
  assert.equal(found("Read Me")[0], "README.md");
  assert.deepEqual(found("", 2), ["README.md", "lib/view/"]);
});

Deno.test("a hundred thousand paths are searched in a moment", () => {
  const many = Array.from(
    { length: 100_000 },
    (_, n) => candidate(`packages/p${n % 97}/src/module_${n}/component_${n * 7}.tsx`),
  );
  const begin = performance.now();
  assert.equal(bestMatches(many, "component_70", 30).length, 30);
  // A busy machine takes long for anything; what grows with the square takes minutes.
  assert.ok(performance.now() - begin < 15_000, "it took too long");
});
