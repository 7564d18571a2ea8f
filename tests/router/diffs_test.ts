import assert from "node:assert/strict";
import { LONGEST } from "../../lib/router/bounds.ts";
import { hashText, splitFiles } from "../../lib/router/unified_diff.ts";
import { THREAD, TURN, Wire } from "./wire.ts";

const edit = (path: string, from: string, to: string) =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n` +
  `@@ -1 +1 @@\n-${from}\n+${to}\n`;

const told = (diff: string) =>
  splitFiles(diff).map(({ path, change, oldPath, binary, added, removed }) =>
    [path, change, oldPath ?? "-", binary ? "binary" : "text", `+${added} -${removed}`].join(" ")
  );

Deno.test("a diff is cut into its files, whatever happened to them", () => {
  const parts: [string, string][] = [
    [
      "diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n" +
      "@@ -0,0 +1 @@\n+a\n",
      "new.txt add - text +1 -0",
    ],
    [
      "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n" +
      "+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
      "gone.txt delete - text +0 -1",
    ],
    [
      "diff --git a/old.txt b/moved.txt\nsimilarity index 100%\nrename from old.txt\n" +
      "rename to moved.txt\n",
      "moved.txt rename old.txt text +0 -0",
    ],
    [
      "diff --git a/a.txt b/c.txt\nsimilarity index 90%\ncopy from a.txt\ncopy to c.txt\n" +
      "--- a/a.txt\n+++ b/c.txt\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n",
      "c.txt copy a.txt text +1 -1",
    ],
    [
      "diff --git a/pic.png b/pic.png\nindex 1..2 100644\nBinary files a/pic.png and b/pic.png differ\n",
      "pic.png update - binary +0 -0",
    ],
    [
      "diff --git a/new.png b/new.png\nnew file mode 100644\nindex 0..2\n" +
      "Binary files /dev/null and b/new.png differ\n",
      "new.png add - binary +0 -0",
    ],
    [
      "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n",
      "run.sh mode - text +0 -0",
    ],
    [
      "diff --git a/end.txt b/end.txt\n--- a/end.txt\n+++ b/end.txt\n@@ -1 +1 @@\n-a\n" +
      "\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
      "end.txt update - text +1 -1",
    ],
    [
      "diff --git a/empty b/empty\nnew file mode 100644\nindex 0..e69de29\n",
      "empty add - text +0 -0",
    ],
  ];
  const whole = parts.map(([diff]) => diff).join("");
  assert.deepEqual(told(whole), parts.map(([, line]) => line));
  assert.deepEqual(splitFiles(whole).map(({ diff }) => diff), parts.map(([diff]) => diff));
  for (const [diff, line] of parts) assert.deepEqual(told(diff.trimEnd()), [line]);
});

Deno.test("names with blanks, quotes and other alphabets are read as they are", () => {
  const cases: [string, string][] = [
    ['diff --git "a/\\303\\244.txt" "b/\\303\\244.txt"\nold mode 1\nnew mode 2\n', "ä.txt"],
    ["diff --git a/two words.txt b/two words.txt\nold mode 1\nnew mode 2\n", "two words.txt"],
    ["--- a/two words.txt\t\n+++ b/two words.txt\t\n@@ -1 +1 @@\n-a\n+b\n", "two words.txt"],
    ['--- /dev/null\n+++ "b/q\\"uo\\te\\\\.txt"\n@@ -0,0 +1 @@\n+b\n', 'q"uo\te\\.txt'],
    ["--- x.txt\t2026-01-01 10:00\n+++ x.txt\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n", "x.txt"],
    [
      'diff --git a/plain "b/\\343\\201\\202"\nrename from plain\nrename to "\\343\\201\\202"\n',
      "あ",
    ],
  ];
  for (const [diff, path] of cases) {
    assert.deepEqual(splitFiles(diff).map((file) => file.path), [path], diff);
  }
});

Deno.test("content that looks like a header is content", () => {
  const diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-diff --git a/y b/y\n" +
    "--- a/y\n+++ b/y\n+@@ -1 +1 @@\n \n" + edit("z", "1", "2");
  assert.deepEqual(told(diff), ["x update - text +2 -2", "z update - text +1 -1"]);
  assert.deepEqual(told("no diff at all\n@@ -1 +1 @@\n"), []);
});

Deno.test("a diff without git's line is cut by its pairs of names", () => {
  const diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n";
  assert.deepEqual(told(diff), ["x update - text +1 -1", "y update - text +1 -1"]);
});

Deno.test("the turn's diff makes a row per file, and repeated unchanged makes none", () => {
  const wire = new Wire();
  wire.start();
  const diff = edit("a.txt", "1", "2") + edit("b.txt", "1", "2");
  wire.say("turn/diff/updated", { diff });
  assert.deepEqual(wire.say("turn/diff/updated", { diff }), []);
  const rows = wire.rows.filter((row) => row.role === "diff");
  assert.deepEqual(rows.map(({ path }) => path), ["a.txt", "b.txt"]);
  assert.equal(rows[0]?.diff_id, `${THREAD}:${TURN}:${hashText(edit("a.txt", "1", "2"))}`);
  assert.notEqual(rows[0]?.diff_id, rows[1]?.diff_id);
});

Deno.test("a file that is edited again has one row, at the latest edit", () => {
  const wire = new Wire();
  wire.start();
  wire.say("turn/diff/updated", { diff: edit("a.txt", "1", "2") + edit("b.txt", "1", "2") });
  wire.say("turn/diff/updated", { diff: edit("a.txt", "1", "3") + edit("b.txt", "1", "2") });
  const rows = wire.rows.filter((row) => row.role === "diff");
  assert.deepEqual(rows.map(({ path }) => path), ["b.txt", "a.txt"]);
  assert.match(rows[1]?.diff ?? "", /\+3/);
  assert.equal(wire.entries.length, 3, "the former one is not written again");
});

Deno.test("an edit that the turn undoes is shown as undone, not as it was", () => {
  const wire = new Wire();
  wire.start();
  wire.say("turn/diff/updated", { diff: edit("a.txt", "1", "2") });
  wire.say("turn/diff/updated", { diff: "" });
  const [row] = wire.rows;
  assert.ok(row?.role === "diff");
  assert.deepEqual([row.change, row.diff, row.added], ["reverted", "", 0]);
  assert.deepEqual(wire.say("turn/diff/updated", { diff: "" }), []);
});

Deno.test("the next turn's diff of the same file is a row of its own", () => {
  const wire = new Wire();
  wire.start();
  wire.say("turn/diff/updated", { diff: edit("a.txt", "1", "2") });
  wire.end();
  wire.start("another-turn-with-a-long-id");
  wire.say("turn/diff/updated", {
    turnId: "another-turn-with-a-long-id",
    diff: edit("a.txt", "1", "2"),
  });
  assert.equal(wire.rows.filter(({ role }) => role === "diff").length, 2);
});

Deno.test("a diff beyond all measure is kept in part, and says so", () => {
  const wire = new Wire();
  wire.start();
  wire.say("turn/diff/updated", { diff: edit("a.txt", "1", "x".repeat(LONGEST.diff)) });
  const [row] = wire.rows;
  assert.ok(row?.role === "diff" && row.truncated && row.diff.length < LONGEST.diff + 100);
});
