/**
 * The meta envelope: one line of JSON between two control characters, in front of the person's
 * text. Owns how it is written, found and taken off. Stripping happens in one place, before any
 * trimming: the marks are white space to some trimmers.
 */

const START = "\x1eCODEX_META ";
const END = "\x1f";
/** Shown instead of the mark when a person's own text begins like an envelope. */
const VISIBLE_MARK = "\u241e";

/** What every envelope says of itself. */
export interface EnvelopeHead {
  readonly v: number;
  readonly type: string;
}

/** Writes an envelope. JSON escapes control characters, so the end mark cannot occur inside. */
export function wrapEnvelope(content: EnvelopeHead): string {
  return START + JSON.stringify(content) + END;
}

/** The text without its leading envelopes. What only looks like one stays as it is. */
export function stripEnvelopes(text: string): string {
  let rest = text;
  for (;;) {
    const end = envelopeEnd(rest);
    if (end === null) return rest;
    rest = rest.slice(end);
  }
}

/** Any JSON with each text in it stripped: for answers of the app-server that repeat messages. */
export function stripAll<T>(value: T): T {
  if (typeof value === "string") return stripEnvelopes(value) as T;
  if (Array.isArray(value)) return value.map(stripAll) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, stripAll(one)])) as T;
}

/** The contents of the leading envelopes, first to last. */
export function readEnvelopes(text: string): EnvelopeHead[] {
  const found: EnvelopeHead[] = [];
  for (let rest = text, end = envelopeEnd(rest); end !== null; end = envelopeEnd(rest)) {
    found.push(JSON.parse(rest.slice(START.length, end - END.length)));
    rest = rest.slice(end);
  }
  return found;
}

/**
 * A person's text as it may follow an envelope. If it begins like one itself, its mark is made
 * visible: it would be stripped as ours, or taken for ours by the model.
 */
export function guardUserText(text: string): string {
  return text.startsWith(START) ? VISIBLE_MARK + text.slice(1) : text;
}

/** The offset behind the envelope that the text begins with, or null if it begins with none. */
function envelopeEnd(text: string): number | null {
  if (!text.startsWith(START)) return null;
  const end = text.indexOf(END, START.length);
  if (end === -1) return null;
  return isHead(text.slice(START.length, end)) ? end + END.length : null;
}

function isHead(json: string): boolean {
  if (json.includes("\n")) return false;
  try {
    const value = JSON.parse(json);
    return typeof value === "object" && value !== null && typeof value.type === "string" &&
      typeof value.v === "number";
  } catch {
    return false;
  }
}
