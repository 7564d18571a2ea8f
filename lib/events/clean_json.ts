/**
 * Parsed JSON from outside, bounded and cleaned before anything else looks at it: no deep nests, no
 * crowds of values, no key that reaches a prototype, no string or key that hides something. Pure.
 */
import { MAX_DEPTH, MAX_KEY_CHARACTERS, MAX_VALUES } from "./limits.ts";
import { plainText } from "./plain_text.ts";

export type CleanJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Thrown inside only: a walk of many levels ends at once. */
class Refused extends Error {}

/** The value with clean strings and keys; the very same one where there was nothing to clean. */
export function cleanJson(value: unknown): CleanJson {
  const budget = { values: MAX_VALUES };
  try {
    return { ok: true, value: clean(value, 0, budget) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ok: false, message: error.message };
  }
}

function clean(value: unknown, depth: number, budget: { values: number }): unknown {
  if (--budget.values < 0) throw new Refused(`it has more than ${MAX_VALUES} values`);
  if (typeof value === "string") return plainText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) throw new Refused(`it is nested deeper than ${MAX_DEPTH} levels`);
  return Array.isArray(value)
    ? cleanArray(value, depth, budget)
    : cleanObject(value as Record<string, unknown>, depth, budget);
}

function cleanArray(list: unknown[], depth: number, budget: { values: number }): unknown[] {
  let changed = false;
  const next = list.map((item) => {
    const cleaned = clean(item, depth + 1, budget);
    changed ||= cleaned !== item;
    return cleaned;
  });
  return changed ? next : list;
}

function cleanObject(
  object: Record<string, unknown>,
  depth: number,
  budget: { values: number },
): Record<string, unknown> {
  let changed = false;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(object)) {
    const name = plainText(key);
    if (name === "__proto__") throw new Refused('the key "__proto__" is not allowed');
    if (name.length > MAX_KEY_CHARACTERS) {
      throw new Refused(`a key is longer than ${MAX_KEY_CHARACTERS} characters`);
    }
    const cleaned = clean(object[key], depth + 1, budget);
    changed ||= name !== key || cleaned !== object[key];
    entries.push([name, cleaned]);
  }
  // fromEntries defines properties: no setter of a prototype can be hit by it.
  return changed ? Object.fromEntries(entries) : object;
}
