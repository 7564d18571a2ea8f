/**
 * The names of files in a diff's headers. git writes a name with a tab, a quote, a newline or a
 * character beyond ASCII in C's quotes, with octal bytes: `"a/\303\244.txt"`.
 */

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/** The two names that a header tells, without their prefixes; null for /dev/null or none. */
export function headerPaths(
  header: readonly string[],
): { before: string | null; behind: string | null } {
  const minus = header.find((line) => line.startsWith("--- "));
  const plus = header.find((line) => line.startsWith("+++ "));
  if (minus !== undefined && plus !== undefined) {
    return { before: name(minus.slice(4), "a/"), behind: name(plus.slice(4), "b/") };
  }
  const git = header.find((line) => line.startsWith("diff --git "));
  const [before, behind] = git === undefined ? [null, null] : gitPaths(git.slice(11));
  return { before, behind };
}

/** A name as it stands in a header, its quotes undone. */
export function unquote(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  const body = text.slice(1, -1);
  for (let at = 0; at < body.length;) {
    const octal = /^\\([0-3][0-7]{2})/.exec(body.slice(at, at + 4));
    const escaped = body[at] === "\\" ? ESCAPES[body[at + 1] ?? ""] : undefined;
    if (octal !== null) {
      bytes.push(parseInt(octal[1]!, 8));
      at += 4;
    } else if (escaped !== undefined) {
      bytes.push(escaped);
      at += 2;
    } else {
      const character = String.fromCodePoint(body.codePointAt(at)!);
      bytes.push(...encoder.encode(character));
      at += character.length;
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function name(text: string, prefix: string): string | null {
  // A tab ends a name that has blanks; what follows may be a time.
  const tab = text.indexOf("\t");
  const bare = unquote((tab === -1 ? text : text.slice(0, tab)).replace(/\r$/, ""));
  if (bare === "/dev/null") return null;
  return bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
}

/** `a/x b/x`: blanks make it ambiguous, unless both names are the same, as they mostly are. */
function gitPaths(text: string): [string | null, string | null] {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|.+)$/.exec(text);
  const half = (text.length - 1) / 2;
  const [left, right] = [text.slice(0, half), text.slice(half + 1)];
  if (Number.isInteger(half) && text[half] === " " && left.slice(2) === right.slice(2)) {
    return [name(left, "a/"), name(right, "b/")];
  }
  if (quoted === null) return [null, name(text, "b/")];
  return [name(quoted[1]!, "a/"), name(quoted[2]!, "b/")];
}
