// What is known about the page that is being rendered. Rendering is synchronous, so one variable
// is enough: it is set and cleared in one go, and no other request can get in between.
import type { AnyVNode } from "../any_vnode.ts";
import type { ComponentChildren } from "preact";
import type { BuildCache, Island } from "../build_cache.ts";
import type { SlotRef } from "../props_writer.ts";

/** JSX that was given to an island, until the island shows it. */
export interface PendingSlot {
  ref: SlotRef;
  children: ComponentChildren;
}

/** Gathers what the document needs besides its HTML. */
export class RenderState {
  readonly nonce = crypto.randomUUID().replaceAll("-", "");
  readonly usedIslands = new Set<Island>();
  readonly islandProps: { island: Island; props: Record<string, unknown> }[] = [];
  readonly pendingSlots = new Map<number, PendingSlot>();
  slotCount = 0;
  /** By key: what `<Head>` brought and the document's head has not taken yet. */
  readonly head = new Map<string, AnyVNode>();
  readonly seen = { html: false, head: false, body: false };

  constructor(
    readonly cache: BuildCache,
    readonly basePath: string,
    readonly pathname: string,
  ) {}
}

let current: RenderState | null = null;

/** The page that is being rendered, or null. */
export const renderState = (): RenderState | null => current;

/** The page that is being rendered, for components that stand nowhere else. */
export function requireRenderState(): RenderState {
  if (current === null) throw new Error("This component works only while a page is rendered");
  return current;
}

/** Renders with this state. */
export function withRenderState<T>(state: RenderState, render: () => T): T {
  current = state;
  try {
    return render();
  } finally {
    current = null;
  }
}
