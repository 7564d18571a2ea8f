/**
 * The settings' flags as a command's table, so that a new setting needs no change in any command.
 */
import { settings } from "../config/settings.ts";
import type { FlagSpec } from "./command.ts";

/** One flag per setting that has one; `only` narrows it to some of them. */
export function settingFlags(only?: readonly string[]): FlagSpec[] {
  return settings.flatMap((setting) => {
    const { flag, placeholder, description, env } = setting;
    if (flag === undefined || (only && !only.includes(flag))) return [];
    const summary = env === undefined ? description : `${description} (${env})`;
    return [
      placeholder === undefined ? { name: flag, summary } : {
        name: flag,
        placeholder,
        summary,
      },
    ];
  });
}
