// Lets Preact own just the nodes between two markers, by posing as their parent.

/** An object that Preact takes for the element to render into. */
export function rangeRoot(start: Node, end: Node): Element {
  const parent = start.parentNode!;
  const nodes = () => {
    const found: Node[] = [];
    for (let node = start.nextSibling; node && node !== end; node = node.nextSibling) {
      found.push(node);
    }
    return found;
  };
  const root = {
    nodeType: Node.ELEMENT_NODE,
    parentNode: parent,
    nextSibling: null,
    ownerDocument: document,
    namespaceURI: (parent as Element).namespaceURI,
    get firstChild() {
      return nodes()[0] ?? null;
    },
    get childNodes() {
      return nodes();
    },
    insertBefore: (node: Node, before: Node | null) => parent.insertBefore(node, before ?? end),
    appendChild: (node: Node) => parent.insertBefore(node, end),
    removeChild: (node: Node) => parent.removeChild(node),
    contains: (node: Node | null) => parent.contains(node),
  };
  return root as unknown as Element;
}
