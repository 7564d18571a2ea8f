/**
 * Terminal output as plain text, by rules instead of a screen: escape sequences are left out and
 * a carriage return starts its line again. Pure and cheap; exact only where output does not move
 * the cursor about. The exact text comes from a terminal (`host/render.ts`).
 */

// deno-lint-ignore no-control-regex -- it reads control characters
const ESCAPE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])/g;
// deno-lint-ignore no-control-regex -- it reads control characters
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Whether output is text, tabs and line ends only, so that a screen would show just these lines. */
export function isPlain(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= 0x20 && byte !== 0x7f) continue;
    if (byte === 0x0a || byte === 0x09) continue;
    if (byte === 0x0d && bytes[at + 1] === 0x0a) continue;
    return false;
  }
  return true;
}

/** Lines of plain output, without blanks at their ends, as a screen has them. */
export function plainLines(text: string): string[] {
  return withoutLastBreak(text.split(/\r?\n/).map((line) => line.trimEnd()));
}

/** The text of any output, approximately. */
export function approximateText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replace(ESCAPE, "");
  const lines = text.split(/\r*\n/).map((line) => overwritten(line).replace(CONTROL, "").trimEnd());
  return withoutLastBreak(lines).join("\n");
}

/** `10%\r50%\rdone` shows as `done`: what was written last, over what it did not cover. */
function overwritten(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").reduce((shown, part) => part + shown.slice(part.length));
}

function withoutLastBreak(lines: string[]): string[] {
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  return lines;
}
