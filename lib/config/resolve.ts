/**
 * Puts the layers together: flags over environment over `<home>/config.jsonc` over defaults.
 * Collects every mistake before it answers, so that a person fixes all of them in one go, and
 * gives either a whole configuration or none.
 */
import { dirname, join } from "@std/path";
import { type FileValue, readConfigFile } from "./config_file.ts";
import type { Surroundings } from "./places.ts";
import type { Config } from "./schema.ts";
import { type Setting, settings } from "./settings.ts";
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
  | { ok: true; config: Config; origins: Readonly<Record<string, Origin>> }
  | { ok: false; errors: string[] };

/** A value that some layer gives, checked. */
interface Found {
  readonly origin: Origin;
  readonly raw: unknown;
  readonly checked: Checked;
}

/** Resolves the effective configuration. */
export function resolveConfig(sources: ConfigSources): ConfigResult {
  const at: Surroundings = { env: sources.env, cwd: sources.cwd ?? Deno.cwd() };
  const errors: string[] = [];
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  const fromFile = new Map<string, Found>();

  const settle = (setting: Setting) => {
    const found = fromFlag(setting, sources.flags, at) ?? fromEnvironment(setting, at) ??
      fromFile.get(setting.key) ?? fromDefault(setting, at);
    origins[setting.key] = found.origin;
    if (found.checked.ok) put(values, setting.path, found.checked.value);
    else errors.push(complaint(setting, found.origin, found.raw, found.checked.expected));
  };

  settings.filter((setting) => setting.inFile === false).forEach(settle);
  if (typeof values["home"] === "string") {
    const path = join(values["home"], "config.jsonc");
    const file = readConfigFile(path, sources.readFile ?? Deno.readTextFileSync);
    errors.push(...file.errors);
    for (const entry of file.values) {
      const found = checkEntry(entry, path, at);
      // A wrong value is reported by settle; one that a flag hides would wait there unseen.
      const hidden = fromFlag(entry.setting, sources.flags, at) ??
        fromEnvironment(entry.setting, at);
      if (hidden && !found.checked.ok) {
        errors.push(complaint(entry.setting, found.origin, found.raw, found.checked.expected));
      }
      fromFile.set(entry.setting.key, found);
    }
  }
  settings.filter((setting) => setting.inFile !== false).forEach(settle);

  if (errors.length > 0) return { ok: false, errors };
  // Every leaf has passed its own zod type, and the list of leaves is made from the schema.
  return { ok: true, config: values as Config, origins };
}

function fromFlag(setting: Setting, flags: FlagValues, at: Surroundings): Found | undefined {
  const flag = setting.flag === undefined ? undefined : flags[setting.flag];
  if (flag === undefined) return undefined;
  const raw = flag === true ? "true" : flag;
  const origin: Origin = { from: "flag", detail: `--${setting.flag}` };
  return { origin, raw, checked: valueFromText(setting, raw, at) };
}

function fromEnvironment(setting: Setting, at: Surroundings): Found | undefined {
  const raw = setting.env === undefined ? undefined : at.env(setting.env);
  // An empty variable counts as unset, as people write `NAME= command` to switch one off.
  if (setting.env === undefined || !raw) return undefined;
  const origin: Origin = { from: "environment", detail: setting.env };
  return { origin, raw, checked: valueFromText(setting, raw, at) };
}

function checkEntry({ setting, value, lineOf }: FileValue, path: string, at: Surroundings): Found {
  const checked = checkValue(setting, value, dirname(path), at);
  const line = lineOf(checked.ok ? [] : checked.path ?? []);
  return { origin: { from: "file", detail: `${path}:${line}` }, raw: value, checked };
}

function fromDefault(setting: Setting, at: Surroundings): Found {
  const raw = setting.fallback(at);
  return { origin: { from: "default" }, raw, checked: checkValue(setting, raw, at.cwd, at) };
}

function complaint(setting: Setting, origin: Origin, raw: unknown, expected: string): string {
  const is = `is ${setting.secret ? "not valid" : show(raw)}: expected ${expected}`;
  if (origin.from === "file") return `${origin.detail}: "${setting.key}" ${is}`;
  if (origin.from === "default") return `"${setting.key}" is not set: expected ${expected}`;
  return `${origin.detail} ${is}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let object = target;
  for (const step of path.slice(0, -1)) object = (object[step] ??= {}) as Record<string, unknown>;
  object[path.at(-1) as string] = value;
}
