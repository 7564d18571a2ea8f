/**
 * Highlighted code as lines of spans, and the way from the highlighter's HTML to them. The
 * highlighter itself is loaded on demand by the page; nothing of it is known here.
 */

/** Some text in one colour; `kind` is empty for plain text. */
export interface Span {
  readonly kind: string;
  readonly text: string;
}

/** Colours code; null where it does not know the language. */
export type Highlight = (code: string, language: string) => readonly (readonly Span[])[] | null;

/** Larger code is shown in one colour. */
export const LONGEST_HIGHLIGHTED = 60_000;

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * Reads the markup of highlight.js: spans with a class, and escaped text, nothing else. The
 * innermost span decides. What is of another form is shown as text.
 */
export function spansOf(html: string): Span[][] {
  const lines: Span[][] = [[]];
  const open: string[] = [];
  for (const [, opening, closing, text] of html.matchAll(TOKEN)) {
    if (opening !== undefined) open.push(kindOf(opening));
    else if (closing !== undefined) open.pop();
    else addText(lines, open.at(-1) ?? "", unescape(text ?? ""));
  }
  return lines;
}

const TOKEN = /<span class="([\w\s-]*)">|(<\/span>)|([^<]+|<)/g;

/** `hljs-title function_` → `title`; what only groups others has no kind. */
function kindOf(classes: string): string {
  const kind = /hljs-([a-z]+)/.exec(classes)?.[1] ?? "";
  return kind === "subst" ? "" : kind;
}

function addText(lines: Span[][], kind: string, text: string): void {
  const [first = "", ...rest] = text.split("\n");
  if (first !== "") lines.at(-1)!.push({ kind, text: first });
  for (const line of rest) lines.push(line === "" ? [] : [{ kind, text: line }]);
}

function unescape(text: string): string {
  return text.replace(
    /&(?:amp|lt|gt|quot|#x27|#39);/g,
    (entity) => ENTITIES[entity] ?? (entity === "&quot;" ? '"' : "'"),
  );
}
