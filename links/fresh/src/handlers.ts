// The shapes of middlewares and route handlers, and the small functions that help to type them.
import type { AnyComponent } from "preact";
import type { Method } from "./config.ts";
import type { Context, PageProps } from "./context.ts";

/** Answers a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** @deprecated Use {@linkcode Middleware}. */
export type MiddlewareFn<State> = Middleware<State>;

/** A middleware, or a function that loads one at its first call. */
export type MaybeLazyMiddleware<State> = (
  ctx: Context<State>,
) => Response | Promise<Response | Middleware<State>>;

/** Something that is loaded when it is needed. */
export type Lazy<T> = () => Promise<T>;

/** Something, or a function that loads it. */
export type MaybeLazy<T> = T | Lazy<T>;

/** Data for the page of a route, with the status and headers of the answer. */
export interface PageResponse<T> {
  data: T;
  headers?: HeadersInit;
  status?: number;
}

/** Answers a request to a route, or gives the data for its page. */
export interface HandlerFn<Data, State> {
  (
    ctx: Context<State>,
  ): Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;
}

/** A handler for each method. */
export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One handler for all methods, or one for each. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** The data that a handler gives to its page. */
export type RouteData<Handler extends RouteHandler<unknown, unknown>> = Handler extends
  RouteHandler<infer Data, unknown> ? Data : never;

/** What a handler returns to have its page rendered. */
export function page<T>(
  data: T,
  options?: { headers?: HeadersInit; status?: number },
): PageResponse<T>;
export function page(): PageResponse<undefined>;
export function page(
  data?: unknown,
  options: { headers?: HeadersInit; status?: number } = {},
): PageResponse<unknown> {
  return { data, ...options };
}

/** Functions that return what they are given, with the types of an app's state. */
export interface Define<State> {
  handlers<Data, Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>>(
    handlers: Handlers,
  ): typeof handlers;
  /** The component of a route; `page<typeof handler>` types its data. */
  page<
    // deno-lint-ignore no-explicit-any -- any handler will do; its data is inferred below
    Handler extends RouteHandler<any, State> = never,
    Data = Handler extends HandlerFn<infer Data, State> ? Data
      : Handler extends HandlerByMethod<infer Data, State> ? Data
      : never,
  >(render: AnyComponent<PageProps<Data, State>>): typeof render;
  layout(render: AnyComponent<PageProps<unknown, State>>): typeof render;
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): typeof middleware;
}

/** Makes the functions for an app with this state. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    layout: (render) => render,
    middleware: (middleware) => middleware,
  };
}
