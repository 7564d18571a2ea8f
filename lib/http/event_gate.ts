/**
 * The short way for `POST /v1/events`, the one call that comes by the ten thousands: the same checks
 * and headers as the gate's, without a page's middlewares in between. Everything else goes its usual
 * way; what an event means is decided behind, in the same function for both ways.
 */
import { publishEvent } from "../events/http_door.ts";
import { errorAnswer, failureOf } from "./answers.ts";
import { secure } from "./headers.ts";
import { refusal } from "./origin.ts";
import { REQUEST_ID_HEADER, requestId } from "./request_id.ts";
import type { Services } from "./services.ts";
import { principalOf } from "./v1.ts";

const PATH = "/v1/events";

/** Answers the request if it is such a call, else hands it on. */
export function eventGate(
  services: () => Services,
  others: (req: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
): (req: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response> {
  return (req, info) => {
    if (req.method !== "POST") return others(req, info);
    const { url } = req;
    const at = url.indexOf("/", 8);
    const end = url.indexOf("?", at);
    const path = end === -1 ? url.slice(at) : url.slice(at, end);
    return path === PATH
      ? take(services(), req, end === -1 ? "" : url.slice(end))
      : others(req, info);
  };
}

async function take(services: Services, req: Request, query: string): Promise<Response> {
  const begin = performance.now();
  const id = requestId(req.headers);
  const answer = secure(await answerTo(services, req, query, id));
  answer.headers.set(REQUEST_ID_HEADER, id);
  const ms = performance.now() - begin;
  services.requests.add("POST", answer.status, ms);
  const line = `POST ${PATH} ${answer.status} ${ms.toFixed(1)} ms`;
  if (answer.status >= 500) services.logger.error(line, { request_id: id });
  else services.logger.debug(line, { request_id: id });
  return answer;
}

async function answerTo(
  services: Services,
  req: Request,
  query: string,
  id: string,
): Promise<Response> {
  const refused = refusal(req.headers, services.port);
  if (refused !== null) return errorAnswer(403, "forbidden", refused);
  try {
    const principal = await principalOf(services, req.headers, id);
    if (principal instanceof Response) return principal;
    const call = { req, query: new URLSearchParams(query), principal };
    return await publishEvent(services.events.service, call);
  } catch (error) {
    const { status, code, message } = failureOf(error);
    return errorAnswer(status, code, message);
  }
}
