// Reads the table that `props_writer.ts` wrote. Runs in the browser; what a signal or a slot
// becomes is the caller's business.

/** Makes the values that are not plain data. */
export interface PropsMaker {
  signal(value: unknown): unknown;
  computed(value: () => unknown): unknown;
  slot(id: number, name: string): unknown;
}

type Tagged = [tag: string, ...payload: never[]];

const isTagged = (entry: unknown[]): entry is Tagged => typeof entry[0] === "string";

/** The props of each island, in the order in which they were added. */
export function readProps(json: string, make: PropsMaker): Record<string, unknown>[] {
  const [roots, entries]: [number[], unknown[]] = JSON.parse(json);
  const values: unknown[] = [];

  // A container is remembered before it is filled, so that it may contain itself.
  function at(index: number): unknown {
    if (index in values) return values[index];
    const entry = entries[index];
    if (typeof entry !== "object" || entry === null) return values[index] = entry;
    if (!Array.isArray(entry)) return fill(values[index] = {}, entry);
    if (isTagged(entry)) return tagged(index, entry);
    const list: unknown[] = values[index] = [];
    for (const part of entry) list.push(at(part));
    return list;
  }

  function fill(target: object, entry: object): object {
    for (const [name, part] of Object.entries(entry)) {
      // Defined, not assigned: a prop may be called __proto__.
      const value = at(part);
      Object.defineProperty(target, name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return target;
  }

  function tagged(index: number, [tag, ...payload]: Tagged): unknown {
    const parts: number[] = payload;
    const [first, second] = payload;
    switch (tag) {
      case "undefined":
        return values[index] = undefined;
      case "bigint":
        return values[index] = BigInt(first!);
      case "number":
        return values[index] = Number(first);
      case "date":
        return values[index] = new Date(first ?? NaN);
      case "url":
        return values[index] = new URL(first!);
      case "regexp":
        return values[index] = new RegExp(first!, second);
      case "bytes":
        return values[index] = Uint8Array.from(atob(first!), (char) => char.charCodeAt(0));
      case "slot":
        return values[index] = make.slot(first!, second!);
      case "signal":
        return values[index] = make.signal(at(first!));
      case "computed": {
        const value = at(first!);
        return values[index] = make.computed(() => value);
      }
      case "set": {
        const set = values[index] = new Set();
        for (const part of parts) set.add(at(part));
        return set;
      }
      case "map": {
        const map = values[index] = new Map();
        for (let i = 0; i < parts.length; i += 2) map.set(at(parts[i]!), at(parts[i + 1]!));
        return map;
      }
      default:
        throw new TypeError(`Cannot read island props: unknown tag "${tag}"`);
    }
  }

  return roots.map((index) => at(index) as Record<string, unknown>);
}
