// Does to the nodes of islands in the browser what the server did to them: cacheable image URLs
// and marks on links. Otherwise the first rendering would take them off again.
import { options, type VNode } from "preact";
import { markedLink } from "../active_link.ts";
import { lockedSources } from "../asset.ts";

type Props = Record<string, unknown>;

const CHANGES: Record<string, (props: Props) => Props> = {
  a: (props) => markedLink(props, location.pathname),
  img: lockedSources,
  source: lockedSources,
};

const previous = options.vnode;
options.vnode = (vnode: VNode) => {
  const change = typeof vnode.type === "string" ? CHANGES[vnode.type] : undefined;
  if (change !== undefined) vnode.props = change(vnode.props as Props) as typeof vnode.props;
  previous?.(vnode);
};
