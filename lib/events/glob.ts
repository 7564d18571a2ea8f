/** Globs over dotted names: `*` stands for any text, `?` for one character. Pure. */

/** Whether the whole name matches. Walks once: a pattern of many stars costs no more time. */
export function matchesGlob(pattern: string, name: string): boolean {
  let p = 0, n = 0, star = -1, mark = 0;
  while (n < name.length) {
    if (pattern[p] === "*") {
      star = p++;
      mark = n;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star !== -1) {
      p = star + 1;
      n = ++mark;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
