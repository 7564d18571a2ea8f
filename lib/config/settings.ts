/**
 * The schema as a flat list of settings with dotted keys, for layers that work key by key.
 * Derived once from the zod schema; owns no setting itself.
 */
import { z } from "zod";
import { type Config, configSchema, type SettingMeta, settingMeta } from "./schema.ts";

/** One leaf of the schema. */
export interface Setting extends SettingMeta {
  /** Dotted, as it is spelled in messages. */
  readonly key: string;
  readonly path: readonly string[];
  readonly type: z.ZodType;
}

/** All settings, in the order of the schema. */
export const settings: readonly Setting[] = flatten(configSchema, []);

/** Names of the groups that settings are nested in, dotted. */
export const groups: ReadonlySet<string> = new Set(
  settings.flatMap((s) => s.path.slice(0, -1).map((_, i) => s.path.slice(0, i + 1).join("."))),
);

/** The value of one setting. */
export function settingValue(config: Config, setting: Setting): unknown {
  return setting.path.reduce<unknown>(
    (object, step) => (object as Record<string, unknown>)[step],
    config,
  );
}

function flatten(object: z.ZodObject, path: readonly string[]): Setting[] {
  return Object.entries(object.shape).flatMap(([name, type]) => {
    const here = [...path, name];
    const meta = settingMeta.get(type as z.ZodType);
    if (meta) {
      return [{
        ...meta,
        key: here.join("."),
        path: here,
        type: type as z.ZodType,
      }];
    }
    if (type instanceof z.ZodObject) return flatten(type, here);
    throw new TypeError(`Setting without metadata: ${here.join(".")}`);
  });
}
