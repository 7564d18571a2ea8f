/** Finished items as a rollout writes them, in the words of the wire. Pure. */
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../../protocol/message.ts";
import type { Kind } from "./sourced.ts";

/** An item with the kind of row that it makes. */
export interface Finished {
  readonly kind: Kind;
  readonly item: JsonObject;
}

type Convert = (item: JsonObject) => Finished;

const ITEMS = new Map<string, Convert>(Object.entries<Convert>({
  UserMessage: (item) => ({
    kind: "user",
    item: { ...item, type: "userMessage", clientId: item.client_id ?? null },
  }),
  AgentMessage: (item) => ({
    kind: "assistant",
    item: { ...item, type: "agentMessage", text: textOf(arrayAt(item, "content")) },
  }),
  Reasoning: (item) => ({
    kind: "reasoning",
    item: {
      type: "reasoning",
      id: item.id,
      summary: arrayAt(item, "summary_text"),
      content: arrayAt(item, "raw_content"),
    },
  }),
  CommandExecution: (item) => ({
    kind: "command",
    item: {
      type: "commandExecution",
      id: item.id,
      command: commandLine(item.command),
      cwd: pathOf(stringAt(item, "cwd") ?? ""),
      source: /^user_?shell$/i.test(stringAt(item, "source") ?? "") ? "userShell" : "agent",
      status: item.status,
      aggregatedOutput: item.aggregated_output,
      exitCode: item.exit_code,
      durationMs: milliseconds(item.duration),
    },
  }),
  FileChange: (item) => ({
    kind: "file",
    item: { ...item, type: "fileChange", changes: changeList(objectAt(item, "changes")) },
  }),
}));

/** The item in the words of the wire; one without special rules just changes its spelling. */
export function finishedItem(item: JsonObject): Finished {
  const type = stringAt(item, "type") ?? "";
  return ITEMS.get(type)?.(item) ?? { kind: "tool", item: camelItem(item, type) };
}

/** The words of a command as one line that a shell would take apart in the same way. */
export function commandLine(command: Json | undefined): string {
  if (typeof command === "string") return command;
  if (!Array.isArray(command)) return "";
  return command.map((word) => quoted(String(word))).join(" ");
}

/** The text of a message's parts. */
export function textOf(content: readonly Json[]): string {
  return content.filter(isObject).map((part) => stringAt(part, "text") ?? "").join("");
}

/** `{secs, nanos}` in milliseconds. */
export function milliseconds(duration: Json | undefined): number | null {
  if (!isObject(duration)) return typeof duration === "number" ? duration : null;
  return Math.floor(
    (numberAt(duration, "secs") ?? 0) * 1_000 + (numberAt(duration, "nanos") ?? 0) / 1e6,
  );
}

/** A folder that may be written as an address. */
export function pathOf(cwd: string): string {
  if (!cwd.startsWith("file://")) return cwd;
  try {
    return decodeURIComponent(new URL(cwd).pathname);
  } catch {
    return cwd;
  }
}

/** Changes by path as the list that the wire has. */
function changeList(changes: JsonObject): JsonObject[] {
  return Object.entries(changes).flatMap(([path, change]) => {
    if (!isObject(change)) return [];
    const type = stringAt(change, "type") ?? "update";
    const diff = stringAt(change, "unified_diff") ?? stringAt(change, "content") ?? "";
    return [{ path, kind: { type, move_path: change.move_path ?? null }, diff }];
  });
}

function camelItem(item: JsonObject, type: string): JsonObject {
  const fields = Object.entries(item).map(([key, value]) => [
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return {
    ...Object.fromEntries(fields),
    type: type.charAt(0).toLowerCase() + type.slice(1),
    ...(item.duration === undefined ? {} : { durationMs: milliseconds(item.duration) }),
  };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
