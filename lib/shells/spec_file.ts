/**
 * The text of a shellspec, checked, with the line of every value, so that a mistake names file,
 * line, key and value. Knows JSONC and the schema; reads no disk and fills in no template.
 */
import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import { getNodeValue } from "jsonc-parser";
import type { z } from "zod";
import { lineAt, syntaxErrors } from "../config/config_file.ts";
import { didYouMean } from "../config/nearest.ts";
import { type Shellspec, shellspecSchema } from "./spec.ts";

/** Leads to a value: `["shells", "app_server", "command", 0]`. */
export type Path = readonly (string | number)[];

/** One mistake; `message` is the whole sentence and has all the rest in it. */
export interface SpecProblem {
  readonly file: string;
  readonly line: number;
  /** Dotted, empty for the file as a whole. */
  readonly key: string;
  /** As it is written in the file: a template is not filled in, so that no secret shows. */
  readonly value: unknown;
  readonly message: string;
}

/** A shellspec that passed its checks. */
export interface LoadedSpec {
  readonly file: string;
  readonly spec: Shellspec;
  /** A mistake at a place of this file that only later steps can see. */
  problemAt(path: Path, what: string): SpecProblem;
}

export type SpecResult =
  | { readonly ok: true; readonly loaded: LoadedSpec }
  | { readonly ok: false; readonly problems: readonly SpecProblem[] };

/** Checks the text of the shellspec called `file`. */
export function parseSpec(text: string, file: string): SpecResult {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) {
    const said = errors.length > 0 ? syntaxErrors(text, file, errors) : [`${file}:1: is empty`];
    const line = lineAt(text, errors[0]?.offset ?? 0);
    return { ok: false, problems: said.map((message) => whole(file, line, message)) };
  }
  const at = (path: Path, what: string): SpecProblem => problemAt(text, file, root, path, what);
  const checked = shellspecSchema.safeParse(getNodeValue(root));
  if (!checked.success) {
    return { ok: false, problems: checked.error.issues.flatMap((issue) => describe(issue, at)) };
  }
  return { ok: true, loaded: { file, spec: checked.data, problemAt: at } };
}

/** The mistakes as one text, a line each. */
export function describeProblems(problems: readonly SpecProblem[]): string {
  return problems.map(({ message }) => message).join("\n");
}

function whole(file: string, line: number, message: string): SpecProblem {
  return { file, line, key: "", value: undefined, message };
}

function problemAt(text: string, file: string, root: Node, path: Path, what: string): SpecProblem {
  const found = findNodeAtLocation(root, [...path]);
  const line = lineAt(text, nearestNode(root, path).offset);
  const key = path.join(".");
  const value = found === undefined ? undefined : getNodeValue(found);
  const named = key === "" ? "the file" : `"${key}"`;
  const subject = found === undefined ? `${named} is missing` : `${named} is ${show(value)}`;
  return { file, line, key, value, message: `${file}:${line}: ${subject}: ${what}` };
}

/** The value at the path or, where there is none, what it should be in. */
function nearestNode(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return root;
}

function describe(
  issue: z.core.$ZodIssue,
  at: (path: Path, what: string) => SpecProblem,
): SpecProblem[] {
  const path = issue.path.filter((step) => typeof step !== "symbol");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      at([...path, key], `unknown key${didYouMean(key, knownKeys(path))}`)
    );
  }
  if (issue.code === "invalid_key") {
    return [at(path, `expected the key to be ${issue.issues[0]?.message ?? "another one"}`)];
  }
  return [at(path, `expected ${expected(issue)}`)];
}

function expected(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return oneOf(issue.values);
  if (issue.code === "invalid_type") return TYPES[issue.expected] ?? issue.expected;
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    return oneOf(["none", "line", "port", "handshake"]);
  }
  if (issue.code === "invalid_union") return "a port number or a template such as ${free_port}";
  if (issue.code === "too_small" || issue.code === "too_big") {
    const few = issue.code === "too_small";
    const limit = few ? issue.minimum : issue.maximum;
    if (few && limit === 1 && issue.origin in UNITS) return "one that is not empty";
    const bound = few ? (issue.inclusive === false ? "more than" : "at least") : "at most";
    return `${bound} ${limit}${UNITS[issue.origin] ?? ""}`;
  }
  return issue.message;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  array: "a list, [ … ]",
  object: "an object, { … }",
  record: "an object, { … }",
  int: "a whole number",
  number: "a number",
};
const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " elements" };

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value));
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** What may stand where an unknown key stood, for the guess at what was meant. */
function knownKeys(path: Path): string[] {
  if (path.length === 0) return ["version", "shells"];
  if (path.at(-1) === "restart") return ["policy", "backoff_ms", "max_restarts", "window_s"];
  if (path.at(-1) === "readiness") return ["kind", "stream", "pattern", "port", "timeout_s"];
  return [
    ...["backend", "cwd", "command", "env"],
    ...["subgroups", "labels", "readiness", "restart"],
  ];
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
