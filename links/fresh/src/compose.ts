// Makes one function of a chain of middlewares, once, when the app is built.
import { type Context, internals } from "./context.ts";
import type { MaybeLazyMiddleware } from "./handlers.ts";

/** Runs a whole chain. */
export type Chain<State> = (ctx: Context<State>) => Promise<Response>;

/** The chain ends in what the context says comes last. */
export function compose<State>(middlewares: MaybeLazyMiddleware<State>[]): Chain<State> {
  return middlewares.reduceRight<Chain<State>>(before, (ctx) => ctx[internals].end());
}

function before<State>(rest: Chain<State>, middleware: MaybeLazyMiddleware<State>): Chain<State> {
  let run = middleware;
  return async (ctx) => {
    ctx.next = () => rest(ctx);
    try {
      const result = await run(ctx);
      if (typeof result !== "function") return result;
      // A lazy one gave the real one, which stays.
      run = result;
      return await result(ctx);
    } catch (error) {
      ctx.error = error;
      throw error;
    }
  };
}
