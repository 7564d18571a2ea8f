// Says when two elements of a head are the same one, so that the later replaces the earlier.
// Runs on both sides.

/** The kinds of elements that `<Head>` moves. */
export const HEAD_TAGS: ReadonlySet<string> = new Set([
  "title",
  "meta",
  "link",
  "script",
  "style",
  "base",
  "noscript",
  "template",
]);

/** Elements with the same key are one: all titles, metas of one name, links with equal attributes. */
export function headKey(tag: string, props: Record<string, unknown>, key: unknown): string {
  if (key !== undefined && key !== null) return `key ${key}`;
  if (tag === "title") return "title";
  const parts = Object.entries(props)
    .filter(([name]) => !["children", "nonce", "ref"].includes(name))
    .filter(([name]) => !(tag === "meta" && name === "content"))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [tag, ...parts.sort()].join(" ");
}
