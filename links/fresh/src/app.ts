// The application: collects commands, builds a router from them, and answers requests.
import { type BuildCache, EMPTY_CACHE } from "./build_cache.ts";
import { setBuildId } from "./build_id.ts";
import {
  appCommand,
  type Build,
  type Command,
  errorCommand,
  handlerCommand,
  layoutCommand,
  notFoundCommand,
  routeCommand,
  useCommand,
} from "./commands.ts";
import { type Chain, compose } from "./compose.ts";
import type {
  FreshConfig,
  LayoutConfig,
  Method,
  ResolvedFreshConfig,
  RouteConfig,
} from "./config.ts";
import { Context, type RouteComponent } from "./context.ts";
import { fsCommands } from "./fs_routes.ts";
import type { MaybeLazy, MaybeLazyMiddleware, Middleware } from "./handlers.ts";
import { HttpError, statusText } from "./http_error.ts";
import { joinPaths } from "./path_pattern.ts";
import type { Route } from "./route.ts";
import { type RouteMatch, Router } from "./router.ts";
import { Segment } from "./segment.ts";
import type { WebSocketHandlers, WebSocketUpgradeOptions } from "./websocket.ts";

/** What `listen` takes. */
export type ListenOptions = Partial<Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem> & {
  remoteAddress?: string;
};

/** Answers a request; what `Deno.serve` takes. */
export type RequestHandler = (
  req: Request,
  info?: Deno.ServeHandlerInfo,
) => Promise<Response>;

const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** Reaches the method that gives an app its build. */
export const attachBuild: unique symbol = Symbol("attachBuild");

/** A web application: middlewares, routes and pages, in the order in which they are added. */
export class App<State> {
  /** The resolved options. */
  config: ResolvedFreshConfig;
  #commands: Command<State>[] = [];
  #cache: BuildCache = EMPTY_CACHE;

  constructor(config: FreshConfig = {}) {
    this.config = {
      root: ".",
      basePath: config.basePath ?? "",
      mode: config.mode ?? "production",
      trustProxy: config.trustProxy ?? false,
    };
  }

  /** Gives the app its islands, static files and file routes. */
  [attachBuild](cache: BuildCache, buildId: string, mode: ResolvedFreshConfig["mode"]): void {
    this.#cache = cache;
    this.config.root = cache.root;
    this.config.mode = mode;
    setBuildId(buildId);
  }

  /** Adds middlewares for everything, or for all below a path. */
  use(...middlewares: MaybeLazyMiddleware<State>[]): this;
  use(path: string, ...middlewares: MaybeLazyMiddleware<State>[]): this;
  use(
    first: string | MaybeLazyMiddleware<State>,
    ...rest: MaybeLazyMiddleware<State>[]
  ): this {
    return typeof first === "string"
      ? this.#add(useCommand(first, rest))
      : this.#add(useCommand("*", [first, ...rest]));
  }

  /** Sets what answers when nothing was found. */
  notFound(route: Route<State> | Middleware<State>): this {
    return this.#add(notFoundCommand(route));
  }

  /** Sets what answers when something below a path threw. */
  onError(path: string, route: Route<State> | Middleware<State>): this {
    return this.#add(errorCommand(path, route));
  }

  /** Sets the component around all pages: html, head and body. */
  appWrapper(component: RouteComponent<State>): this {
    return this.#add(appCommand(component));
  }

  /** Sets the component around the pages below a path. */
  layout(path: string, component: RouteComponent<State>, config?: LayoutConfig): this {
    return this.#add(layoutCommand(path, component, config));
  }

  /** Adds a page with its handlers. */
  route(path: string, route: MaybeLazy<Route<State>>, config?: RouteConfig): this {
    return this.#add(routeCommand(path, route, config));
  }

  get(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#on(["GET"], path, middlewares);
  }

  post(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#on(["POST"], path, middlewares);
  }

  patch(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#on(["PATCH"], path, middlewares);
  }

  put(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#on(["PUT"], path, middlewares);
  }

  delete(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#on(["DELETE"], path, middlewares);
  }

  head(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#on(["HEAD"], path, middlewares);
  }

  /** Adds middlewares for every method at a path. */
  all(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#on("ALL", path, middlewares);
  }

