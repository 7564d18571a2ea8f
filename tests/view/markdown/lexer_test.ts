import assert from "node:assert/strict";
import { withoutCitations } from "../../../lib/view/markdown/citations.ts";
import { decodeEntities } from "../../../lib/view/markdown/entities.ts";
import { lexBlock, noLinks, type Token } from "../../../lib/view/markdown/lexer.ts";
import { safeAddress } from "../../../lib/view/markdown/links.ts";

const types = (text: string): string[] => flat(lexBlock(text, noLinks())).map(({ type }) => type);

function flat(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => [token, ...flat(token.tokens ?? [])]);
}

Deno.test("no HTML comes out of the lexer but a line break", () => {
  for (const html of ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b>c</b>"]) {
    assert.ok(!types(html).includes("html"), html);
  }
  assert.ok(types("a<br>b").includes("html"));
});

Deno.test("a text made to be slow is shown as it is, at once", () => {
  const hostile = [
    ["**x* ", 4_000],
    [">", 10_000],
    ["- ", 8_000],
    ["[", 15_000],
    ["[a](", 4_000],
    ["`", 15_000],
    ["a".repeat(20), 50_000],
    ["1. ", 5_000],
  ] as const;
  for (const [part, times] of hostile) {
    const before = performance.now();
    lexBlock(part.repeat(times), noLinks());
    const took = performance.now() - before;
    assert.ok(took < 300, `${part} × ${times} took ${took} ms`);
  }
});

Deno.test("a definition called like a property of objects does no harm", () => {
  const links = noLinks();
  lexBlock("[__proto__]: https://example.org\n\n[constructor]: https://example.org", links);
  assert.equal(({} as Record<string, unknown>).href, undefined);
  assert.ok(!types("[toString]").includes("link"));
});

Deno.test("citations are taken out and other brackets stay", () => {
  assert.equal(withoutCitations("a \uE200cite\uE202turn1file0\uE201b"), "a b");
  assert.equal(withoutCitations("'citeturn1file0L11-L26' end"), "'' end");
  assert.equal(withoutCitations("see 【F:src/a.ts†L1-L3】, 【重要】"), "see , 【重要】");
  assert.equal(withoutCitations("in the making \uE200cite\uE202turn"), "in the making ");
  assert.equal(withoutCitations("I excite, they cite."), "I excite, they cite.");
});

Deno.test("only addresses that are safe to follow become links", () => {
  assert.equal(safeAddress("https://example.org/a b"), "https://example.org/a%20b");
  assert.equal(safeAddress("MAILTO:a@example.org"), "mailto:a@example.org");
  const unsafe = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/x",
    "//example.org",
    "/api/appserver/stop",
    "#x",
    "",
  ];
  for (const href of unsafe) assert.equal(safeAddress(href), null, href);
});

Deno.test("character references become characters, and bad ones a mark", () => {
  assert.equal(
    decodeEntities("&lt;b&gt; &amp;amp; &#65;&#x42; &hellip; &nope;"),
    "<b> &amp; AB … &nope;",
  );
  assert.equal(decodeEntities("&#0;&#xD800;&#x110000;"), "\uFFFD\uFFFD\uFFFD");
});
