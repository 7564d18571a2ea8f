// What an app is made of, before it is built: a list of commands, each of which adds something to
// the tree of segments or to the router. Mounting an app elsewhere only changes their patterns.
import { type LayoutConfig, type Method, METHODS, type RouteConfig } from "./config.ts";
import { compose } from "./compose.ts";
import type { Chain } from "./compose.ts";
import type { BuildCache } from "./build_cache.ts";
import type { RouteComponent } from "./context.ts";
import type { Lazy, MaybeLazy, MaybeLazyMiddleware, Middleware } from "./handlers.ts";
import { joinPaths } from "./path_pattern.ts";
import { renderRoute, type Route, routeMethods } from "./route.ts";
import type { Router } from "./router.ts";
import type { Segment } from "./segment.ts";

/** What commands add to. */
export interface Build<State> {
  root: Segment<State>;
  router: Router<Chain<State>>;
  basePath: string;
  cache: BuildCache;
}

/** One call of `app.use`, `app.get` and so on. */
export interface Command<State> {
  /** Where it applies; null if it is about the whole app. */
  pattern: string | null;
  apply(build: Build<State>, pattern: string): void;
}

const asRoute = <State>(route: Route<State> | Middleware<State>): Route<State> =>
  typeof route === "function" ? { handler: route } : route;

function register<State>(
  { router, basePath }: Build<State>,
  methods: readonly Method[] | "ALL",
  pattern: string,
  chain: Chain<State>,
): void {
  const path = joinPaths(basePath, pattern) || "*";
  for (const method of methods === "ALL" ? METHODS : methods) router.add(method, path, chain);
}

export function useCommand<State>(
  pattern: string,
  middlewares: MaybeLazyMiddleware<State>[],
): Command<State> {
  return { pattern, apply: ({ root }, at) => void root.at(at).middlewares.push(...middlewares) };
}

export function appCommand<State>(component: RouteComponent<State>): Command<State> {
  return { pattern: null, apply: ({ root }) => void (root.app = component) };
}

export function layoutCommand<State>(
  pattern: string,
  component: RouteComponent<State>,
  config: LayoutConfig = {},
): Command<State> {
  return { pattern, apply: ({ root }, at) => void (root.at(at).layout = { component, config }) };
}

export function errorCommand<State>(
  pattern: string,
  route: Route<State> | Middleware<State>,
): Command<State> {
  return { pattern, apply: ({ root }, at) => void (root.at(at).errorRoute = asRoute(route)) };
}

export function notFoundCommand<State>(route: Route<State> | Middleware<State>): Command<State> {
  const page = asRoute(route);
  return {
    pattern: null,
    apply: ({ root }) => void (root.notFound = (ctx) => renderRoute(ctx, page, 404)),
  };
}

export function handlerCommand<State>(
  methods: readonly Method[] | "ALL",
  pattern: string,
  middlewares: MaybeLazyMiddleware<State>[],
): Command<State> {
  return {
    pattern,
    apply(build, at) {
      const chain = [...build.root.at(at).chain(), ...middlewares];
      register(build, methods, at, compose(chain));
    },
  };
}

/** `inFolder`: the last part of the pattern is a file's name, so only the folders above it wrap it. */
export function routeCommand<State>(
  pattern: string,
  route: MaybeLazy<Route<State>>,
  config: RouteConfig = {},
  inFolder = false,
): Command<State> {
  return {
    pattern,
    apply(build, at) {
      const above = build.root.at(at, !inFolder).chain();
      if (typeof route === "function") {
        const load = once(route);
        const chain = compose<State>([...above, async (ctx) => renderRoute(ctx, await load())]);
        register(build, config.methods ?? "ALL", config.routeOverride ?? at, chain);
      } else {
        const chain = compose<State>([...above, (ctx) => renderRoute(ctx, route)]);
        register(build, routeMethods(route), route.config?.routeOverride ?? at, chain);
      }
    },
  };
}

/** Loads at the first call, and again only if that failed. */
function once<T>(load: Lazy<T>): Lazy<T> {
  let loaded: Promise<T> | null = null;
  return () =>
    loaded ??= load().catch((error) => {
      loaded = null;
      throw error;
    });
}
