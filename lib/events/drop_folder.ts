/**
 * The drop folder of one thread: each `*.json` (an event or a list) and `*.jsonl` in it is read and
 * then moved to `done/` or `refused/`. A crash before the move means reading it again, which the
 * ledger knows. A file that is still being written is left until it has been quiet for a while.
 */
import { join } from "@std/path";
import type { CrashAt } from "./crash_points.ts";
import { MAX_BATCH_BYTES } from "./limits.ts";
import type { Quarantine } from "./quarantine.ts";
import type { Answer } from "./receipt.ts";
import { RepeatedRun } from "./repeated_run.ts";
import { checkPath } from "./thread_folder.ts";

export interface DropFolderParts {
  readonly path: string;
  readonly uid: number | null;
  readonly submit: (text: string) => Promise<Answer>;
  readonly quarantine: Quarantine;
  readonly report: (problem: string) => void;
  readonly now: () => number;
  readonly crash: CrashAt;
}

/** After this long without a change, whoever writes a file is done with it. */
export const QUIET_MS = 1_000;
const KEPT_FILES = 100;

export class DropFolder {
  readonly #parts: DropFolderParts;
  readonly #told = new Set<string>();
  readonly #reading = new RepeatedRun(() => this.#read());

  constructor(parts: DropFolderParts) {
    this.#parts = parts;
  }

  /** Takes all files that are whole. False if something is left to look at again. */
  poll(): Promise<boolean> {
    return this.#reading.run();
  }

  /** Resolves when nothing is being read. */
  idle(): Promise<void> {
    return this.#reading.idle();
  }

  async #read(): Promise<boolean> {
    const { path, uid } = this.#parts;
    const found = await checkPath(path, "folder", uid);
    if (found === "missing") return true;
    if (found.problem !== null) return this.#tell(found.problem);
    const names = (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name)
      .filter((name) => /^[^.].*\.jsonl?$/.test(name)).sort();
    let all = true;
    for (const name of names) {
      all = await this.#take(name).catch((error) => this.#tell(`${name}: ${error.message}`)) && all;
    }
    return all;
  }

  async #take(name: string): Promise<boolean> {
    const { path, uid, now, submit, crash } = this.#parts;
    const file = join(path, name);
    const found = await checkPath(file, "file", uid);
    if (found === "missing") return true;
    if (found.problem !== null) return this.#tell(found.problem);
    if (found.info.size > MAX_BATCH_BYTES) {
      return await this.#refuse(
        name,
        "",
        "too_large",
        `it is larger than ${MAX_BATCH_BYTES} bytes`,
      );
    }
    const text = await Deno.readTextFile(file);
    const events = eventsIn(name, text);
    const quiet = now() - (found.info.mtime?.getTime() ?? 0) >= QUIET_MS;
    // JSON that can be read is whole; behind the lines of a list more may come.
    if (!quiet && (events === null || name.endsWith(".jsonl"))) return false;
    if (events === null) {
      return await this.#refuse(name, text, "invalid_event", "it is not JSON, or empty");
    }
    const answers = await Promise.all(events.map(submit));
    const waits = answers.find((one) => !one.ok && /^(not_stored|rate_limited)$/.test(one.code));
    if (waits !== undefined && !waits.ok) return this.#tell(`${file} waits: ${waits.message}`);
    crash("drop.before_rename");
    const wrong = answers.findIndex((one) => !one.ok && one.same_body !== true);
    const refused = answers[wrong];
    if (refused === undefined || refused.ok) return await this.#move(name, "done");
    return await this.#refuse(name, events[wrong] ?? "", refused.code, refused.message);
  }

  async #refuse(name: string, text: string, code: string, message: string): Promise<boolean> {
    const { quarantine, report, path } = this.#parts;
    report(`${join(path, name)} was refused: ${message}`);
    await quarantine.add({ door: "drop", code, message, text, place: name });
    return await this.#move(name, "refused");
  }

  async #move(name: string, to: "done" | "refused"): Promise<boolean> {
    const { path, now } = this.#parts;
    const folder = join(path, to);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.rename(join(path, name), join(folder, `${now()}-${name}`));
    const kept = (await Array.fromAsync(Deno.readDir(folder))).map((entry) => entry.name).sort();
    for (const old of kept.slice(0, -KEPT_FILES)) await Deno.remove(join(folder, old));
    return true;
  }

  /** Said once; the file stays. */
  #tell(problem: string): boolean {
    if (this.#told.size > 1_000) this.#told.clear();
    if (!this.#told.has(problem)) this.#parts.report(problem);
    this.#told.add(problem);
    return false;
  }
}

/** The texts of the events in a file; null if it is not whole, or no JSON at all. */
function eventsIn(name: string, text: string): string[] | null {
  if (text.trim() === "") return null;
  if (name.endsWith(".jsonl")) {
    if (!text.endsWith("\n") && !isJson(text.split("\n").at(-1)!)) return null;
    return text.split("\n").filter((line) => line.trim() !== "");
  }
  if (!isJson(text)) return null;
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : [text];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
