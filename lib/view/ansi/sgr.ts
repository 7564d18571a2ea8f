/**
 * Colours and weights of terminal output: SGR sequences as styles. Owns the meaning of their
 * numbers; where sequences begin and end is ansi_text.ts's business.
 */

/** One of the 16 named colours by its number, or red, green and blue. */
export type Colour = number | readonly [number, number, number];

export interface Style {
  readonly fg?: Colour;
  readonly bg?: Colour;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly inverse?: true;
}

export const PLAIN: Style = {};

type Flag = Exclude<keyof Style, "fg" | "bg">;
const ON: Readonly<Record<number, Flag>> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
  9: "strike",
};
const OFF: Readonly<Record<number, readonly Flag[]>> = {
  21: ["bold"],
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["strike"],
};

/** The style after `ESC [ parameters m`. Numbers that mean nothing here are skipped. */
export function applySgr(style: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map((code) => code === "" ? 0 : Number(code));
  let next: Writable = { ...style };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code === 0) next = {};
    else if (code === 38 || code === 48) {
      const { colour, used } = extended(codes, at + 1);
      if (colour !== null) next[code === 38 ? "fg" : "bg"] = colour;
      at += used;
    } else applyCode(next, code);
  }
  return next;
}

type Writable = { -readonly [Key in keyof Style]: Style[Key] };

function applyCode(style: Writable, code: number): void {
  const on = ON[code];
  if (on !== undefined) style[on] = true;
  for (const flag of OFF[code] ?? []) delete style[flag];
  if (code === 39) delete style.fg;
  if (code === 49) delete style.bg;
  if (code >= 30 && code <= 37) style.fg = code - 30;
  if (code >= 40 && code <= 47) style.bg = code - 40;
  if (code >= 90 && code <= 97) style.fg = code - 82;
  if (code >= 100 && code <= 107) style.bg = code - 92;
}

/** `5;n` or `2;r;g;b` behind a 38 or 48. */
function extended(codes: readonly number[], at: number): { colour: Colour | null; used: number } {
  const byte = (value: number | undefined) => Math.min(255, Math.max(0, value || 0));
  if (codes[at] === 5) return { colour: palette(byte(codes[at + 1])), used: 2 };
  if (codes[at] !== 2) return { colour: null, used: 1 };
  const [r, g, b] = codes.slice(at + 1, at + 4);
  return { colour: [byte(r), byte(g), byte(b)], used: 4 };
}

/** A colour of the 256: 16 named ones, a cube of 6×6×6, 24 greys. */
function palette(n: number): Colour {
  if (n < 16) return n;
  if (n >= 232) {
    const grey = 8 + (n - 232) * 10;
    return [grey, grey, grey];
  }
  const level = (step: number) => step === 0 ? 0 : 55 + step * 40;
  const cube = n - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}
