/**
 * The diff of a turn, put together from its file changes: a rollout has them one by one, the wire
 * has the whole. Bounded; pure.
 */
import { arrayAt, isObject, type JsonObject, objectAt, stringAt } from "../../protocol/message.ts";

const MAX_CHARACTERS = 4 * 1024 * 1024;
const NO_NEWLINE = "\\ No newline at end of file\n";

export class TurnDiff {
  readonly #files = new Map<string, string>();
  #characters = 0;

  /** Adds what one item changed; the diff of the whole turn, or null if nothing came of it. */
  add(item: JsonObject, cwd: string): string | null {
    if (stringAt(item, "status") !== "completed") return null;
    for (const change of arrayAt(item, "changes").filter(isObject)) {
      const path = relativePath(stringAt(change, "path") ?? "?", cwd);
      const known = this.#files.get(path);
      const diff = known === undefined ? fileDiff(change, path, cwd) : hunks(change);
      this.#characters += diff.length;
      if (this.#characters > MAX_CHARACTERS) return null;
      this.#files.set(path, (known ?? "") + diff);
    }
    return [...this.#files.values()].join("");
  }

  clear(): void {
    this.#files.clear();
    this.#characters = 0;
  }
}

function fileDiff(change: JsonObject, path: string, cwd: string): string {
  const kind = objectAt(change, "kind");
  const moved = stringAt(kind, "move_path");
  const target = moved === null ? path : relativePath(moved, cwd);
  const heads: Record<string, string> = {
    add: `new file mode 100644\n--- /dev/null\n+++ b/${path}\n`,
    delete: `deleted file mode 100644\n--- a/${path}\n+++ /dev/null\n`,
  };
  const rename = moved === null ? "" : `rename from ${path}\nrename to ${target}\n`;
  const head = heads[stringAt(kind, "type") ?? ""] ??
    `${rename}--- a/${path}\n+++ b/${target}\n`;
  return `diff --git a/${path} b/${target}\n${head}${hunks(change)}`;
}

/** The hunks of a change: there already, or made from the content that came or went. */
function hunks(change: JsonObject): string {
  const text = stringAt(change, "diff") ?? "";
  const type = stringAt(objectAt(change, "kind"), "type");
  if (type !== "add" && type !== "delete") return text.endsWith("\n") ? text : `${text}\n`;
  if (text === "") return "";
  const whole = text.endsWith("\n");
  const lines = (whole ? text.slice(0, -1) : text).split("\n");
  const sign = type === "add" ? "+" : "-";
  const range = lines.length === 1 ? "1" : `1,${lines.length}`;
  const head = type === "add" ? `@@ -0,0 +${range} @@\n` : `@@ -${range} +0,0 @@\n`;
  return head + lines.map((line) => `${sign}${line}\n`).join("") + (whole ? "" : NO_NEWLINE);
}

function relativePath(path: string, cwd: string): string {
  const folder = cwd.endsWith("/") ? cwd : `${cwd}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path.replace(/^\/+/, "");
}
