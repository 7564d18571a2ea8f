/**
 * A text in Markdown as blocks of tokens, made anew for each frame while it grows, at the cost of
 * what was added: finished blocks, items and rows keep their identity and are never lexed again.
 * Pure; drawing is markdown.tsx's business.
 */
import { decodeEntities } from "./entities.ts";
import { lexBlock, type LinkDefinitions, noLinks, type Token } from "./lexer.ts";
import { type Block, BlockScanner } from "./scanner.ts";

/** A block that is ready to be drawn. The same object means: nothing changed. */
export type DocBlock =
  | { readonly kind: "prose"; readonly key: number; readonly tokens: readonly Token[] }
  | {
    readonly kind: "code";
    readonly key: number;
    readonly language: string;
    readonly text: string;
    /** False while more code may come. */
    readonly closed: boolean;
  }
  | { readonly kind: "list"; readonly key: number; readonly items: readonly DocPart[] }
  | { readonly kind: "table"; readonly key: number; readonly parts: readonly DocPart[] };

/** An item of a list or some rows of a table. */
export interface DocPart {
  readonly key: number;
  readonly tokens: readonly Token[];
}

export class MarkdownDocument {
  #text = "";
  #scanner = new BlockScanner();
  /** Where the first line begins that was not scanned. */
  #at = 0;
  #final: DocBlock[] = [];
  /** The scanned blocks behind #final, for definitions that come after their use. */
  #sources: Block[] = [];
  /** The finished parts of the block that is open. */
  #parts = new Map<number, DocPart>();
  #links: LinkDefinitions = noLinks();
  #headings = new HeadingLevels();
  #finished = false;

  /** The blocks that no later text changes; grows in place. */
  get final(): readonly DocBlock[] {
    return this.#final;
  }

  /**
   * Takes the whole text so far and gives the blocks that may still change. A text that does not
   * go on from the one before starts over.
   */
  update(text: string): DocBlock[] {
    if (this.#finished || !text.startsWith(this.#text)) this.#restart();
    this.#text = text;
    for (let end = text.indexOf("\n", this.#at); end !== -1; end = text.indexOf("\n", this.#at)) {
      this.#scanner.line(cut(text, this.#at, end), this.#at, end + 1);
      this.#at = end + 1;
    }
    for (const block of this.#scanner.take()) {
      this.#sources.push(block);
      this.#final.push(this.#build(block, this.#headings, this.#links));
      this.#parts.clear();
    }
    const headings = this.#headings.copy();
    // A definition that is still being written must not become one.
    const links: LinkDefinitions = Object.create(this.#links);
    return this.#pending().map((block) => this.#build(block, headings, links));
  }

  /** The text has come to its end: everything is final, and links find their definitions. */
  finish(text: string): readonly DocBlock[] {
    if (this.#finished && text === this.#text) return this.#final;
    this.update(text);
    for (const block of this.#pending()) {
      this.#sources.push(block);
      this.#final.push(this.#build(block, this.#headings, this.#links));
    }
    this.#finished = true;
    if (Object.keys(this.#links).length > 0) this.#resolveLinks();
    return this.#final;
  }

  /** Definitions may stand behind their use: what has brackets is lexed once more. */
  #resolveLinks(): void {
    this.#parts.clear();
    const headings = new HeadingLevels();
    this.#final = this.#final.map((block, at) => {
      const source = this.#sources[at]!;
      const brackets = this.#text.slice(source.start, source.end).includes("[");
      if (source.kind === "code" || !brackets) {
        if (block.kind === "prose") headings.fit(block.tokens);
        return block;
      }
      return this.#build(source, headings, this.#links);
    });
  }

  #pending(): Block[] {
    return this.#scanner.pending(cut(this.#text, this.#at, this.#text.length), this.#at);
  }

  #restart(): void {
    this.#scanner = new BlockScanner();
    this.#at = 0;
    this.#final = [];
    this.#sources = [];
    this.#parts.clear();
    this.#links = noLinks();
    this.#headings = new HeadingLevels();
    this.#finished = false;
  }

  #build(block: Block, headings: HeadingLevels, links: LinkDefinitions): DocBlock {
    const key = block.start;
    switch (block.kind) {
      case "prose":
        return { kind: "prose", key, tokens: headings.fit(this.#lex(block, links)) };
      case "code":
        return this.#code(block);
      case "list":
        return { kind: "list", key, items: this.#partsOf(block, "", links) };
      case "table": {
        const head = this.#text.slice(block.start, block.parts[0] ?? block.end);
        const parts = block.parts.length === 0
          ? [{ key, tokens: lexBlock(head, links) }]
          : this.#partsOf(block, head.endsWith("\n") ? head : `${head}\n`, links);
        return { kind: "table", key, parts };
      }
    }
  }

  #code({ start, end, parts: [from = end, to], fence }: Block): DocBlock {
    const text = cutIndent(this.#text.slice(from, to ?? end), fence?.indent ?? 0);
    return {
      kind: "code",
      key: start,
      language: languageOf(fence?.info ?? ""),
      text: text.replace(/\n$/, ""),
      closed: to !== undefined,
    };
  }

  /** Each part by itself; all but the last one are lexed once. */
  #partsOf({ parts, end }: Block, head: string, links: LinkDefinitions): DocPart[] {
    return parts.map((start, at) => {
      const known = this.#parts.get(start);
      if (known !== undefined) return known;
      const tokens = lexBlock(head + this.#text.slice(start, parts[at + 1] ?? end), links);
      const part = { key: start, tokens };
      // Before the last line is complete, the part before the last may be the one that grows.
      if (at < parts.length - 2) this.#parts.set(start, part);
      return part;
    });
  }

  #lex({ start, end }: Block, links: LinkDefinitions): Token[] {
    return lexBlock(this.#text.slice(start, end), links);
  }
}

/**
 * Headings of a message stand below the page's own, and none skips a level: who jumps from heading
 * to heading by ear counts on that. How large they look follows the text's own levels.
 */
class HeadingLevels {
  #last = 1;

  copy(): HeadingLevels {
    const twin = new HeadingLevels();
    twin.#last = this.#last;
    return twin;
  }

  /** Notes the level of each heading in it; gives the same tokens. */
  fit(tokens: readonly Token[]): readonly Token[] {
    for (const token of tokens) {
      if (token.type !== "heading") continue;
      this.#last = token.level = Math.min(token.depth + 1, this.#last + 1, 6);
    }
    return tokens;
  }
}

/** A line without a carriage return at its end. */
function cut(text: string, start: number, end: number): string {
  return text[end - 1] === "\r" && end > start
    ? text.slice(start, end - 1)
    : text.slice(start, end);
}

/** The first word of what stands behind a fence, without what could be markup for tools. */
function languageOf(info: string): string {
  return decodeEntities(/^[^\s{,:]+/.exec(info)?.[0] ?? "").toLowerCase().slice(0, 24);
}

/** A fence that is indented takes that much indent off its lines. */
function cutIndent(text: string, indent: number): string {
  return indent === 0 ? text : text.replace(new RegExp(`^ {1,${indent}}`, "gm"), "");
}
