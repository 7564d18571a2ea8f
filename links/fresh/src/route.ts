// Runs a route: picks the handler for the method, and renders the component with its data.
import type { Method, RouteConfig } from "./config.ts";
import { type Context, instantiate, internals, pageProps, type RouteComponent } from "./context.ts";
import type { HandlerFn, RouteHandler } from "./handlers.ts";
import { HttpError } from "./http_error.ts";

/** A page, a handler, or both. */
export interface Route<State> {
  component?: RouteComponent<State> | undefined;
  config?: RouteConfig | undefined;
  handler?: RouteHandler<unknown, State> | undefined;
}

const renderWithoutData = () => ({ data: {} });

const refuse = () => {
  throw new HttpError(404);
};

function pickHandler<State>(
  { handler, component }: Route<State>,
  method: Method,
): HandlerFn<unknown, State> | undefined {
  if (typeof handler === "function") return handler;
  if (handler === undefined) return component === undefined ? refuse : renderWithoutData;
  const own = handler[method];
  if (own !== undefined || (method !== "GET" && method !== "HEAD")) return own;
  return handler.GET ?? (component === undefined ? undefined : renderWithoutData);
}

/** The methods that a loaded route answers. */
export function routeMethods<State>({ handler, component }: Route<State>): Method[] | "ALL" {
  if (handler === undefined || typeof handler === "function") return "ALL";
  const methods = Object.keys(handler) as Method[];
  return component === undefined || handler.GET ? methods : [...methods, "GET"];
}

/** Answers with what the handler returns, or with the page; a missing method goes on in the chain. */
export async function renderRoute<State>(
  ctx: Context<State>,
  route: Route<State>,
  status = 200,
): Promise<Response> {
  const ui = ctx[internals];
  if (route.config?.skipAppWrapper) ui.app = null;
  if (route.config?.skipInheritedLayouts) ui.layouts = [];
  const handler = pickHandler(route, ctx.req.method.toUpperCase() as Method);
  if (handler === undefined) return await ctx.next();
  const result = await handler(ctx);
  if (result instanceof Response) return result;
  const vnode = route.component === undefined
    ? null
    : await instantiate(route.component, pageProps(ctx, result.data, () => null));
  if (vnode instanceof Response) return vnode;
  return await ctx.render(vnode, {
    status: result.status ?? status,
    ...(result.headers && { headers: result.headers }),
  });
}
