// Marks links to the current page and to its ancestors, for styles and screen readers.
// Runs on both sides, so that an island does not take the marks off again.

const withoutSlash = (path: string) => path.length > 1 ? path.replace(/\/$/, "") : path;

/** The attributes of an `<a>`, with the marks that its `href` deserves on the page `pathname`. */
export function markedLink(
  props: Record<string, unknown>,
  pathname: string,
): Record<string, unknown> {
  const { href } = props;
  if (typeof href !== "string" || !href.startsWith("/")) return props;
  const url = URL.parse(href, "http://link.invalid");
  if (url === null) return props;
  const target = withoutSlash(url.pathname);
  const here = withoutSlash(pathname);
  if (here === target) return { ...props, "data-current": "true", "aria-current": "page" };
  if (target === "/" || here.startsWith(`${target}/`)) {
    return { ...props, "data-ancestor": "true", "aria-current": "true" };
  }
  return props;
}
