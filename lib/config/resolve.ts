/**
 * Puts the layers together: flags over environment over `<home>/config.jsonc` over defaults.
 * Collects every mistake before it answers, so that a person fixes all of them in one go, and
 * gives either a whole configuration or none.
 */
import { join } from "@std/path";
import { type FileContents, parseConfigFile } from "./config_file.ts";
import type { Surroundings } from "./places.ts";
import type { Config } from "./schema.ts";
import { type Setting, settings } from "./settings.ts";
import { systemReason } from "./system_reason.ts";
import { type Checked, checkValue, valueFromText } from "./text_value.ts";

/** Where a value came from; `detail` names the flag, the variable or the file's line. */
export interface Origin {
  readonly from: "flag" | "environment" | "file" | "default";
  readonly detail?: string;
}

/** Flags as parsed: text, or true for a switch without a value. */
export type FlagValues = Readonly<Record<string, string | true | undefined>>;

/** What {@link resolveConfig} needs. */
export interface ConfigSources {
  readonly flags: FlagValues;
  readonly env: (name: string) => string | undefined;
  /** The folder that relative paths start from; the current one by default. */
  readonly cwd?: string;
  /** Reads a text file or throws a Deno error; from disk by default. */
  readonly readFile?: (path: string) => string;
}

/** The whole configuration, or every mistake as a finished line. */
export type ConfigResult =
  | {
    ok: true;
    config: Config;
    origins: Readonly<Record<string, Origin>>;
    file: string;
  }
  | { ok: false; errors: string[] };

/** Resolves the effective configuration. */
export function resolveConfig(sources: ConfigSources): ConfigResult {
  const at: Surroundings = { env: sources.env, cwd: sources.cwd ?? Deno.cwd() };
  const errors: string[] = [];
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};

  const settle = (
    setting: Setting,
    file: FileContents | null,
    fileName: string,
  ) => {
    const found = lookUp(setting, sources, at, file, fileName);
    if (!found.checked.ok) {
      return void errors.push(
        complaint(setting, found, found.checked.expected),
      );
    }
    put(values, setting.path, found.checked.value);
    origins[setting.key] = found.origin;
  };

  for (const setting of settings) {
    if (setting.inFile === false) settle(setting, null, "");
  }
  const home = values["home"];
  const fileName = typeof home === "string" ? join(home, "config.jsonc") : "";
  const file = readConfigFile(
    fileName,
    sources.readFile ?? Deno.readTextFileSync,
  );
  errors.push(...file.errors);
  for (const setting of settings) {
    if (setting.inFile !== false) settle(setting, file, fileName);
  }

  if (errors.length > 0) return { ok: false, errors };
  // Every leaf has passed its own zod type, and the list of leaves is made from the schema.
  return { ok: true, config: values as Config, origins, file: fileName };
}

interface Found {
  readonly origin: Origin;
  readonly raw: unknown;
  readonly checked: Checked;
}

function lookUp(
  setting: Setting,
  { flags }: ConfigSources,
  at: Surroundings,
  file: FileContents | null,
  fileName: string,
): Found {
  const flag = setting.flag === undefined ? undefined : flags[setting.flag];
  if (flag !== undefined) {
    const text = flag === true ? "true" : flag;
    const origin: Origin = { from: "flag", detail: `--${setting.flag}` };
    return { origin, raw: text, checked: valueFromText(setting, text, at) };
  }
  // An empty variable counts as unset, as people write `PORT= command` to switch one off.
  const text = setting.env === undefined ? undefined : at.env(setting.env) || undefined;
  if (text !== undefined && setting.env !== undefined) {
    const origin: Origin = { from: "environment", detail: setting.env };
    return { origin, raw: text, checked: valueFromText(setting, text, at) };
  }
  const entry = file?.values.get(setting.key);
  if (entry) {
    const checked = checkValue(setting, entry.value, join(fileName, ".."), at);
    const line = checked.ok ? entry.line : entry.lineOf(checked.path ?? []);
    return {
      origin: { from: "file", detail: `${fileName}:${line}` },
      raw: entry.value,
      checked,
    };
  }
  const raw = setting.fallback(at);
  return {
    origin: { from: "default" },
    raw,
    checked: checkValue(setting, raw, at.cwd, at),
  };
}

function complaint(
  setting: Setting,
  { origin, raw }: Found,
  expected: string,
): string {
  const shown = setting.secret ? "not valid" : show(raw);
  if (origin.from === "file") {
    return `${origin.detail}: "${setting.key}" is ${shown}: expected ${expected}`;
  }
  if (origin.from === "default") {
    return `"${setting.key}" is not set: expected ${expected}`;
  }
  return `${origin.detail} is ${shown}: expected ${expected}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function readConfigFile(
  path: string,
  readFile: (path: string) => string,
): FileContents {
  const nothing = { values: new Map() };
  if (path === "") return { ...nothing, errors: [] };
  try {
    return parseConfigFile(readFile(path), path);
  } catch (error) {
    // A home that does not exist yet, or is no folder, is for the check of the homes to judge.
    if (error instanceof Deno.errors.NotFound) {
      return { ...nothing, errors: [] };
    }
    if (error instanceof Deno.errors.NotADirectory) {
      return { ...nothing, errors: [] };
    }
    return {
      ...nothing,
      errors: [
        `cannot read ${path}: ${
          systemReason(error)
        }; make it readable, or name another folder with --home`,
      ],
    };
  }
}

function put(
  target: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): void {
  let object = target;
  for (const step of path.slice(0, -1)) {
    object = (object[step] ??= {}) as Record<string, unknown>;
  }
  object[path.at(-1) as string] = value;
}
