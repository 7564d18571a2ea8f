// The context of one request: what came in, what middlewares share, and the ways to answer.
// It knows how to ask for a page to be rendered, not how that is done nor how routes are found.
import {
  type AnyComponent,
  Fragment,
  type FunctionComponent,
  h,
  isValidElement,
  type RenderableProps,
} from "preact";
import type { AnyVNode } from "./any_vnode.ts";
import type { BuildCache } from "./build_cache.ts";
import type { LayoutConfig, ResolvedFreshConfig } from "./config.ts";
import { renderDocument } from "./render/document.ts";
import {
  areHandlers,
  attach,
  upgrade,
  type WebSocketHandlers,
  type WebSocketUpgradeOptions,
} from "./websocket.ts";

/** What a page, a layout or the app wrapper is given. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<
    Context<State>,
    | "config"
    | "url"
    | "req"
    | "params"
    | "info"
    | "state"
    | "isPartial"
    | "Component"
    | "error"
    | "route"
  >
  & { data: Data };

/** A component that is awaited before the page is rendered; it may answer with a Response. */
export type AsyncAnyComponent<Props> = (
  props: RenderableProps<Props>,
  // deno-lint-ignore no-explicit-any -- as in Preact's FunctionComponent, or props are not inferred
  context?: any,
) => Promise<AnyVNode | Response | null>;

/** A page, layout or app wrapper. */
export type RouteComponent<State> =
  | AnyComponent<PageProps<unknown, State>>
  | AsyncAnyComponent<PageProps<unknown, State>>;

/** The response of a rendered page carries its nonce under this key, for `csp()`. */
export const NONCE = Symbol.for("__freshNonce");

/** Reaches what only the framework may touch. */
export const internals: unique symbol = Symbol("internals");

interface Internals<State> {
  readonly cache: BuildCache;
  /** What follows the last middleware. */
  readonly end: () => Promise<Response>;
  /** What wraps a page at this point of the chain. */
  app: RouteComponent<State> | null;
  layouts: readonly RouteComponent<State>[];
}

/** What the app knows of a request before any middleware runs. */
export interface ContextInit {
  req: Request;
  url: URL;
  info: Deno.ServeHandlerInfo;
  route: string | null;
  params: Record<string, string>;
  config: ResolvedFreshConfig;
  cache: BuildCache;
  end: () => Promise<Response>;
}

const HTML = "text/html; charset=utf-8";

/** One request on its way through the middlewares. */
export class Context<State> {
  readonly config: ResolvedFreshConfig;
  readonly url: URL;
  req: Request;
  /** The pattern of the matched route. */
  readonly route: string | null;
  readonly params: Record<string, string>;
  /** Shared by all middlewares of the request. */
  readonly state: State = {} as State;
  data: unknown = undefined;
  /** What was thrown, on error pages. */
  error: unknown | null = null;
  readonly info: Deno.ServeHandlerInfo;
  /** Always false: partial pages are left out. */
  readonly isPartial: boolean = false;
  /** Runs the rest of the chain. */
  next: () => Promise<Response>;
  Component!: FunctionComponent;
  readonly [internals]: Internals<State>;

  constructor(init: ContextInit) {
    this.config = init.config;
    this.url = init.url;
    this.req = init.req;
    this.route = init.route;
    this.params = init.params;
    this.info = init.info;
    this.next = init.end;
    this[internals] = { cache: init.cache, end: init.end, app: null, layouts: [] };
  }

  /** Answers with a redirect. A path stays on this site, also if it starts with two slashes. */
  redirect(pathOrUrl: string, status = 302): Response {
    const location = pathOrUrl.startsWith("/") ? ownPath(pathOrUrl) : pathOrUrl;
    return new Response(null, { status, headers: { location } });
  }

