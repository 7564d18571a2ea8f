// Wakes the islands of a page: reads their props, turns the HTML of their slots back into JSX, and
// renders each over what the server sent.
import { computed, signal } from "@preact/signals";
import { type ComponentChild, Fragment, h, render } from "preact";
import type { AnyComponentType, AnyVNode } from "../any_vnode.ts";
import { readProps } from "../props_reader.ts";
import "./hooks.ts";
import { type Marker, markerAt, markersIn } from "./markers.ts";
import { rangeRoot } from "./range_root.ts";

type Islands = Record<string, AnyComponentType>;

class Slot {
  constructor(readonly id: number, readonly name: string) {}
}

/** Called by the script at the end of the page. */
export function boot(islands: Islands, props: string): void {
  const page = new Page(
    islands,
    readProps(props, { signal, computed, slot: (id, name) => new Slot(id, name) }),
  );
  // All are found before any is rendered, because rendering removes markers.
  const found = [...markersIn(document.body, "island")];
  for (const { start, marker } of found) {
    later(() => render(page.island(start, marker), rangeRoot(start, marker.end)));
  }
}

/** A task for each island: the page stays responsive, and one that throws does not stop the rest. */
function later(task: () => void): void {
  const scheduler: { postTask(task: () => void): unknown } | undefined = Reflect.get(
    globalThis,
    "scheduler",
  );
  if (scheduler === undefined) setTimeout(task, 0);
  else scheduler.postTask(task);
}

class Page {
  constructor(
    readonly islands: Islands,
    readonly props: Record<string, unknown>[],
  ) {}

  /** The island that a marker stands for, with its slots taken from the HTML. */
  island(start: Node, { parts: [name = "", index = "", key], end }: Marker): AnyVNode {
    const component = this.islands[name];
    const given = this.props[Number(index)];
    if (component === undefined || given === undefined) {
      throw new Error(`Cannot wake the island "${name}": the page does not bring it`);
    }
    const props: Record<string, unknown> = key ? { key } : {};
    for (const [name, value] of Object.entries(given)) {
      props[name] = value instanceof Slot ? this.#slot(value, start, end) : value;
    }
    return h(component, props);
  }

  /** What stands in a slot of an island, or waits in a template because the island hid it. */
  #slot({ id, name }: Slot, start: Node, end: Node): AnyVNode | null {
    for (const { start: open, marker } of markersIn(start.parentNode!, "slot", start, end)) {
      if (Number(marker.parts[0]) === id) return this.#content(open.nextSibling, marker.end);
    }
    const template = document.getElementById(`frsh-${id}-${name}`);
    if (!(template instanceof HTMLTemplateElement)) return null;
    return this.#content(template.content.firstChild, null);
  }

  #content(from: Node | null, end: Node | null): AnyVNode {
    return h(Fragment, null, this.#children(from, end));
  }

  #children(from: Node | null, end: Node | null): ComponentChild[] {
    const children: ComponentChild[] = [];
    for (let node = from; node !== null && node !== end; node = node.nextSibling) {
      const marker = markerAt(node);
      if (marker?.kind === "island") {
        children.push(this.island(node, marker));
        node = marker.end;
      } else if (node instanceof Text) children.push(node.data);
      else if (node instanceof Element) children.push(this.#element(node));
    }
    return children;
  }

  #element(element: Element): AnyVNode {
    const props: Record<string, unknown> = {};
    for (const { name, value } of element.attributes) {
      // `checked=""` means true, but as a property "" would mean false.
      props[name] = typeof Reflect.get(element, name) === "boolean" ? true : value;
    }
    return h(element.localName, props, ...this.#children(element.firstChild, null));
  }
}
