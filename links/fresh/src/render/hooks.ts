// Changes nodes on their way into the renderer, by Preact's option hooks: islands get their host,
// html elements what a page needs. Outside of a page's rendering it does nothing.
import { h, options } from "preact";
import type { AnyComponentType, AnyVNode } from "../any_vnode.ts";
import { markedLink } from "../active_link.ts";
import { lockedSources } from "../asset.ts";
import { HEAD_TAGS } from "../head_key.ts";
import { HeadScope } from "../head_scope.ts";
import { EndOfBody } from "./boot_script.ts";
import { HeadElement, RestOfHead } from "./head.ts";
import { IslandHost, isUntouched } from "./islands.ts";
import { type RenderState, renderState } from "./state.ts";

type Props = Record<string, unknown>;

interface Node {
  type: string | AnyComponentType;
  props: Props;
}

const child = (props: Props) => props.children as AnyVNode;

/** How some elements are changed; the result replaces type and props. */
const ELEMENTS: Record<string, (props: Props, state: RenderState) => Props> = {
  html(props, { seen }) {
    seen.html = true;
    return props;
  },
  head(props, { seen }) {
    seen.head = true;
    const rest = h(RestOfHead, null);
    const children = h(HeadScope.Provider, { value: "place" }, child(props), rest);
    return { ...props, children };
  },
  body(props, { seen }) {
    seen.body = true;
    return { ...props, children: [child(props), h(EndOfBody, null)] };
  },
  a: (props, { pathname }) => markedLink(props, pathname),
  img: lockedSources,
  source: lockedSources,
  script: withNonce,
  style: withNonce,
};

function withNonce(props: Props, { nonce }: RenderState): Props {
  return props.nonce ? props : { ...props, nonce };
}

function changed(vnode: AnyVNode, { type, props }: Node, state: RenderState): Node | null {
  if (typeof type === "string") {
    const change = ELEMENTS[type];
    const attributes = change === undefined ? props : change(props, state);
    if (HEAD_TAGS.has(type)) {
      return { type: HeadElement, props: { tag: type, attributes, elementKey: vnode.key } };
    }
    return change === undefined ? null : { type, props: attributes };
  }
  const island = state.cache.islands.get(type);
  if (island === undefined) return null;
  const host = { island, component: type, given: props, islandKey: vnode.key };
  return { type: IslandHost, props: host };
}

/** A node that lives longer than one page is changed anew each time, from what it was at first. */
const originals = new WeakMap<AnyVNode, Node>();

function beforeRender(vnode: AnyVNode): void {
  const state = renderState();
  if (state === null || isUntouched(vnode)) return;
  const original = originals.get(vnode) ?? { type: vnode.type, props: vnode.props as Props };
  const node = changed(vnode, original, state);
  if (node === null) return;
  originals.set(vnode, original);
  Object.assign(vnode, node);
}

// Preact calls it before it renders a node; the name is part of its contract with its own tools.
const hooks: { __b?: (vnode: AnyVNode) => void } = options as object;
const previous = hooks.__b;
hooks.__b = (vnode) => {
  beforeRender(vnode);
  previous?.(vnode);
};
