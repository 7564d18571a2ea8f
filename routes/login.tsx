import type { Context } from "fresh";
import { readText } from "../lib/http/body.ts";
import { readCookie, writeCookie } from "../lib/http/cookies.ts";
import { tooManyTries, unauthorized } from "../lib/http/gate.tsx";
import { define, type State } from "../lib/http/services.ts";

const LINK_PROBLEM = "This link was used already, or has lapsed.";
const TOKEN_PROBLEM = "That is not the token.";
const MAX_FORM_BYTES = 4_096;

export const handler = define.handlers({
  GET(ctx) {
    const { auth, port } = ctx.state.services;
    const code = ctx.url.searchParams.get("t");
    // HEAD comes here as well; a program that only looks must not use the link up.
    if (code !== null && ctx.req.method === "GET" && auth.useCode(code)) return welcome(ctx);
    const cookie = readCookie(ctx.req.headers, port);
    if (cookie !== null && auth.isCookie(cookie)) return ctx.redirect("/", 303);
    return code === null ? unauthorized(ctx, null) : denied(ctx, LINK_PROBLEM);
  },
  async POST(ctx) {
    const form = new URLSearchParams(await readText(ctx.req, MAX_FORM_BYTES));
    const token = (form.get("token") ?? "").trim();
    return ctx.state.services.auth.isToken(token) ? welcome(ctx) : denied(ctx, TOKEN_PROBLEM);
  },
});

function welcome(ctx: Context<State>): Response {
  const { auth, port } = ctx.state.services;
  const cookie = writeCookie(auth.createCookie(), port, auth.cookieLifetimeSeconds);
  return new Response(null, { status: 303, headers: { location: "/", "set-cookie": cookie } });
}

function denied(ctx: Context<State>, problem: string): Response | Promise<Response> {
  const wait = ctx.state.services.auth.fail();
  return wait === null ? unauthorized(ctx, problem) : tooManyTries(wait);
}
