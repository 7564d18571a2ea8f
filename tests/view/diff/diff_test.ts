import assert from "node:assert/strict";
import { spansOf } from "../../../lib/view/code/highlight.ts";
import { languageOfPath } from "../../../lib/view/diff/languages.ts";
import { markSpans } from "../../../lib/view/diff/line_spans.ts";
import { parseDiff, wholeFile } from "../../../lib/view/diff/parse_diff.ts";
import { splitRows } from "../../../lib/view/diff/split_rows.ts";
import { wordMarks } from "../../../lib/view/diff/word_marks.ts";
import { shortPath } from "../../../lib/view/short_path.ts";
import { visible } from "../../../lib/view/visible.ts";

const DIFF = `diff --git a/main.cpp b/main.cpp
index 1..2 100644
--- a/main.cpp
+++ b/main.cpp
@@ -6,3 +6,3 @@ int main()
   std::cout << "Number Guessing Game";
-  std::cout << "1 to 100.";
+  std::cout << "1 to 50.";
   std::cout << "Type a guess";
\\ No newline at end of file
`;

Deno.test("lines have their numbers on both sides, and the hunk says where it is", () => {
  const { hunks: [hunk], added, removed } = parseDiff(DIFF);
  assert.equal(hunk?.title, "Lines 6-8 → 6-8");
  assert.equal(hunk?.section, "int main()");
  assert.deepEqual([added, removed], [1, 1]);
  assert.deepEqual(
    hunk?.lines.map(({ kind, before, after }) => `${kind} ${before} ${after}`),
    ["same 6 6", "del 7 null", "add null 7", "same 8 8", "note null null"],
  );
});

Deno.test("a hunk of one line, of none, and one that was cut off", () => {
  assert.equal(parseDiff("@@ -3 +3,0 @@\n-x\n").hunks[0]?.title, "Lines 3 → none");
  assert.equal(parseDiff("@@ -1,9 +1,9 @@\n a\n-b").lines, 2);
  assert.deepEqual(parseDiff("Binary files differ\n").hunks, []);
});

Deno.test("the whole content of a file is shown line by line, whatever it looks like", () => {
  const { hunks, added } = wholeFile("hidden?\n@@ -1 +1 @@\n-x\n", "add");
  assert.equal(added, 3);
  assert.deepEqual(hunks[0]?.lines.map(({ text }) => text), ["hidden?", "@@ -1 +1 @@", "-x"]);
});

Deno.test("the words that changed are marked, and lines without likeness are not", () => {
  const { lines } = parseDiff(DIFF).hunks[0]!;
  const marks = wordMarks(lines);
  const marked = lines.map((line) =>
    (marks.get(line) ?? []).map(([from, to]) => line.text.slice(from, to)).join("|")
  );
  assert.deepEqual(marked, ["", "100", "50", "", ""]);
  const other = parseDiff("@@ -1 +1 @@\n-alpha beta gamma\n+0 1 2 3 4 5\n").hunks[0]!;
  assert.equal(wordMarks(other.lines).size, 0);
});

Deno.test("side by side, removed and added lines share a row", () => {
  const rows = splitRows(parseDiff("@@ -1,3 +1,4 @@\n-a\n-b\n+c\n+d\n+e\n f\n").hunks[0]!.lines);
  assert.deepEqual(rows.map(({ left, right }) => `${left?.text ?? ""}|${right?.text ?? ""}`), [
    "a|c",
    "b|d",
    "|e",
    "f|f",
  ]);
});

Deno.test("marks cut colours, and the text stays whole", () => {
  const spans = [{ kind: "keyword", text: "const" }, { kind: "", text: " answer" }];
  const cut = markSpans(spans, [[3, 8]]);
  assert.deepEqual(cut.map(({ kind, text, marked }) => `${kind}:${text}:${marked}`), [
    "keyword:con:false",
    "keyword:st:true",
    ":" + " an" + ":true",
    ":swer:false",
  ]);
});

Deno.test("the highlighter's markup becomes spans per line, and nothing else gets through", () => {
  const html = `<span class="hljs-string">&quot;a\n&lt;b&gt;</span> &amp;<img src=x>`;
  const lines = spansOf(html);
  assert.deepEqual(lines[0], [{ kind: "string", text: '"a' }]);
  assert.deepEqual(lines[1]?.[0], { kind: "string", text: "<b>" });
  assert.equal(lines[1]?.slice(1).map(({ text }) => text).join(""), " &<img src=x>");
});

Deno.test("paths are shown from the working folder on, languages told by names", () => {
  assert.equal(shortPath("/work/ship/src/a.ts", "/work/ship"), "src/a.ts");
  assert.equal(shortPath("/work/shipyard/a.ts", "/work/ship"), "/work/shipyard/a.ts");
  assert.equal(shortPath("src/a.ts", ""), "src/a.ts");
  assert.equal(languageOfPath("src/A.TSX"), "typescript");
  assert.equal(languageOfPath("Dockerfile"), "dockerfile");
  assert.equal(languageOfPath("README"), "");
});

Deno.test("characters that hide or turn others are written as their numbers", () => {
  assert.equal(visible("a\u202Eb\u200B\x1b\tc\n"), "a‹U+202E›b‹U+200B›‹U+001B›\tc\n");
  assert.equal(visible("👩\u200d💻 ünïcode"), "👩\u200d💻 ünïcode");
});
