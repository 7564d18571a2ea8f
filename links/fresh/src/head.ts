// The <Head> component. On the server its children move into the document's head; an island that
// renders it in the browser changes the head that is there.
import { type ComponentChildren, h, isValidElement, toChildArray, type VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { AnyVNode } from "./any_vnode.ts";
import { HEAD_TAGS } from "./head_key.ts";
import { HeadScope } from "./head_scope.ts";

/** What {@linkcode Head} takes. */
export interface HeadProps {
  children?: ComponentChildren;
}

/** Puts its children into the head of the page. */
export function Head({ children }: HeadProps): AnyVNode {
  if (typeof document === "undefined") {
    return h(HeadScope.Provider, { value: "collect", children });
  }
  return h(BrowserHead, null, children);
}

function BrowserHead({ children }: HeadProps): null {
  useEffect(() => {
    for (const child of toChildArray(children)) {
      if (isValidElement(child) && HEAD_TAGS.has(String(child.type))) apply(child as VNode<Attrs>);
    }
  });
  return null;
}

type Attrs = Record<string, unknown>;

function apply({ type, props: { children, ...attrs } }: VNode<Attrs>): void {
  const tag = String(type);
  const text = toChildArray(children as ComponentChildren).join("");
  if (tag === "title") return void (document.title = text);
  const given = Object.entries(attrs).filter(([, value]) => value !== undefined && value !== null);
  const same = (element: Element) =>
    given.every(([name, value]) =>
      (tag === "meta" && name === "content") || element.getAttribute(name) === String(value)
    );
  const found = [...document.head.querySelectorAll(tag)].find(same) ??
    document.head.appendChild(document.createElement(tag));
  for (const [name, value] of given) found.setAttribute(name, String(value));
  if (text !== "") found.textContent = text;
}
