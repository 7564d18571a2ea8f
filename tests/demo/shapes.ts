// The structure of JSON messages, learnt from samples: which keys, which types. Used to hold the
// demo agent's messages against recorded ones of the real server.

/** What was seen at one place of a message. */
interface Shape {
  readonly types: Set<string>;
  /** Objects seen here, apart by their `type`, since those are different things. */
  readonly objects: Map<
    string,
    { seen: number; keys: Map<string, { seen: number; shape: Shape }> }
  >;
  items: Shape | undefined;
}

/** Values under these keys are whatever a tool or a client puts there. */
const FREE = new Set([
  "arguments",
  "tool_params",
  "properties",
  "readStates",
  "tool_params_display",
]);

/** Learns shapes from samples under a name and compares others with them. */
export class Shapes {
  readonly #byName = new Map<string, Shape>();

  learn(name: string, sample: unknown): void {
    if (!this.#byName.has(name)) this.#byName.set(name, emptyShape());
    learnInto(this.#byName.get(name)!, sample);
  }

  /** What is different about `value`, one line each; nothing when the shape is the same. */
  differences(name: string, value: unknown): string[] {
    const shape = this.#byName.get(name);
    return shape ? compare(shape, value, name) : [`${name}: the real server never sent this`];
  }
}

function emptyShape(): Shape {
  return { types: new Set(), objects: new Map(), items: undefined };
}

function learnInto(shape: Shape, value: unknown): void {
  shape.types.add(typeOf(value));
  if (Array.isArray(value)) {
    shape.items ??= emptyShape();
    for (const item of value) learnInto(shape.items, item);
  } else if (isObject(value)) {
    const kind = String(value.type ?? "");
    const object = shape.objects.get(kind) ?? { seen: 0, keys: new Map() };
    shape.objects.set(kind, object);
    object.seen++;
    for (const [key, inner] of Object.entries(value)) {
      const known = object.keys.get(key) ?? { seen: 0, shape: emptyShape() };
      object.keys.set(key, known);
      known.seen++;
      learnInto(known.shape, inner);
    }
  }
}

// null stands for "not there" in this protocol, so it goes with any type, on both sides.
function compare(shape: Shape, value: unknown, path: string): string[] {
  const type = typeOf(value);
  const known = [...shape.types].filter((one) => one !== "null");
  if (type === "null" || known.length === 0) return [];
  if (!known.includes(type)) return [`${path}: ${type} instead of ${known.join(" or ")}`];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => compare(shape.items!, item, `${path}[${at}]`));
  }
  return isObject(value) ? compareObject(shape, value, path) : [];
}

function compareObject(shape: Shape, value: Record<string, unknown>, path: string): string[] {
  const object = shape.objects.get(String(value.type ?? ""));
  if (!object) return [`${path}: never seen with type ${value.type}`];
  const missing = [...object.keys].filter(([key, { seen }]) =>
    seen === object.seen && !(key in value)
  )
    .map(([key]) => `${path}.${key}: missing`);
  const wrong = Object.entries(value).flatMap(([key, inner]) => {
    const known = object.keys.get(key);
    if (!known) return [`${path}.${key}: unknown to the real server`];
    return FREE.has(key) ? [] : compare(known.shape, inner, `${path}.${key}`);
  });
  return [...missing, ...wrong];
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeOf(value) === "object";
}
