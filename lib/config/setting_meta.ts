/** What a setting carries beside its type, and the registry that ties the two together. */
import { z } from "zod";
import type { Surroundings } from "./places.ts";

/** How the text of a flag or variable becomes a value. */
export type TextKind = "text" | "number" | "boolean" | "path" | "command" | "json";

/** What a setting carries beside its type. */
export interface SettingMeta {
  readonly kind: TextKind;
  readonly description: string;
  /** Completes "expected …" in a message about a wrong value. */
  readonly expected: string;
  /** The value when nobody set one; undefined when the machine gives none. */
  readonly fallback: (at: Surroundings) => unknown;
  readonly env?: string;
  /** Long flag without dashes. A secret must not have one: other users can read command lines. */
  readonly flag?: string;
  /** Shown in help after the flag; absent for switches. */
  readonly placeholder?: string;
  /** False for what must be known before the file can be found. */
  readonly inFile?: boolean;
  /** Never printed, neither by `config` nor in a message. */
  readonly secret?: boolean;
}

/** Ties the metadata to the zod types of the schema. */
export const settingMeta: z.core.$ZodRegistry<SettingMeta> = z.registry<
  SettingMeta
>();
