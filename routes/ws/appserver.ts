import { HttpError } from "fresh";
import { define } from "../../lib/http/services.ts";
import { queryOf } from "../../lib/hub/query.ts";

/** Pings that nobody answers for this long end a connection whose other end is gone. */
const IDLE_SECONDS = 30;

/** The event stream; its query is told in lib/hub/query.ts. */
export const handler = define.handlers({
  GET(ctx) {
    if (ctx.req.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      throw new HttpError(400, "this address takes WebSocket connections only");
    }
    const { hub, raw, gateway } = ctx.state.services;
    const query = queryOf(ctx.url.searchParams);
    const { socket, response } = Deno.upgradeWebSocket(ctx.req, { idleTimeout: IDLE_SECONDS });
    let leave = () => {};
    socket.onopen = () => {
      const snapshot = () => gateway.snapshot(query.conversation);
      leave = query.raw ? raw.subscribe(socket) : hub.subscribe(socket, { ...query, snapshot });
    };
    // Nothing is to be sent up this line; who does is in the wrong place.
    socket.onmessage = () => socket.close(1003, "send actions to /api/appserver instead");
    socket.onclose = () => leave();
    socket.onerror = () => leave();
    return response;
  },
});
