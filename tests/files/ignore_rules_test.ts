import assert from "node:assert/strict";
import { isIgnored, parseRules } from "../../lib/files/ignore_rules.ts";

const ignored = (rules: string, path: string, isFolder = false, folder = "") =>
  isIgnored(path, isFolder, parseRules(rules, folder));

Deno.test("a name without a slash is ignored at any depth, one with a slash only there", () => {
  assert.ok(ignored("*.log", "a.log"));
  assert.ok(ignored("*.log", "deep/er/a.log"));
  assert.ok(!ignored("/dist", "deep/dist", true));
  assert.ok(ignored("/dist", "dist", true));
  assert.ok(ignored("a/b", "a/b"));
  assert.ok(!ignored("a/b", "x/a/b"));
});

Deno.test("a slash at the end means folders only", () => {
  assert.ok(ignored("build/", "x/build", true));
  assert.ok(!ignored("build/", "build", false));
});

Deno.test("an exclamation mark takes a file back, a later rule wins", () => {
  assert.ok(!ignored("*.env\n!example.env", "example.env"));
  assert.ok(ignored("!a.txt\na.txt", "a.txt"));
});

Deno.test("two stars cross folders, one does not", () => {
  assert.ok(ignored("docs/**/*.pdf", "docs/a/b/c.pdf"));
  assert.ok(ignored("docs/**", "docs/a/b"));
  assert.ok(!ignored("docs/*.pdf", "docs/a/c.pdf"));
  assert.ok(ignored("**/cache", "a/b/cache", true));
});

Deno.test("comments, blank lines, escapes and classes are read as git reads them", () => {
  assert.ok(!ignored("# a.txt\n\n", "# a.txt"));
  assert.ok(ignored("\\#a.txt", "#a.txt"));
  assert.ok(ignored("file[0-9].txt", "file7.txt"));
  assert.ok(!ignored("file[!0-9].txt", "file7.txt"));
  assert.ok(ignored("a+(b).txt", "a+(b).txt"));
  assert.ok(!ignored("[z-a]", "m"));
});

Deno.test("rules of a deeper folder count below it only", () => {
  assert.ok(ignored("*.tmp", "sub/x.tmp", false, "sub"));
  assert.ok(!ignored("*.tmp", "other/x.tmp", false, "sub"));
});
