// Writes the props of all islands of a page into one flat table, in which every value stands once
// and refers to others by index. So a signal that two islands share stays one signal, and cycles
// are no problem. `props_reader.ts` is the other half. Knows nothing of Preact's tree.
//
// An entry is a JSON primitive, an object of indices, an array of indices, or [tag, ...payload].

/** Stands in the props for JSX that the page holds in a slot. */
export class SlotRef {
  constructor(readonly id: number, readonly name: string) {}
}

interface SignalLike {
  peek(): unknown;
}

/** Signals look like JSX to Preact's own test, so this one must come first. */
export function isSignal(value: unknown): value is SignalLike {
  return typeof value === "object" && value !== null && "value" in value && "peek" in value &&
    typeof value.peek === "function";
}

function isComputed(value: object): boolean {
  for (let proto = value; proto !== null; proto = Object.getPrototypeOf(proto)) {
    const property = Object.getOwnPropertyDescriptor(proto, "value");
    if (property !== undefined) return property.get !== undefined && property.set === undefined;
  }
  return false;
}

const base64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** A Map takes -0 for 0, so it stands under another key. */
const NEGATIVE_ZERO = Symbol("-0");

/** Collects props; {@linkcode PropsWriter.toJson} gives what `readProps` takes. */
export class PropsWriter {
  #entries: unknown[] = [];
  #indices = new Map<unknown, number>();
  #roots: number[] = [];

  /**
   * Adds the props of one island.
   * @throws {TypeError} that names island and prop if something cannot be sent to a browser
   */
  add(island: string, props: Record<string, unknown>): void {
    const entry: Record<string, number> = {};
    for (const [name, value] of Object.entries(props)) {
      entry[name] = this.#index(value, island, name);
    }
    this.#roots.push(this.#entries.push(entry) - 1);
  }

  /** The table and the index of each island's props. */
  toJson(): string {
    return JSON.stringify([this.#roots, this.#entries]);
  }

  #index(value: unknown, island: string, path: string): number {
    const key = Object.is(value, -0) ? NEGATIVE_ZERO : value;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.#entries.push(null) - 1;
    this.#indices.set(key, index);
    this.#entries[index] = this.#encode(value, island, path);
    return index;
  }

  #encode(value: unknown, island: string, path: string): unknown {
    switch (typeof value) {
      case "undefined":
        return ["undefined"];
      case "bigint":
        return ["bigint", String(value)];
      case "number":
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return ["number", Object.is(value, -0) ? "-0" : String(value)];
      case "function":
      case "symbol":
        throw new TypeError(
          `Cannot send the prop "${path}" of the island "${island}" to the browser: ` +
            `it is a ${typeof value}. Props must be data, signals or JSX.`,
        );
      case "object":
        return value === null ? null : this.#encodeObject(value, island, path);
      default:
        return value;
    }
  }

  #encodeObject(value: object, island: string, path: string): unknown {
    const index = (part: unknown, step: string) => this.#index(part, island, path + step);
    if (value instanceof SlotRef) return ["slot", value.id, value.name];
    if (isSignal(value)) {
      return [isComputed(value) ? "computed" : "signal", index(value.peek(), ".value")];
    }
    if (value instanceof Date) return ["date", value.getTime()];
    if (value instanceof URL) return ["url", value.href];
    if (value instanceof RegExp) return ["regexp", value.source, value.flags];
    if (value instanceof Uint8Array) return ["bytes", base64(value)];
    if (value instanceof Set) return ["set", ...[...value].map((part, i) => index(part, `[${i}]`))];
    if (value instanceof Map) {
      return ["map", ...[...value].flat().map((part, i) => index(part, `[${i >> 1}]`))];
    }
    if (Array.isArray(value)) return value.map((part, i) => index(part, `[${i}]`));
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, index(part, `.${name}`)]),
    );
  }
}
