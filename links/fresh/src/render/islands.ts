// Marks islands and their slots in the HTML with comments, and remembers their props.
// An island inside another island is an ordinary component; one inside a slot is an island again.
import type { AnyComponentType, AnyVNode } from "../any_vnode.ts";
import { type ComponentChildren, createContext, Fragment, h, isValidElement } from "preact";
import { useContext } from "preact/hooks";
import type { Island } from "../build_cache.ts";
import { isSignal, SlotRef } from "../props_writer.ts";
import { requireRenderState } from "./state.ts";

/** A node that the hooks must leave as it is. */
const untouchable = new WeakSet<object>();

/** Protects a node from being taken for an island or a head element once more. */
export function untouched(vnode: AnyVNode): AnyVNode {
  untouchable.add(vnode);
  return vnode;
}

/** Is the node protected? */
export const isUntouched = (vnode: object): boolean => untouchable.has(vnode);

const InsideIsland = createContext(false);

// The renderer drops a comment that is a component's only root, so it always stands in a list.
const comment = (text: string) => h(Fragment, { UNSTABLE_comment: text } as object);

const marked = (kind: string, text: string, content: ComponentChildren) =>
  h(Fragment, null, comment(`frsh:${kind}:${text}`), content, comment(`/frsh:${kind}`));

/** What replaces an island in the tree. */
export interface IslandHostProps {
  island: Island;
  component: AnyComponentType;
  given: Record<string, unknown>;
  islandKey: unknown;
}

/** Renders an island between its markers. */
export function IslandHost({ island, component, given, islandKey }: IslandHostProps): AnyVNode {
  const state = requireRenderState();
  if (useContext(InsideIsland)) {
    return untouched(h(component, given));
  }
  const sent: Record<string, unknown> = { ...given };
  const shown: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(given)) {
    if (!isSlot(name, value)) continue;
    const ref = sent[name] = new SlotRef(state.slotCount++, name);
    const children = value as ComponentChildren;
    state.pendingSlots.set(ref.id, { ref, children });
    shown[name] = h(Slot, { slot: ref }, children);
  }
  state.usedIslands.add(island);
  const index = state.islandProps.push({ island, props: sent }) - 1;
  // The key comes from data; neither a colon nor the end of the comment may be in it.
  const key = encodeURIComponent(String(islandKey ?? ""));
  const content = untouched(h(component, shown));
  return h(
    InsideIsland.Provider,
    { value: true, children: marked("island", `${island.name}:${index}:${key}`, content) },
  );
}

function isSlot(name: string, value: unknown): boolean {
  if (typeof value === "function" || isSignal(value)) return false;
  if (name === "children") return value !== undefined && value !== null;
  return isValidElement(value);
}

function Slot({ slot, children }: { slot: SlotRef; children?: ComponentChildren }): AnyVNode {
  requireRenderState().pendingSlots.delete(slot.id);
  const content = marked("slot", `${slot.id}:${slot.name}`, children);
  return h(InsideIsland.Provider, { value: false, children: content });
}

/** Slots that no island showed wait in templates; they may contain islands with slots of their own. */
export function HiddenSlots(): AnyVNode | null {
  const { pendingSlots } = requireRenderState();
  if (pendingSlots.size === 0) return null;
  const templates = [...pendingSlots.values()].map(({ ref, children }) =>
    untouched(h("template", { id: `frsh-${ref.id}-${ref.name}` }, children))
  );
  pendingSlots.clear();
  return h(Fragment, null, ...templates, h(HiddenSlots, null));
}
