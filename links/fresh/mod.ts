// Stands in for JSR's `@fresh/core` where JSR is out of reach: the part of Fresh 2.3 that we use,
// with the same names and the same behaviour. This file is `fresh`; `runtime.ts` is `fresh/runtime`,
// `dev.ts` is `fresh/dev`.
export { App, type ListenOptions } from "./src/app.ts";
export type { Island } from "./src/build_cache.ts";
export type {
  FreshConfig,
  LayoutConfig,
  Method,
  ResolvedFreshConfig,
  RouteConfig,
} from "./src/config.ts";
export type { Context, Context as FreshContext, PageProps } from "./src/context.ts";
export { csp, type CSPOptions } from "./src/csp.ts";
export {
  createDefine,
  type Define,
  type HandlerByMethod,
  type HandlerFn,
  type Lazy,
  type MaybeLazy,
  type Middleware,
  type MiddlewareFn,
  page,
  type PageResponse,
  type RouteData,
  type RouteHandler,
} from "./src/handlers.ts";
export { HttpError } from "./src/http_error.ts";
export { staticFiles } from "./src/static_files.ts";
export type { WebSocketHandlers, WebSocketUpgradeOptions } from "./src/websocket.ts";
