import assert from "node:assert/strict";
import { Lexer } from "marked";
import { type DocBlock, MarkdownDocument } from "../../../lib/view/markdown/document.ts";
import { TEXTS } from "./markdown_corpus.ts";

function whole(text: string): readonly DocBlock[] {
  return new MarkdownDocument().finish(text);
}

/** A small generator of numbers, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % below;
  };
}

Deno.test("a text in pieces gives what the whole text gives, however it is cut", () => {
  const next = numbers(1);
  for (const text of TEXTS) {
    const expected = whole(text);
    for (const longest of [1, 3, 12, 80]) {
      const document = new MarkdownDocument();
      for (let end = 0; end < text.length;) {
        end = Math.min(text.length, end + 1 + next(longest));
        document.update(text.slice(0, end));
      }
      assert.deepEqual(document.finish(text), expected, JSON.stringify(text));
    }
  }
});

Deno.test("random soups of Markdown give the same in pieces as whole", () => {
  const next = numbers(2);
  const bits = TEXTS.flatMap((text) => text.split(/(?<=\n)/));
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 3 + next(12) }, () => bits[next(bits.length)]).join("");
    const document = new MarkdownDocument();
    for (let end = 0; end < text.length; end += 1 + next(9)) document.update(text.slice(0, end));
    assert.deepEqual(document.finish(text), whole(text), JSON.stringify(text));
  }
});

Deno.test("what was final while the text grew is the same object at the end", () => {
  const text = TEXTS.filter((one) => !one.includes("]: ")).join("\n\n");
  const document = new MarkdownDocument();
  const seen: DocBlock[] = [];
  for (let end = 0; end <= text.length; end += 7) {
    document.update(text.slice(0, end));
    for (const block of document.final.slice(seen.length)) seen.push(block);
  }
  assert.ok(seen.length > 40, `only ${seen.length} blocks were final before the end`);
  const end = document.finish(text);
  for (const [at, block] of seen.entries()) assert.equal(end[at], block);
});

Deno.test("items of a growing list and rows of a growing table are kept as they are", () => {
  for (const line of ["- item with **bold**\n", "| a | b |\n"]) {
    const head = line.startsWith("|") ? "| h | i |\n|---|---|\n" : "";
    const document = new MarkdownDocument();
    const before = document.update(head + line.repeat(100)).at(-1)!;
    const after = document.update(head + line.repeat(101)).at(-1)!;
    const [first] = before.kind === "list"
      ? before.items
      : before.kind === "table"
      ? before.parts
      : [];
    const [again] = after.kind === "list" ? after.items : after.kind === "table" ? after.parts : [];
    assert.ok(first !== undefined && first === again);
  }
});

Deno.test("a text that does not go on from the one before starts over", () => {
  const document = new MarkdownDocument();
  document.update("# one\n\ntwo\n\nthree");
  document.update("other\n\ntext");
  assert.deepEqual(document.finish("other\n\ntext"), whole("other\n\ntext"));
});

Deno.test("a definition is found by links above it", () => {
  const [first] = whole(TEXTS.find((text) => text.includes("[d]: "))!);
  assert.ok(first?.kind === "prose");
  assert.match(JSON.stringify(first.tokens), /"href":"https:\/\/example.org\/docs"/);
});

Deno.test("ordinary texts are cut where marked itself begins blocks", () => {
  const kinds = (text: string) =>
    whole(text).flatMap((block) =>
      block.kind === "prose" ? block.tokens.map(({ type }) => type) : [block.kind]
    ).filter((kind) => kind !== "space");
  for (const text of TEXTS.filter((one) => !/<|citeturn/.test(one))) {
    const own = new Lexer({ gfm: true }).lex(text).map(({ type }) => type as string);
    assert.deepEqual(kinds(text), own.filter((kind) => kind !== "space"), JSON.stringify(text));
  }
});

Deno.test("headings never skip a level, whatever their own marks say", () => {
  const levels = whole("#### deep\n\n# top\n\n### three\n\n## two\n\n###### six")
    .flatMap((block) => block.kind === "prose" ? block.tokens : [])
    .filter((token) => token.type === "heading").map((token) => token.level);
  assert.deepEqual(levels, [2, 2, 3, 3, 4]);
});
