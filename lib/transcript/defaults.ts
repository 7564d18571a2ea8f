/**
 * What a new conversation is given where its maker does not say: chosen once by the person, kept
 * in <home>/defaults.json. A file that somebody has spoilt is reported and counts as empty.
 */
import { join } from "@std/path";
import type { z } from "zod";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";
import { settingsChange } from "./meta.ts";
import type { Report } from "./transcript.ts";

/** The settings that have a default; null leaves it to the agent's own configuration. */
export const defaultsSchema = settingsChange.pick({
  model: true,
  reasoning_effort: true,
  approval: true,
  sandbox: true,
  summary: true,
  markdown: true,
  command_output_lines: true,
  message_mode: true,
});
export type DefaultSettings = z.infer<typeof defaultsSchema>;

export class Defaults {
  readonly #path: string;
  readonly #report: Report;
  #known: Promise<DefaultSettings> | null = null;

  constructor(home: string, report: Report) {
    this.#path = join(home, "defaults.json");
    this.#report = report;
  }

  get(): Promise<DefaultSettings> {
    return this.#known ??= this.#read();
  }

  /** Changes some of them. */
  async change(change: DefaultSettings): Promise<DefaultSettings> {
    const next = { ...await this.get(), ...change };
    await writeJsonFile(this.#path, next);
    this.#known = Promise.resolve(next);
    return next;
  }

  async #read(): Promise<DefaultSettings> {
    try {
      const parsed = defaultsSchema.safeParse(await readJsonFile(this.#path) ?? {});
      if (parsed.success) return parsed.data;
      this.#report(`${this.#path}: ${parsed.error.issues[0]?.message ?? "is not valid"}`);
    } catch (error) {
      this.#report((error as Error).message);
    }
    return {};
  }
}
