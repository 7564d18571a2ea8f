/**
 * What a person types, as a query of SQLite's full-text search: every word must be there, words in
 * quotes as they stand, the last one may go on. Nothing of it can be an operator. Pure.
 */

const MAX_TERMS = 16;
const MAX_CHARACTERS = 400;
const LETTERS = /[\p{L}\p{N}]/u;

/** The query, or null if there is nothing to look for. */
export function ftsQuery(text: string): string | null {
  const cut = text.slice(0, MAX_CHARACTERS);
  const terms = [...cut.matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([whole, phrase]) => ({ text: phrase ?? whole, open: phrase === undefined }))
    // What has no letter or digit is nothing to the index either.
    .filter((term) => LETTERS.test(term.text))
    .slice(0, MAX_TERMS);
  if (terms.length === 0) return null;
  return terms.map((term, at) => quoted(term.text) + (isPrefix(term, at, terms) ? "*" : ""))
    .join(" ");
}

/** The word that is being typed; one letter would match half of everything. */
function isPrefix(
  { text, open }: { text: string; open: boolean },
  at: number,
  terms: readonly unknown[],
): boolean {
  const last = [...text].at(-1) ?? "";
  return open && at === terms.length - 1 && [...text].length > 1 && LETTERS.test(last);
}

function quoted(text: string): string {
  // A zero byte would end the query early.
  return `"${text.replaceAll("\0", " ").replaceAll('"', '""')}"`;
}
