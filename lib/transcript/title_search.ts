/** Finding conversations by their title: every word of the query somewhere in it. Pure. */

/** Case and accents do not count. */
export function matchesTitle(title: string, query: string): boolean {
  const plain = folded(title);
  return folded(query).split(/\s+/).every((word) => plain.includes(word));
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
