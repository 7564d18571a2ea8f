/**
 * Resolves the configuration for a command, or prints every mistake. The one place that turns
 * configuration errors into lines on stderr.
 */
import { type ConfigResult, type FlagValues, resolveConfig } from "../config/resolve.ts";
import type { Terminal } from "./command.ts";

/** The configuration, or null after the mistakes were printed (exit with `EXIT.usage`). */
export function loadConfig(
  flags: FlagValues,
  terminal: Terminal,
): Extract<ConfigResult, { ok: true }> | null {
  const result = resolveConfig({ flags, env: terminal.env, cwd: terminal.cwd });
  if (result.ok) return result;
  for (const error of result.errors) terminal.err(`pilothouse: ${error}\n`);
  return null;
}
