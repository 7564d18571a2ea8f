/**
 * The words of our shell integration: what fields a mark has and who may send it. Pure. How marks
 * travel is `osc.ts`'s, what follows from them is `blocks.ts`'s.
 */
import type { Segment } from "./osc.ts";

/** What a shell tells us at one moment. */
export type Mark =
  /** The integration is in place. `exact` is false where the shell cannot say when a command begins. */
  | { readonly kind: "ready"; readonly shell: string; readonly exact: boolean }
  /** A command begins. `text` is null where history skips it; `sure` is false where it may be old. */
  | {
    readonly kind: "begin";
    readonly seq: number;
    readonly cwd: string;
    readonly text: string | null;
    readonly sure: boolean;
  }
  /** It has ended. `text` replaces what `begin` said, where several lines were run at once. */
  | {
    readonly kind: "end";
    readonly seq: number;
    readonly exitCode: number | null;
    readonly cwd: string;
    readonly text: string | null;
  }
  /** A line was not run and still stands at the prompt. */
  | { readonly kind: "refused" }
  /** The prompt is about to be drawn. */
  | { readonly kind: "prompt"; readonly seq: number; readonly cwd: string }
  /** The prompt is drawn, typing starts here. */
  | { readonly kind: "input" };

/** The secrets of one shell. */
export interface Nonces {
  /** Lets its holder begin and end blocks; known to the shell's functions alone. */
  readonly strong: string;
  /** Stands in the prompt string, which people export: all it can say is where the prompt ends. */
  readonly weak: string;
}

type Reader = (fields: readonly string[]) => Mark | null;

const STRONG: Readonly<Record<string, Reader>> = {
  R: ([shell = "", exactness = ""]) => ({ kind: "ready", shell, exact: exactness === "exact" }),
  C: ([seqText, cwd = "", knowledge = "", text = ""]) => {
    const seq = wholeNumber(seqText);
    if (seq === null) return null;
    const known = knowledge === "known" || knowledge === "perhaps";
    return { kind: "begin", seq, cwd, text: known ? text : null, sure: knowledge !== "perhaps" };
  },
  D: ([seqText, exitText, cwd = "", text = ""]) => {
    const seq = wholeNumber(seqText);
    if (seq === null) return null;
    return { kind: "end", seq, exitCode: wholeNumber(exitText), cwd, text: text || null };
  },
  E: () => ({ kind: "refused" }),
  A: ([seqText, cwd = ""]) => {
    const seq = wholeNumber(seqText);
    return seq === null ? null : { kind: "prompt", seq, cwd };
  },
};

/** The mark in a segment, or null where it makes no sense or its sender has no right to it. */
export function readMark(segment: Segment & { kind: "mark" }, nonces: Nonces): Mark | null {
  const [kind = "", ...fields] = segment.fields;
  if (segment.nonce === nonces.weak) return kind === "B" ? { kind: "input" } : null;
  if (segment.nonce !== nonces.strong || !Object.hasOwn(STRONG, kind)) return null;
  return STRONG[kind]?.(fields) ?? null;
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
