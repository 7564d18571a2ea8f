/** Reads fields of JSON whose shape nobody promises: a wrong type is as good as nothing. Pure. */

/** The value at a path, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

/** A text or a number as text; undefined for anything else and for the empty text. */
export function textAt(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = at(value, ...path);
  if (typeof found === "number" && Number.isFinite(found)) return String(found);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function listAt(value: unknown, ...path: (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Texts joined by spaces, without those that are missing. */
export function words(...parts: (string | undefined | false)[]): string {
  return parts.filter((part) => part).join(" ");
}

/** The first line, where a message has several. */
export function firstLine(text: string | undefined): string | undefined {
  return text?.split("\n", 1)[0]?.trim() || undefined;
}

/** A dotted type of an event from words of the sender. */
export function typeOf(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined)
    .map((part) => part.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 60))
    .filter((part) => part !== "" && part !== "_").join(".");
}
