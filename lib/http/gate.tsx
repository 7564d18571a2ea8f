/**
 * What every request passes, in this order: where it comes from, headers and log, who sends it,
 * time and errors. As Fresh middleware, so that `start` and `dev` have the same gate.
 */
import { type Context, csp, type Middleware } from "fresh";
import { ActionFailure } from "../gateway/failure.ts";
import { errorAnswer, failureOf } from "./answers.ts";
import { readCookie } from "./cookies.ts";
import { secure } from "./headers.ts";
import { REQUEST_ID_HEADER, requestId } from "./request_id.ts";
import { refusal } from "./origin.ts";
import { ErrorPage, LoginPage } from "./pages.tsx";
import type { Services, State } from "./services.ts";

/** Open, or with credentials of their own. */
const OPEN_PATHS = new Set(["/healthz", "/login", "/api/mcp/rpc"]);
const ANSWER_MS = 30_000;
/** These wait for something that may take long, for a time that the caller names. */
const OWN_TIME = new Set([
  "/api/appserver/shell/exec",
  "/api/mcp/agent-pty/exec",
  "/api/mcp/rpc",
]);

/** The middlewares of the gate; `services` is asked at each request, since dev starts late. */
export function gate(services: () => Services): Middleware<State>[] {
  const policy = csp<State>({ useNonce: true });
  return [
    (ctx) => enter(ctx, services()),
    // The answer to an upgrade has headers that cannot be changed.
    (ctx) => isUpgrade(ctx.req) ? ctx.next() : policy(ctx),
    (ctx) => admit(ctx),
  ];
}

/** Origin first, then the rest; every answer leaves with our headers and a line in the log. */
async function enter(ctx: Context<State>, services: Services): Promise<Response> {
  ctx.state.services = services;
  const id = ctx.state.requestId = requestId(ctx.req.headers);
  const begin = performance.now();
  const refused = refusal(ctx.req.headers, services.port);
  const response = refused === null ? await ctx.next() : errorAnswer(403, "forbidden", refused);
  const ms = performance.now() - begin;
  services.requests.add(ctx.req.method, response.status, ms);
  tell(ctx, services, response.status, ms);
  if (response.status === 101) return response;
  const answer = secure(response);
  answer.headers.set(REQUEST_ID_HEADER, id);
  return answer;
}

/** A line in the log. Paths only: a query may hold a one-time code. */
function tell(ctx: Context<State>, { logger }: Services, status: number, ms: number): void {
  const line = `${ctx.req.method} ${ctx.url.pathname} ${status} ${ms.toFixed(1)} ms`;
  const fields = { request_id: ctx.state.requestId };
  if (status >= 500) logger.error(line, fields);
  else if (status === 403) logger.warn(line, fields);
  else logger.debug(line, fields);
}

/** Lets in who has the token or the cookie, and turns every exception into an answer. */
async function admit(ctx: Context<State>): Promise<Response> {
  try {
    // Events have tokens of their own; `/v1` checks them itself.
    if (!OPEN_PATHS.has(ctx.url.pathname) && !ctx.url.pathname.startsWith("/v1/")) {
      const denied = checkCredentials(ctx);
      if (denied !== null) return await denied;
    }
    const timed = !isUpgrade(ctx.req) && !OWN_TIME.has(ctx.url.pathname);
    return timed ? await inTime(ctx.next()) : await ctx.next();
  } catch (error) {
    const { status, code, message, retryAfterS } = failureOf(error);
    if (status >= 500) {
      const fields = { request_id: ctx.state.requestId };
      ctx.state.services.logger.error(`${ctx.url.pathname}: ${describe(error)}`, fields);
    }
    const retry = retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
    if (!wantsPage(ctx)) return errorAnswer(status, code, message, retry);
    ctx.state.bare = true;
    return await ctx.render(<ErrorPage status={status} message={message} />, { status });
  }
}

/** Null if the caller may come in, else the answer that says why not. */
function checkCredentials(ctx: Context<State>): Response | Promise<Response> | null {
  const { auth, port } = ctx.state.services;
  const bearer = /^Bearer\s+(\S+)$/i.exec(ctx.req.headers.get("authorization") ?? "")?.[1];
  const cookie = readCookie(ctx.req.headers, port);
  if (bearer !== undefined ? auth.isToken(bearer) : cookie !== null && auth.isCookie(cookie)) {
    return null;
  }
  const wait = bearer === undefined ? null : auth.fail();
  return wait === null ? unauthorized(ctx, null) : tooManyTries(wait);
}

/** 401: a login page for people, a sentence for scripts. */
export function unauthorized(
  ctx: Context<State>,
  problem: string | null,
): Response | Promise<Response> {
  if (!wantsPage(ctx)) {
    const message = 'send the token as "Authorization: Bearer …"; it is in the home\'s token file';
    return errorAnswer(401, "unauthorized", message, { "www-authenticate": "Bearer" });
  }
  ctx.state.bare = true;
  return ctx.render(<LoginPage problem={problem} />, { status: 401 });
}

/** 429 with the time after which another try makes sense. */
export function tooManyTries(waitSeconds: number): Response {
  const message = `too many failed logins: try again in ${waitSeconds} s`;
  return errorAnswer(429, "rate_limited", message, { "retry-after": String(waitSeconds) });
}

/** A person with a browser, as opposed to a script. */
function wantsPage(ctx: Context<State>): boolean {
  return !/^\/(api|ws|fws|v1)\//.test(ctx.url.pathname) &&
    (ctx.req.headers.get("accept") ?? "").includes("text/html");
}

function isUpgrade(req: Request): boolean {
  return req.headers.get("upgrade")?.toLowerCase() === "websocket";
}

async function inTime(answer: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `no answer within ${ANSWER_MS / 1_000} s`;
    timer = setTimeout(() => reject(new ActionFailure(503, "too_slow", message)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
