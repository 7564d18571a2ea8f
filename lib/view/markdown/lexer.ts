/**
 * Turns the text of one block into tokens, by marked. Owns how marked is set up: HTML is text, and
 * whatever a text from outside does, the lexer neither throws nor takes long.
 */
import { Lexer, type Links, Tokenizer, type Tokens, type TokensList } from "marked";
import { withoutCitations } from "./citations.ts";

export type { Tokens };
/** Any token; what is in it depends on its type. */
export type Token = Tokens.Generic;
/** The link definitions of a text, shared by its blocks. */
export type LinkDefinitions = Links;

/** Text without a break beyond this is shown as it is: nobody formats like that on purpose. */
const LONGEST_BLOCK = 16_000;
/** Quotes in quotes and lists in lists beyond this are shown as they are. */
const TOO_DEEP = /^[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+){12}/m;
/** Stars that open and never close make the search for their ends slow. */
const MOST_STARS = 800;

/** HTML is no markup here: a tag is the text that it is written with, only a line break breaks. */
class TextOnlyTokenizer extends Tokenizer {
  override html(): undefined {
    return undefined;
  }

  override tag(src: string): Tokens.Tag | undefined {
    const raw = /^<br ?\/?>/i.exec(src)?.[0];
    return raw === undefined
      ? undefined
      : { type: "html", raw, text: raw, inLink: false, inRawBlock: false, block: false };
  }
}

/** The tokens of a block; definitions that it holds are added to `links`. */
export function lexBlock(text: string, links: LinkDefinitions): Token[] {
  const clean = withoutCitations(text);
  if (isHostile(clean)) return [plain(clean)];
  try {
    const lexer = new Lexer({ gfm: true, tokenizer: new TextOnlyTokenizer() });
    (lexer.tokens as TokensList).links = links;
    return [...lexer.lex(clean)] as Token[];
  } catch {
    return [plain(clean)];
  }
}

/** A map for definitions that no name from outside can poison. */
export const noLinks = (): LinkDefinitions => Object.create(null);

function isHostile(text: string): boolean {
  return text.length > LONGEST_BLOCK || TOO_DEEP.test(text) ||
    (text.match(/[*_]/g)?.length ?? 0) > MOST_STARS;
}

function plain(text: string): Token {
  const token = { type: "text", raw: text, text, escaped: true };
  return { type: "plain", raw: text, text, tokens: [token] };
}
