/**
 * The flags that describe an event, made from the event's schema: their help, their limits and how
 * their text is read all follow it. Pure: flags in, a value for the parser out.
 */
import { eventJsonSchema } from "../../events/schema.ts";
import type { FlagSpec } from "../command.ts";
import { type Failure, failure } from "./events_command.ts";

/** As much of JSON Schema as is looked at here. */
interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

/** Where the text of a flag goes; what it means is in the schema. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  type: ["type"],
  title: ["title"],
  summary: ["summary"],
  severity: ["severity"],
  source: ["source", "name"],
  "event-id": ["event_id"],
  time: ["time_unix_ms"],
  correlation: ["routing", "correlation_id"],
  turn: ["routing", "turn_id"],
  instance: ["source", "instance"],
  "run-id": ["source", "run_id"],
  "source-url": ["source", "url"],
  labels: ["source", "labels"],
  "payload-json": ["payload"],
  "artifacts-json": ["artifacts"],
  "actions-json": ["suggested_actions"],
};

const SCHEMA = eventJsonSchema() as SchemaNode;

/** One flag per field that a person may set by hand. */
export function eventFlags(): FlagSpec[] {
  return Object.entries(PLACES).map(([name, path]) => {
    const node = nodeAt(path);
    return { name, placeholder: placeholder(name, node), summary: describe(node) };
  });
}

/** Puts the flags' values into an event; `event` is what was given as a whole. */
export function withFlags(
  event: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, string | true>>,
): { readonly ok: true; readonly event: Record<string, unknown> } | Failure {
  const filled: Record<string, unknown> = { ...event };
  for (const [name, path] of Object.entries(PLACES)) {
    const text = flags[name];
    if (typeof text !== "string") continue;
    const value = valueOf(name, text, nodeAt(path));
    if (value === undefined) {
      return failure("usage", `--${name} is not ${name === "labels" ? "name=value" : "JSON"}`);
    }
    put(filled, path, value);
  }
  return { ok: true, event: filled };
}

function valueOf(name: string, text: string, { type }: SchemaNode): unknown {
  if (type === "string") return text;
  // A text that is no number is left to the schema, which says what it should be.
  if (type === "integer" || type === "number") return Number.isNaN(+text) ? text : +text;
  if (name === "labels" && !text.startsWith("{")) return labelsOf(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `branch=main,os=linux`. */
function labelsOf(text: string): Record<string, string> | undefined {
  const pairs = text.split(",").map((pair): [string, string] => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return pairs.every(([key]) => key !== "") && text.includes("=")
    ? Object.fromEntries(pairs)
    : undefined;
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) return void (target[first] = value);
  const inner = target[first];
  const object = typeof inner === "object" && inner !== null ? { ...inner } : {};
  target[first] = object;
  put(object as Record<string, unknown>, rest, value);
}

function nodeAt(path: readonly string[]): SchemaNode {
  return path.reduce<SchemaNode>((node, key) => node.properties?.[key] ?? {}, SCHEMA);
}

function placeholder(name: string, { type, enum: words }: SchemaNode): string {
  if (words !== undefined) return "<word>";
  if (name === "labels") return "<name=value,…>";
  if (name.endsWith("-json")) return "<json>";
  return type === "integer" || type === "number" ? "<number>" : "<text>";
}

function describe({ description = "", enum: words, maxLength }: SchemaNode): string {
  return [
    description,
    ...(words === undefined ? [] : [`one of ${words.join(", ")}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
  ].filter((part) => part !== "").join("; ");
}
