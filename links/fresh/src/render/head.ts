// Moves what stands in <Head> into the document's head: in place of an element with the same key,
// or at the end.
import type { AnyVNode } from "../any_vnode.ts";
import { Fragment, h } from "preact";
import { useContext } from "preact/hooks";
import { headKey } from "../head_key.ts";
import { HeadScope } from "../head_scope.ts";
import { untouched } from "./islands.ts";
import { requireRenderState } from "./state.ts";

/** What replaces a `<title>`, `<meta>` and so on in the tree. */
export interface HeadElementProps {
  tag: string;
  attributes: Record<string, unknown>;
  elementKey: unknown;
}

/** Renders the element, or hands it over, or takes the one that was handed over. */
export function HeadElement({ tag, attributes, elementKey }: HeadElementProps): AnyVNode | null {
  const { head } = requireRenderState();
  const scope = useContext(HeadScope);
  const element = untouched(h(tag, attributes));
  if (scope === null) return element;
  const key = headKey(tag, attributes, elementKey);
  if (scope === "collect") {
    head.set(key, element);
    return null;
  }
  const replacement = head.get(key);
  head.delete(key);
  return replacement ?? element;
}

/** What is left of `<Head>`, and the styles of the islands on the page. */
export function RestOfHead(): AnyVNode {
  const { head, usedIslands, basePath } = requireRenderState();
  const styles = new Set([...usedIslands].flatMap(({ css }) => css));
  const links = [...styles].map((path) =>
    untouched(h("link", { rel: "stylesheet", href: basePath + path }))
  );
  const rest = [...head.values(), ...links];
  head.clear();
  return h(Fragment, null, ...rest);
}