  /** Answers with text. */
  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  /** Answers with HTML. */
  html(content: string, init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers);
    headers.set("Content-Type", HTML);
    return new Response(content, { ...init, headers });
  }

  /** Answers with JSON. */
  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }

  /** Answers with the parts of an iterable as they come; text is encoded. */
  stream<Part extends string | Uint8Array>(
    stream: Iterable<Part> | AsyncIterable<Part> | (() => Iterable<Part> | AsyncIterable<Part>),
    init?: ResponseInit,
  ): Response {
    const encoder = new TextEncoder();
    const parts = ReadableStream.from<Part>(typeof stream === "function" ? stream() : stream);
    const body = parts.pipeThrough(
      new TransformStream<Part, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          controller.enqueue(
            typeof part === "string" ? encoder.encode(part) : new Uint8Array(part),
          );
        },
      }),
    );
    return new Response(body, init);
  }

  /** Upgrades to a WebSocket: with handlers it gives the response, without also the socket. */
  upgrade(options?: WebSocketUpgradeOptions): { socket: WebSocket; response: Response };
  upgrade(handlers: WebSocketHandlers, options?: WebSocketUpgradeOptions): Response;
  upgrade(
    first: WebSocketHandlers | WebSocketUpgradeOptions = {},
    options?: WebSocketUpgradeOptions,
  ): { socket: WebSocket; response: Response } | Response {
    if (!areHandlers(first)) return upgrade(this.req, first);
    const { socket, response } = upgrade(this.req, options);
    attach(socket, first);
    return response;
  }

  /** Renders a page inside the layouts and the app wrapper of this route. */
  async render(
    vnode: AnyVNode | null,
    init: ResponseInit = {},
    config: LayoutConfig = {},
  ): Promise<Response> {
    if (vnode !== null && !isValidElement(vnode)) {
      throw new Error("Non-JSX element passed to: ctx.render()");
    }
    const { app, layouts, cache } = this[internals];
    let page: AnyVNode | null = vnode;
    for (const layout of config.skipInheritedLayouts ? [] : layouts.toReversed()) {
      const inner = page;
      const result = await instantiate(layout, pageProps(this, null, () => inner));
      if (result instanceof Response) return result;
      page = result;
    }
    let content: AnyVNode | null = null;
    let shell: AnyVNode | null = null;
    if (app !== null && !config.skipAppWrapper) {
      const result = await instantiate(app, pageProps(this, null, () => content));
      if (result instanceof Response) return result;
      shell = result ?? h(Fragment, null);
    }
    const { html, nonce, preload } = renderDocument({
      page: page ?? h(Fragment, null),
      shell: shell === null ? null : { vnode: shell, setContent: (vnode) => content = vnode },
      pathname: this.url.pathname,
      basePath: this.config.basePath,
      cache,
    });
    const response = this.html(html, init);
    if (preload.length > 0) response.headers.append("Link", preload.join(", "));
    return Object.assign(response, { [NONCE]: nonce });
  }
}

/** Browsers skip tabs and take a backslash for a slash, so `/\evil` is as foreign as `//evil`. */
function ownPath(path: string): string {
  return path
    .replace(/[\t\n\r]/g, "")
    .replace(/^[\\/]+/, "/")
    .replace(/^[^?#]+/, (path) => path.replace(/\/+/g, "/"));
}

/** The props of a component that stands in the tree of this request. */
export function pageProps<State>(
  ctx: Context<State>,
  data: unknown,
  Component: FunctionComponent,
): PageProps<unknown, State> {
  const { config, url, req, params, info, state, isPartial, error, route } = ctx;
  return { config, url, req, params, info, state, isPartial, error, route, data, Component };
}

function isAsync<Props>(
  component: AnyComponent<Props> | AsyncAnyComponent<Props>,
): component is AsyncAnyComponent<Props> {
  return component.constructor.name === "AsyncFunction";
}

/** Runs an async component now; an ordinary one is left to the renderer. */
export async function instantiate<State>(
  component: RouteComponent<State>,
  props: PageProps<unknown, State>,
): Promise<AnyVNode | Response | null> {
  return isAsync(component) ? await component(props) : h(component, props);
}
