/**
 * Fills in templates: `${NAME}` from a context, `${env:NAME}` from the environment,
 * `${free_port}`; `$${` stands for `${`. Pure, and no shell: what comes in by a variable is never
 * looked at again. What is shown to people keeps `${env:…}` as it is written.
 */
import { nearest } from "../config/nearest.ts";

/** What templates may refer to. */
export interface Surroundings {
  /** A list may only stand alone, as an element of a list. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
  readonly env: (name: string) => string | undefined;
  /** Gives the same port each time. */
  readonly freePort: () => number;
}

/** The text for the process, and the same for records and messages. */
export interface Filled {
  readonly text: string;
  readonly shown: string;
}

export type FillResult =
  | { readonly ok: true; readonly filled: Filled }
  | { readonly ok: false; readonly problem: string };

const REFERENCE = /\$\$\{|\$\{([^}]*)(\}?)/g;

/** Fills in one text. */
export function fillTemplate(template: string, at: Surroundings): FillResult {
  let text = "";
  let shown = "";
  let end = 0;
  for (const match of template.matchAll(REFERENCE)) {
    const before = template.slice(end, match.index);
    end = match.index + match[0].length;
    const found = match[1] === undefined ? literal("${") : lookUp(match[1], match[2] === "}", at);
    if (!found.ok) return found;
    text += before + found.filled.text;
    shown += before + found.filled.shown;
  }
  const rest = template.slice(end);
  return { ok: true, filled: { text: text + rest, shown: shown + rest } };
}

export type WordsResult =
  | { readonly ok: true; readonly words: readonly Filled[] }
  | { readonly ok: false; readonly problem: string };

/** Fills in one element of a list: a variable that is a list, standing alone, becomes its words. */
export function fillWords(template: string, at: Surroundings): WordsResult {
  const name = /^\$\{([^}:]*)\}$/.exec(template)?.[1];
  const list = name !== undefined && Object.hasOwn(at.context, name) ? at.context[name] : undefined;
  if (typeof list === "object") {
    return { ok: true, words: list.map((text) => ({ text, shown: text })) };
  }
  const result = fillTemplate(template, at);
  return result.ok ? { ok: true, words: [result.filled] } : result;
}

function lookUp(name: string, closed: boolean, at: Surroundings): FillResult {
  if (!closed) return failed("a ${ is not closed; write $${ for one that is meant literally");
  if (name === "free_port") return literal(String(at.freePort()));
  if (name.startsWith("env:")) return fromEnvironment(name.slice(4), at);
  const value = Object.hasOwn(at.context, name) ? at.context[name] : undefined;
  if (typeof value === "string") return literal(value);
  if (value !== undefined) {
    return failed(`\${${name}} is a list, and must stand alone as an element of a list`);
  }
  const known = [...Object.keys(at.context).sort(), "free_port"];
  const list = [...known, "env:NAME"].map((word) => `\${${word}}`).join(", ");
  const meant = nearest(name, known);
  const guess = meant === undefined ? "" : ` (did you mean \${${meant}}?)`;
  return failed(`unknown variable \${${name}}${guess}; there is ${list}`);
}

function fromEnvironment(name: string, at: Surroundings): FillResult {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return failed(`\${env:${name}} does not name an environment variable`);
  }
  const text = at.env(name);
  if (text !== undefined) return { ok: true, filled: { text, shown: `\${env:${name}}` } };
  return failed(`the environment variable ${name} is not set, or the server may not read it`);
}

function literal(text: string): FillResult {
  return { ok: true, filled: { text, shown: text } };
}

function failed(problem: string): FillResult {
  return { ok: false, problem };
}
