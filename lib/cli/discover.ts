/**
 * Finds subcommands by looking into `commands/`. Naming one loads that file alone, so that
 * `serve` never pays for the others. Works with read permission for the program folder only.
 */
import { fromFileUrl } from "@std/path";
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

/** Paths of all commands' files, so that their packages can be fetched ahead of time. */
export function commandFiles(): string[] {
  return commandNames().map((name) => fromFileUrl(fileOf(name)));
}

/** Loads one command; undefined if there is none of that name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  if (!commandNames().includes(name)) return undefined;
  // Not a literal, so that the bundle of the server does not pull every command in.
  const module: { command: Command } = await import(fileOf(name).href);
  return module.command;
}

/** Loads all commands, for the overview. */
export async function loadCommands(): Promise<Command[]> {
  const loaded = await Promise.all(commandNames().map(loadCommand));
  return loaded.filter((command) => command !== undefined);
}

function fileOf(name: string): URL {
  return new URL(`${name.replaceAll("-", "_")}.ts`, FOLDER);
}
