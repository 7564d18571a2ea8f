// A node of Preact's tree whose props nobody here needs to know.
import type { ComponentType, VNode } from "preact";

// Preact's VNode is invariant in its props, so `unknown` would take no node at all.
// deno-lint-ignore no-explicit-any -- see above
export type AnyVNode = VNode<any>;

/** A component of any props. */
// deno-lint-ignore no-explicit-any -- see above
export type AnyComponentType = ComponentType<any>;
