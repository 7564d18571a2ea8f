/**
 * `/v1`, the door of events: its own credentials (a thread's token, a scoped one, the page's), then
 * the call. The gate has checked where the request comes from, and leaves who sends it to this.
 */
import type { Context } from "fresh";
import { CALLS, show } from "../events/http_door.ts";
import type { Principal } from "../events/principal.ts";
import { errorAnswer } from "./answers.ts";
import { readCookie } from "./cookies.ts";
import { tooManyTries } from "./gate.tsx";
import type { Services, State } from "./services.ts";

/** A call by its name below `/v1`, such as `events:batch`. */
export async function eventCall(ctx: Context<State>, name: string): Promise<Response> {
  const call = CALLS[`${ctx.req.method} ${name}`];
  if (call === undefined) return unknownCall(name);
  return await asPrincipal(ctx, (principal) => {
    const { req, url } = ctx;
    return call(ctx.state.services.events.service, { req, query: url.searchParams, principal });
  });
}

/** `GET /v1/events/<id>`. */
export async function eventReceipt(ctx: Context<State>, id: string): Promise<Response> {
  return await asPrincipal(ctx, (principal) => {
    const { req, url } = ctx;
    const call = { req, query: url.searchParams, principal };
    return show(ctx.state.services.events.service, call, id);
  });
}

async function asPrincipal(
  ctx: Context<State>,
  action: (principal: Principal) => Promise<Response>,
): Promise<Response> {
  const { services, requestId } = ctx.state;
  const principal = await principalOf(services, ctx.req.headers, requestId);
  return principal instanceof Response ? principal : await action(principal);
}

/** Who sends a request, or the answer to one whom nobody knows. */
export async function principalOf(
  { auth, events, port }: Services,
  headers: Headers,
  requestId: string,
): Promise<Principal | Response> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const cookie = bearer === undefined ? readCookie(headers, port) : null;
  const principal = cookie !== null && auth.isCookie(cookie)
    ? events.principals.person()
    : await events.principals.byToken(bearer ?? null);
  if (principal !== null) return named(principal, requestId);
  const wait = bearer === undefined ? null : auth.fail();
  if (wait !== null) return tooManyTries(wait);
  const message = 'send a token as "Authorization: Bearer …"; the thread\'s is in its ' +
    "external_events.json";
  return errorAnswer(401, "unauthorized", message, { "www-authenticate": "Bearer" });
}

/** What this one submits carries the id of the request. */
function named(principal: Principal, requestId: string): Principal {
  return { ...principal, sender: (door) => ({ ...principal.sender(door), requestId }) };
}

function unknownCall(name: string): Response {
  const methods = Object.keys(CALLS).filter((call) => call.endsWith(` ${name}`))
    .map((call) => call.split(" ", 1)[0]!);
  return methods.length === 0
    ? errorAnswer(404, "not_found", "there is nothing at this address")
    : errorAnswer(405, "method_not_allowed", "this address does not take that method", {
      allow: methods.join(", "),
    });
}
