/**
 * The settings that can be changed while the service runs. A change counts at once and is written
 * into config.jsonc, so that it counts after the next start, too; a flag of that start wins.
 */
import { join } from "@std/path";
import { writeWholeFile } from "../disk/whole_file.ts";
import { editConfig } from "./edit_config.ts";
import type { EventSettings } from "./event_settings.ts";
import type { Config } from "./schema.ts";

/** What may be changed. The agent's command takes effect at the next start of the service. */
export type SettingsEdit = Partial<Pick<Config, "cwd" | "message_mode" | "app_server">> & {
  readonly events?: PolicyEdit;
};
/** What decides about events from outside. */
export type PolicyEdit = Partial<
  Pick<
    EventSettings,
    | "rules"
    | "default_delivery"
    | "prefer_steer"
    | "auto_turn_sources"
    | "max_auto_turns_per_hour"
  >
>;

export class LiveSettings {
  readonly path: string;
  /** The same object for as long as the service runs; a change is seen by all who hold it. */
  readonly events: Readonly<EventSettings>;
  #cwd: string;
  #messageMode: Config["message_mode"];
  #appServer: Config["app_server"];
  /** Changes of the file come one after the other. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor({ home, cwd, message_mode, app_server, events }: Config) {
    this.path = join(home, "config.jsonc");
    this.events = { ...events };
    this.#cwd = cwd;
    this.#messageMode = message_mode;
    this.#appServer = app_server;
  }

  /** The folder that a new conversation works in. */
  get cwd(): string {
    return this.#cwd;
  }

  /** What a message does while a turn runs. */
  get messageMode(): Config["message_mode"] {
    return this.#messageMode;
  }

  /** The configured command; null leaves the choice to the launcher. */
  get appServer(): Config["app_server"] {
    return this.#appServer;
  }

  /** Writes the change, then makes it count; rejects with a sentence if it cannot be written. */
  change(edit: SettingsEdit): Promise<void> {
    const done = this.#writing.then(async () => {
      await this.#write(edit);
      this.#cwd = edit.cwd ?? this.#cwd;
      this.#messageMode = edit.message_mode ?? this.#messageMode;
      if (edit.app_server !== undefined) this.#appServer = edit.app_server;
      Object.assign(this.events, edit.events);
    });
    this.#writing = done.catch(() => {});
    return done;
  }

  async #write(edit: SettingsEdit): Promise<void> {
    const edited = editConfig(await textOf(this.path), edit);
    if (!edited.ok) throw new Error(`${this.path} cannot be changed: ${edited.problem}`);
    await writeWholeFile(this.path, edited.text);
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
