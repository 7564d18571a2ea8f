/**
 * Splits a command line into words the way a shell does: blanks part words, quotes keep them
 * together, a backslash takes the next character as it is. Expands nothing, runs nothing.
 */

/** Words, or the reason why the text is not a command line. */
export type SplitResult = { ok: true; words: string[] } | {
  ok: false;
  reason: string;
};

/** Characters that keep their backslash's meaning inside double quotes. */
const ESCAPABLE_IN_QUOTES = '"\\$`';

/** Splits `text` into words. */
export function splitCommandLine(text: string): SplitResult {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (quote === "'") {
      if (c === quote) quote = "";
      else word += c;
    } else if (c === "\\") {
      const next = text[++i];
      if (next === undefined) {
        return { ok: false, reason: "it ends with a lone backslash" };
      }
      const literal = quote !== "" && !ESCAPABLE_IN_QUOTES.includes(next);
      word = (word ?? "") + (literal ? c : "") + next;
    } else if (quote) {
      if (c === quote) quote = "";
      else word += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= ""; // '' is an empty word, not none
    } else if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + c;
    }
  }
  if (quote) return { ok: false, reason: `a ${quote} is not closed` };
  if (word !== null) words.push(word);
  return words.length > 0 ? { ok: true, words } : { ok: false, reason: "it is empty" };
}

/** Quotes one word so that a POSIX shell, and {@link splitCommandLine}, read it back as it is. */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