  /** Adds a WebSocket endpoint. */
  ws(path: string, handlers: WebSocketHandlers, options?: WebSocketUpgradeOptions): this {
    return this.get(path, (ctx) => ctx.upgrade(handlers, options));
  }

  /** Adds the routes that the build found in files, at this point of the order. */
  fsRoutes(pattern = "*"): this {
    return this.#add({
      pattern,
      apply(build, at) {
        const below = { ...build, basePath: joinPaths(build.basePath, at, true) };
        for (const command of fsCommands<State>(build.cache.routes)) {
          command.apply(below, command.pattern ?? "*");
        }
      },
    });
  }

  /** Adds all of another app below a path. */
  mountApp(path: string, app: App<State>): this {
    for (const command of app.#commands) {
      const own = command.pattern;
      const inner = own === null || app.config.basePath === ""
        ? own
        : joinPaths(app.config.basePath, own);
      this.#add({ ...command, pattern: inner === null ? null : joinPaths(path, inner, true) });
    }
    return this;
  }

  /** Builds the app and gives the function that answers requests. */
  handler(): RequestHandler {
    const build: Build<State> = {
      root: new Segment(),
      router: new Router(),
      basePath: this.config.basePath,
      cache: this.#cache,
    };
    for (const command of this.#commands) command.apply(build, command.pattern ?? "*");
    const fallback = compose(build.root.chain());
    return (req, info = NO_CONNECTION) => this.#answer(req, info, build.router, fallback);
  }

  /** Serves on the given port, or on the first free one from 8000. */
  // deno-lint-ignore require-await -- failures must reject, as they do in the published package
  async listen(options: ListenOptions = {}): Promise<void> {
    const handler = this.handler();
    if (options.port) return void Deno.serve(options, handler);
    for (let port = 8000;; port++) {
      try {
        return void Deno.serve({ ...options, port }, handler);
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse) || port === 8019) throw error;
      }
    }
  }

  #add(command: Command<State>): this {
    this.#commands.push(command);
    return this;
  }

  #on(
    methods: Method[] | "ALL",
    path: string,
    middlewares: MaybeLazy<Middleware<State>>[],
  ): this {
    return this.#add(handlerCommand(methods, path, middlewares));
  }

  async #answer(
    req: Request,
    info: Deno.ServeHandlerInfo,
    router: Router<Chain<State>>,
    fallback: Chain<State>,
  ): Promise<Response> {
    const url = requestUrl(req, this.config.trustProxy);
    const match = router.match(req.method as Method, url.pathname);
    const ctx = new Context<State>({
      req,
      url,
      info,
      route: match.pattern,
      params: match.item === null ? {} : match.params,
      config: this.config,
      cache: this.#cache,
      end: () => unanswered(req.method, match),
    });
    try {
      const response = await (match.item ?? fallback)(ctx);
      if (!(response instanceof Response)) {
        throw new TypeError(`Expected a Response from the middlewares, but got: ${response}`);
      }
      return req.method === "HEAD" ? new Response(null, response) : response;
    } catch (error) {
      return lastResort(error);
    }
  }
}

/** The URL of a request, with runs of slashes made one: `//host/x` must not look like a host. */
function requestUrl(req: Request, trustProxy: boolean): URL {
  const url = new URL(req.url);
  if (url.pathname.includes("//")) url.pathname = url.pathname.replace(/\/+/g, "/");
  if (trustProxy) {
    url.protocol = req.headers.get("x-forwarded-proto") ?? url.protocol;
    url.host = req.headers.get("x-forwarded-host") ?? url.host;
  }
  return url;
}

/** What happens when no middleware answered. */
function unanswered(method: string, match: RouteMatch<unknown>): Promise<Response> {
  if (match.pattern === null || match.item !== null) return Promise.reject(new HttpError(404));
  if (method !== "OPTIONS") return Promise.reject(new HttpError(405));
  const headers = { Allow: [...match.methods].join(", ") };
  return Promise.resolve(new Response(null, { status: 204, headers }));
}

/** The answer to an error that no error page took. */
function lastResort(error: unknown): Response {
  const known = error instanceof HttpError;
  if (!known || error.status >= 500) {
    // deno-lint-ignore no-console -- nobody else is left to report it
    console.error(error);
  }
  return known
    ? new Response(error.message || statusText(error.status), { status: error.status })
    : new Response("Internal server error", { status: 500 });
}
