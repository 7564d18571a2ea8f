import { HttpError } from "fresh";
import { define } from "../../lib/http/services.ts";

/** The event stream: `?conversation=<id>&since=<seq>`; without a conversation, all of them. */
export const handler = define.handlers({
  GET(ctx) {
    if (ctx.req.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      throw new HttpError(400, "this address takes WebSocket connections only");
    }
    const { hub } = ctx.state.services;
    const conversation = ctx.url.searchParams.get("conversation");
    const since = Number(ctx.url.searchParams.get("since") ?? hub.seq);
    const { socket, response } = Deno.upgradeWebSocket(ctx.req, { idleTimeout: 30 });
    let leave = () => {};
    socket.onopen = () => {
      leave = hub.subscribe(socket, conversation, Number.isSafeInteger(since) ? since : -1);
    };
    // Nothing is to be sent up this line; who does is in the wrong place.
    socket.onmessage = () => socket.close(1003, "send actions to /api/appserver instead");
    socket.onclose = () => leave();
    socket.onerror = () => leave();
    return response;
  },
});
