/** Permissions that a command or the agent asks for, as lines that a person can read. */
import { arrayAt, isObject, type JsonObject, objectAt, stringAt } from "../protocol/message.ts";
import { oneLine } from "./bounds.ts";

const MOST_LINES = 100;

/** A line for each thing that is asked for beyond the sandbox. */
export function permissionLines(profile: JsonObject): string[] {
  const files = objectAt(profile, "fileSystem");
  const paths = (key: string, verb: string) =>
    arrayAt(files, key).filter((path) => typeof path === "string").map((path) => `${verb} ${path}`);
  const lines = [
    ...(objectAt(profile, "network").enabled === true ? ["Reach the network"] : []),
    ...paths("read", "Read"),
    ...paths("write", "Write"),
    ...arrayAt(files, "entries").filter(isObject).map(entryLine),
  ];
  // Older fields and `entries` may name the same.
  return [...new Set(lines.map((line) => oneLine(line, 500)))].slice(0, MOST_LINES);
}

function entryLine(entry: JsonObject): string {
  const path = objectAt(entry, "path");
  const name = stringAt(path, "path") ?? stringAt(path, "pattern") ??
    stringAt(objectAt(path, "value"), "type") ?? stringAt(path, "value") ?? "a place";
  const access = stringAt(entry, "access") ?? "use";
  return `${access.charAt(0).toUpperCase()}${access.slice(1)} ${name}`;
}
