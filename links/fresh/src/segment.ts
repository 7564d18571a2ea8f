// The tree of path segments: each holds what applies to all routes below it. A route takes a copy
// of what its segments hold at the moment of its registration; hence the order of calls matters.
import type { LayoutConfig } from "./config.ts";
import { internals, type RouteComponent } from "./context.ts";
import type { MaybeLazyMiddleware, Middleware } from "./handlers.ts";
import { HttpError } from "./http_error.ts";
import { pathSegments } from "./path_pattern.ts";
import { renderRoute, type Route } from "./route.ts";

/** One folder of the tree. */
export class Segment<State> {
  readonly middlewares: MaybeLazyMiddleware<State>[] = [];
  app: RouteComponent<State> | null = null;
  layout: { component: RouteComponent<State>; config: LayoutConfig } | null = null;
  errorRoute: Route<State> | null = null;
  /** Only the root's counts, whenever it is set. */
  notFound: Middleware<State> | null = null;
  #children = new Map<string, Segment<State>>();
  #parent: Segment<State> | null;

  constructor(parent: Segment<State> | null = null) {
    this.#parent = parent;
  }

  /** The segment at a path below this one; it is made if it is not there. */
  at(path: string, withLast = true): Segment<State> {
    return pathSegments(path, withLast).reduce<Segment<State>>((segment, name) => {
      const child = segment.#children.get(name) ?? new Segment(segment);
      segment.#children.set(name, child);
      return child;
    }, this);
  }

  /** All that runs before a route here, from the root down. */
  chain(): MaybeLazyMiddleware<State>[] {
    const above = this.#parent?.chain() ?? [];
    return [...above, this.#enter(), ...this.middlewares];
  }

  get #root(): Segment<State> {
    return this.#parent === null ? this : this.#parent.#root;
  }

  /** Puts app wrapper and layout in place, and shows errors from below on the page for them. */
  #enter(): Middleware<State> {
    const { app, layout, errorRoute } = this;
    const root = this.#root;
    return async (ctx) => {
      const ui = ctx[internals];
      const outside = { app: ui.app, layouts: ui.layouts };
      const inside = {
        app: layout?.config.skipAppWrapper ? null : app ?? ui.app,
        layouts: layout === null
          ? ui.layouts
          : [...(layout.config.skipInheritedLayouts ? [] : ui.layouts), layout.component],
      };
      try {
        Object.assign(ui, inside);
        return await ctx.next();
      } catch (error) {
        Object.assign(ui, inside);
        ctx.error = error;
        const status = error instanceof HttpError ? error.status : 500;
        if (status === 404 && root.notFound !== null) return await root.notFound(ctx);
        if (errorRoute !== null) return await renderRoute(ctx, errorRoute, status);
        throw error;
      } finally {
        Object.assign(ui, outside);
      }
    };
  }
}
