/**
 * Characters that change how others look, made visible: where text is code, a command or a path,
 * nobody may hide a part of it or show its parts in another order.
 */

/** All control and format characters, but for tabs, newlines, and what joins emoji. */
const TRICKY = /(?![\t\n]|\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The text with each such character written as its number. */
export function visible(text: string): string {
  return text.replace(
    TRICKY,
    (character) => `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}›`,
  );
}
