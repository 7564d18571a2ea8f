/**
 * Text from outside made harmless to show: without control characters, terminal sequences, marks
 * that reorder or hide text, and without the sentinels of our own envelope. Pure. Says nothing of
 * what the text means: it is data before and after.
 */

/** Whole terminal sequences, so that no `[31m` is left over: CSI, strings with their end, the rest. */
const SEQUENCES = new RegExp(
  [
    String.raw`(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?`,
    String.raw`(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?`,
    String.raw`\x1b[\x20-\x2f]*[\x30-\x7e]?`,
  ].join("|"),
  "g",
);
/** Ends of lines and pages of every kind. */
const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/**
 * Controls but tab and line feed; all format characters (zero width, bidi, tags, soft hyphen); half
 * pairs; private use; and those that look empty without being called a format character.
 */
const HIDDEN =
  /[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\p{Co}]|[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Nearly all text is this, and needs no work. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** The text with line feeds and tabs, but nothing else that acts or hides. */
export function plainText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replace(SEQUENCES, "").replace(LINE_ENDS, "\n").replace(HIDDEN, "");
}

/** The same on one line. */
export function plainLine(text: string): string {
  const plain = plainText(text);
  return /[\t\n]/.test(plain) ? plain.replace(/[\t\n]+/g, " ").trim() : plain.trim();
}

/** At most `max` characters; a longer text ends with an ellipsis and never in half a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 2)) ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}
