// Turns the files below `routes/` into commands, in the order that makes folders' middlewares and
// layouts come before the pages in them, and fixed names before parameters.
import type { RouteFile } from "./build_cache.ts";
import {
  appCommand,
  type Command,
  errorCommand,
  layoutCommand,
  notFoundCommand,
  routeCommand,
  useCommand,
} from "./commands.ts";
import type { RouteConfig } from "./config.ts";
import type { RouteComponent } from "./context.ts";
import type { Middleware, RouteHandler } from "./handlers.ts";
import { filePattern } from "./path_pattern.ts";
import type { Route } from "./route.ts";

interface RouteModule<State> {
  default?: RouteComponent<State> | Middleware<State> | Middleware<State>[];
  config?: RouteConfig;
  handler?: RouteHandler<unknown, State> | Middleware<State>[];
  handlers?: RouteHandler<unknown, State> | Middleware<State>[];
}

const RANKS: readonly RegExp[] = [
  /^_app$/,
  /^_middleware$/,
  /^_(?!error|500)/,
  /^_/,
  /^index$/,
  /^[^[(]/,
  /^\(/,
  /^\[(?!\.\.\.)/,
];

const rank = (part: string) => {
  const index = RANKS.findIndex((pattern) => pattern.test(part));
  return index === -1 ? RANKS.length : index;
};

/** Sorts the ids of route files. */
export function compareRouteIds(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i]!, right[i]!];
    if (x !== y) return rank(x) - rank(y) || (x < y ? -1 : 1);
  }
  // `/a/b` is more specific than `/a`.
  return right.length - left.length;
}

/** The module, if it exports anything that a route file can export. */
function checked<State>(module: unknown, id: string): RouteModule<State> {
  const found = module as RouteModule<State>;
  const values = [found.default, found.config, found.handler, found.handlers];
  if (values.every((value) => value === undefined)) {
    throw new Error(
      `Cannot use routes${id}: it exports no component, handler, middleware or config`,
    );
  }
  return found;
}

function toRoute<State>(module: unknown, id: string): Route<State> {
  const { default: component, config, handler, handlers } = checked<State>(module, id);
  const own = handlers ?? handler;
  if (Array.isArray(own) || Array.isArray(component)) {
    throw new Error(`Cannot use routes${id}: only _middleware may export a list of functions`);
  }
  return { component: component as RouteComponent<State> | undefined, config, handler: own };
}

function middlewaresOf<State>(module: unknown, id: string): Middleware<State>[] {
  const { default: component, handler, handlers } = checked<State>(module, id);
  const found = handlers ?? handler ?? component;
  const list = Array.isArray(found) ? found : [found];
  if (!list.every((fn) => typeof fn === "function")) {
    throw new Error(`Cannot use routes${id}: a middleware must be a function or a list of them`);
  }
  return list as Middleware<State>[];
}

/** The command that a file stands for; `_layout` and the like apply to their folder. */
function toCommand<State>({ id, module, load }: RouteFile): Command<State> {
  const cut = id.lastIndexOf("/");
  const folder = filePattern(id.slice(0, cut), { keepGroups: true });
  switch (id.slice(cut + 1)) {
    case "_middleware":
      return useCommand(folder, middlewaresOf<State>(module, id));
    case "_app":
      return appCommand(component<State>(module, id));
    case "_layout":
      return layoutCommand(folder, component<State>(module, id), toRoute(module, id).config);
    case "_error":
    case "_500":
      return errorCommand(folder, toRoute<State>(module, id));
    case "_404":
      return notFoundCommand(toRoute<State>(module, id));
    default:
      return pageCommand(id, module, load);
  }
}

function component<State>(module: unknown, id: string): RouteComponent<State> {
  const found = toRoute<State>(module, id).component;
  if (found === undefined) throw new Error(`Cannot use routes${id}: it has no default export`);
  return found;
}

function pageCommand<State>(
  id: string,
  module: unknown,
  load: RouteFile["load"],
): Command<State> {
  // A folder's index belongs to the folder, so its last part must stay empty.
  const pattern = filePattern(id, { keepGroups: true }).replace(
    /\/?$/,
    (slash) => id.endsWith("/index") ? "/" : slash,
  );
  const routeOverride = filePattern(id);
  if (load !== undefined) {
    const route = async () => toRoute<State>(await load(), id);
    return routeCommand(pattern, route, { routeOverride }, true);
  }
  const route = toRoute<State>(module, id);
  return routeCommand(pattern, { ...route, config: { routeOverride, ...route.config } }, {}, true);
}

/** The commands for all files. */
export function fsCommands<State>(files: RouteFile[]): Command<State>[] {
  return files.toSorted((a, b) => compareRouteIds(a.id, b.id)).map((file) => toCommand(file));
}
