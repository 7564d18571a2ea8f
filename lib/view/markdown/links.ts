/** Which addresses a text from outside may link to. Everything else is shown, not linked. */

const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** The address if it is safe to follow, in its normal form; null for any other. */
export function safeAddress(href: string): string | null {
  if (!URL.canParse(href)) return null; // Relative ones, too: they would lead into this page.
  const url = new URL(href);
  return SCHEMES.has(url.protocol) ? url.href : null;
}
