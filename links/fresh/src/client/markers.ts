// Finds the comments that the server left around islands and slots.

/** The start of an island or slot. */
export interface Marker {
  kind: "island" | "slot";
  /** island: name, index of its props, key; slot: id, name */
  parts: string[];
  end: Node;
}

/** What a node opens, if it opens anything. */
export function markerAt(node: Node): Marker | null {
  const match = node.nodeType === Node.COMMENT_NODE
    ? /^frsh:(island|slot):(.*)$/.exec((node as Comment).data)
    : null;
  if (match === null) return null;
  const kind = match[1] as Marker["kind"];
  return { kind, parts: match[2]!.split(":"), end: closing(node, kind) };
}

function closing(start: Node, kind: string): Node {
  let depth = 0;
  for (let node = start.nextSibling; node !== null; node = node.nextSibling) {
    if (node.nodeType !== Node.COMMENT_NODE) continue;
    const { data } = node as Comment;
    if (data.startsWith(`frsh:${kind}:`)) depth++;
    else if (data === `/frsh:${kind}` && depth-- === 0) return node;
  }
  throw new Error(`Cannot find the end of an ${kind}: is its HTML nested in an invalid way?`);
}

/** The markers of one kind between two nodes, outermost only. */
export function* markersIn(
  root: Node,
  kind: Marker["kind"],
  from: Node = root,
  until: Node | null = null,
): Generator<{ start: Node; marker: Marker }> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  walker.currentNode = from;
  for (let node = walker.nextNode(); node !== null && node !== until; node = walker.nextNode()) {
    const marker = markerAt(node);
    if (marker?.kind !== kind) continue;
    yield { start: node, marker };
    walker.currentNode = marker.end;
  }
}
