import assert from "node:assert/strict";
import { ftsQuery } from "../../../lib/transcript/search/fts_query.ts";
import { marked, unmarked } from "../../../lib/transcript/search/snippet.ts";

Deno.test("every word is looked for, and the last one may go on", () => {
  assert.equal(ftsQuery("fix the menu"), '"fix" "the" "menu"*');
  assert.equal(ftsQuery('say "hello there" now'), '"say" "hello there" "now"*');
  assert.equal(ftsQuery('"as it stands"'), '"as it stands"');
  assert.equal(ftsQuery("a"), '"a"', "one letter is no beginning");
  assert.equal(ftsQuery("lib/router.ts"), '"lib/router.ts"*');
});

Deno.test("nothing that a person types is an operator", () => {
  assert.equal(ftsQuery("a AND b OR NOT c"), '"a" "AND" "b" "OR" "NOT" "c"');
  assert.equal(ftsQuery("text:x* ^y {z}"), '"text:x*" "^y" "{z}"');
  assert.equal(ftsQuery('un"closed'), '"un" "closed"');
  assert.equal(ftsQuery("-- ' ; ()"), null);
  assert.equal(ftsQuery(""), null);
  assert.equal(ftsQuery("x".repeat(10_000))?.length, 403);
});

Deno.test("what was found is marked by its place in the snippet", () => {
  assert.deepEqual(marked("…a \u0001hit\u0002 and \u0001two\u0002"), {
    snippet: "…a hit and two",
    marks: [[3, 6], [11, 14]],
  });
  assert.deepEqual(marked("none"), { snippet: "none", marks: [] });
  assert.equal(unmarked("a\u0001b\u0002c"), "a b c");
});
