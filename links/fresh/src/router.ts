// Finds what is registered for a method and a path: plain paths in a Map, patterns in the order in
// which they came. Knows nothing of what it finds.
import type { Method } from "./config.ts";
import { compilePattern, isPattern, type PathMatcher } from "./path_pattern.ts";

interface Entry<T> {
  pattern: string;
  byMethod: Map<Method, T>;
}

/** What a path leads to. */
export interface RouteMatch<T> {
  /** The pattern that matched, whatever the method, or null. */
  pattern: string | null;
  /** What is registered there for the method, or null. */
  item: T | null;
  params: Record<string, string>;
  /** The methods that are registered there. */
  methods: Iterable<Method>;
}

/** Maps (method, path) to items; the first registration wins. */
export class Router<T> {
  #byPattern = new Map<string, Entry<T>>();
  #plain = new Map<string, Entry<T>>();
  #patterns: { entry: Entry<T>; match: PathMatcher }[] = [];

  /** Registers an item, unless the pattern has one for this method already. */
  add(method: Method, pattern: string, item: T): void {
    const entry = this.#byPattern.get(pattern) ?? this.#newEntry(pattern);
    if (!entry.byMethod.has(method)) entry.byMethod.set(method, item);
  }

  /** Looks a path up. A plain path matches with and without a slash at its end. */
  match(method: Method, pathname: string): RouteMatch<T> {
    const plain = this.#plain.get(pathname) ?? this.#plain.get(otherSlashForm(pathname));
    if (plain !== undefined) return result(plain, method, {});
    for (const { entry, match } of this.#patterns) {
      const params = match(pathname);
      if (params !== null) return result(entry, method, params);
    }
    return { pattern: null, item: null, params: {}, methods: [] };
  }

  #newEntry(pattern: string): Entry<T> {
    const entry = { pattern, byMethod: new Map<Method, T>() };
    this.#byPattern.set(pattern, entry);
    if (isPattern(pattern)) this.#patterns.push({ entry, match: compilePattern(pattern) });
    else this.#plain.set(pattern, entry);
    return entry;
  }
}

function otherSlashForm(pathname: string): string {
  if (pathname === "/") return pathname;
  return pathname.endsWith("/") ? pathname.slice(0, -1) : `${pathname}/`;
}

function result<T>(
  { pattern, byMethod }: Entry<T>,
  method: Method,
  params: Record<string, string>,
): RouteMatch<T> {
  const item = byMethod.get(method) ?? (method === "HEAD" ? byMethod.get("GET") : undefined);
  return { pattern, item: item ?? null, params, methods: byMethod.keys() };
}
