import { HttpError } from "fresh";
import { shellOf } from "../../../lib/http/conversation_shell.ts";
import { define } from "../../../lib/http/services.ts";
import { Panel } from "../../../lib/shell/panel.ts";

/** Pings that nobody answers for this long end a connection whose other end is gone. */
const IDLE_SECONDS = 30;

/** A terminal on the conversation's shell; its messages are told in lib/shell/panel_messages.ts. */
export const handler = define.handlers({
  async GET(ctx) {
    if (ctx.req.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      throw new HttpError(400, "this address takes WebSocket connections only");
    }
    const shell = await shellOf(ctx.state.services, ctx.params.conversation ?? "");
    const { socket, response } = Deno.upgradeWebSocket(ctx.req, { idleTimeout: IDLE_SECONDS });
    socket.binaryType = "arraybuffer";
    const panel = new Panel(shell, socket);
    socket.onopen = () => void panel.start();
    socket.onmessage = ({ data }) => panel.take(data);
    socket.onclose = () => panel.stop();
    socket.onerror = () => panel.stop();
    return response;
  },
});
