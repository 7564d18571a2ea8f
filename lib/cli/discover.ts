/**
 * Finds subcommands by looking into `commands/`. Naming one loads that file alone, so that
 * `serve` never pays for the others. Works with read permission for the program folder only.
 */
import type { Command } from "./command.ts";

const FOLDER = new URL("./commands/", import.meta.url);

/** Names of all commands, sorted. */
export function commandNames(): string[] {
  const names: string[] = [];
  for (const entry of Deno.readDirSync(FOLDER)) {
    if (entry.name.endsWith(".ts")) {
      names.push(entry.name.slice(0, -3).replaceAll("_", "-"));
    }
  }
  return names.sort();
}

/** Loads one command; undefined if there is none of that name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  if (!commandNames().includes(name)) return undefined;
  // Not a literal, so that the bundle of the server does not pull every command in.
  const file = new URL(`${name.replaceAll("-", "_")}.ts`, FOLDER);
  const module: { command: Command } = await import(file.href);
  return module.command;
}

/** Loads all commands, for the overview. */
export async function loadCommands(): Promise<Command[]> {
  const loaded = await Promise.all(commandNames().map(loadCommand));
  return loaded.filter((command) => command !== undefined);
}
