import assert from "node:assert/strict";
import { renderToString } from "npm:preact-render-to-string@^6.8.2";
import { Markdown } from "../../../lib/view/markdown/markdown.tsx";
import { TEXTS } from "./markdown_corpus.ts";

const html = (text: string, running = false): string =>
  renderToString(<Markdown text={text} running={running} />)
    .replace(/^<div class="md">|<\/div>$/g, "");

Deno.test("emphasis, code, links and breaks are drawn", () => {
  assert.equal(
    html("**a** *b* ~~c~~ `d<e` [f](https://example.org)"),
    "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d&lt;e</code> " +
      '<a href="https://example.org/" target="_blank" rel="noopener noreferrer" ' +
      'title="https://example.org/">f</a></p>',
  );
  assert.equal(html("a  \nb"), "<p>a<br/>b</p>");
  assert.equal(html("&lt;b&gt; &amp;amp;"), "<p>&lt;b> &amp;amp;</p>");
});

Deno.test("what is no safe link is text that says where it would have led", () => {
  assert.equal(html("[a](src/a.ts:1)"), '<p><span class="path" title="src/a.ts:1">a</span></p>');
  assert.equal(
    html("[a](javascript:x)"),
    '<p><span class="path" title="javascript:x">a</span></p>',
  );
});

Deno.test("a picture is a link to it", () => {
  assert.match(html("![map](https://example.org/m.png)"), /^<p><a [^>]*>🖼 map<\/a><\/p>$/);
});

Deno.test("lists keep their numbers, nest, and put boxes before tasks", () => {
  assert.equal(html("3. a\n4. b"), '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>');
  assert.equal(
    html("- a\n  - b\n- c"),
    "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>",
  );
  assert.match(html("- [x] a"), /^<ul><li class="task-item"><p><span class="task done">/);
  assert.match(html("- a\n\n- b"), /^<ul class="loose">/);
});

Deno.test("tables of one head and any number of rows", () => {
  const table = html("| a | b |\n|---|--:|\n" + "| 1 | 2 |\n".repeat(100));
  assert.equal(table.match(/<tr>/g)?.length, 101);
  assert.equal(table.match(/<thead>/g)?.length, 1);
  assert.match(table, /<th class="right">b<\/th>/);
});

Deno.test("a code block has its language and its text", () => {
  const code = html("```ts\nconst a = 1 < 2;\n\n// b\n```");
  assert.match(code, /<figcaption><span>ts<\/span>/);
  assert.match(code, /<span class="chunk">const a = 1 &lt; 2;\n\n\/\/ b<\/span>/);
});

Deno.test("quotes and lists in each other come to an end", () => {
  const deep = html("> ".repeat(11) + "a\n\n" + "> ".repeat(4_000) + "b");
  assert.ok((deep.match(/<blockquote>/g)?.length ?? 0) <= 16);
  assert.match(deep, /b/);
});

Deno.test("the end of a growing text looks as the whole text does", () => {
  for (const text of TEXTS.filter((one) => !one.includes("]: "))) {
    const grown = html(text.endsWith("\n") ? text : `${text}\n`, true);
    const whole = html(text.endsWith("\n") ? text : `${text}\n`);
    assert.equal(grown, whole, JSON.stringify(text));
  }
});
