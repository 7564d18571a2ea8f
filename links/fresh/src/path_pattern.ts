// The little language of paths: how a pattern is joined to a base, split into segments, made from
// a file's name, and compiled. Patterns are those of URLPattern; the forms that file names and
// ordinary routes use become plain RegExps, which are some hundred times faster.

/** Gives the params of a matching path, or null. */
export type PathMatcher = (pathname: string) => Record<string, string> | null;

/** Does the pattern need matching, or is it a plain path? */
export const isPattern = (path: string): boolean => /[*:{}+?()]/.test(path);

/** Puts `path` below `base`. `*` is everything below the base, or the base itself when mounting. */
export function joinPaths(base: string, path: string, mounting = false): string {
  const prefix = base.replace(/\*$/, "").replace(/^\/$/, "");
  if (path === "*") return prefix + (mounting ? "" : "/*");
  return path === "/" && prefix !== "" ? prefix : prefix + path;
}

/** The folders that a path lies in, and its own last part if `withLast`. */
export function pathSegments(path: string, withLast: boolean): string[] {
  if (path === "*" || path === "/*") return [];
  const parts = path.replace(/\{[^}]*\}\??/g, "").replace(/^\//, "").split("/");
  const last = parts.pop();
  if (withLast && last) parts.push(last);
  return parts;
}

/** `/blog/[slug]/index` → `/blog/:slug`. Groups such as `(admin)` vanish unless they are kept. */
export function filePattern(id: string, { keepGroups = false } = {}): string {
  const parts = id.split("/").filter((part) => part !== "");
  if (parts.at(-1) === "index") parts.pop();
  let pattern = "";
  let required = 0;
  for (const part of parts) {
    if (!keepGroups && /^\(.*\)$/.test(part)) continue;
    const optional = /^\[\[(\w+)\]\]$/.exec(part);
    const rest = /^\[\.\.\.(\w+)\]$/.exec(part);
    if (part.includes("[[") !== (optional !== null)) {
      throw new SyntaxError(
        `Cannot route "${id}": an optional parameter must be a whole segment, not "${part}"`,
      );
    }
    if (part.includes("][")) {
      throw new SyntaxError(`Cannot route "${id}": something must stand between two parameters`);
    }
    if (optional) pattern += `{/:${optional[1]}}?`;
    else if (rest) pattern += `/:${rest[1]}*`;
    else {
      required++;
      pattern += `/${part.replace(/\[(\w+)\]/g, ":$1")}`;
    }
  }
  // Without anything required the leading slash must stay, or "/" would not match.
  if (required === 0) pattern = pattern.replace(/^\{\//, "/{");
  return pattern === "" ? "/" : pattern;
}

/** Malformed escapes stay as they are: a request must not be able to throw here. */
function decode(value: string | undefined): string {
  if (value === undefined) return "";
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}

const SIMPLE_TOKEN = /\{\/:(\w+)\}\?|\/:(\w+)\*|:(\w+)|\*/g;

/** Compiles a pattern; what is more than names and stars is left to URLPattern. */
export function compilePattern(pattern: string): PathMatcher {
  if (/[(){}+?\\]|\*\*|:\w+\*/.test(pattern.replace(/\{\/:\w+\}\?|\/:\w+\*/g, ""))) {
    return urlPatternMatcher(pattern);
  }
  const names: string[] = [];
  let stars = 0;
  let source = "";
  let end = 0;
  const literal = (text: string) => text.replace(/[.\\^$|[\]{}()+?*]/g, "\\$&");
  for (const token of pattern.matchAll(SIMPLE_TOKEN)) {
    const [text, optional, rest, name] = token;
    source += literal(pattern.slice(end, token.index));
    end = token.index + text.length;
    names.push(optional ?? rest ?? name ?? String(stars++));
    if (optional) source += "(?:/([^/]+))?";
    else if (rest) source += "(?:/([^/]+(?:/[^/]+)*))?";
    else source += name ? "([^/]+?)" : "(.*)";
  }
  const regexp = new RegExp(`^${source}${literal(pattern.slice(end))}$`);
  return (pathname) => {
    const match = regexp.exec(pathname);
    if (match === null) return null;
    const params: Record<string, string> = Object.create(null);
    for (let i = 0; i < names.length; i++) params[names[i]!] = decode(match[i + 1]);
    return params;
  };
}

function urlPatternMatcher(pathname: string): PathMatcher {
  const pattern = new URLPattern({ pathname });
  return (pathname) => {
    const match = pattern.exec({ pathname });
    if (match === null) return null;
    const params: Record<string, string> = Object.create(null);
    for (const [name, value] of Object.entries(match.pathname.groups)) params[name] = decode(value);
    return params;
  };
}
