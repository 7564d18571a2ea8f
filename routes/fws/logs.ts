import { HttpError } from "fresh";
import { z } from "zod";
import { queryNumber, readQuery } from "../../lib/http/query.ts";
import { define } from "../../lib/http/services.ts";
import { findShell } from "../../lib/http/shell_lookup.ts";
import { LogFeed } from "../../lib/shells/log_feed.ts";

const IDLE_SECONDS = 30;
const Query = z.object({
  shell: z.string().optional(),
  stream: z.enum(["stdout", "stderr"], "expected stdout or stderr").optional(),
  after: queryNumber(0).optional(),
});

/** Logs as they come: `?shell=<id>&stream=&after=<offset>`; without a shell, all of this server. */
export const handler = define.handlers({
  async GET(ctx) {
    if (ctx.req.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      throw new HttpError(400, "this address takes WebSocket connections only");
    }
    const { shells } = ctx.state.services;
    const { shell, stream, after } = readQuery(ctx.url, Query);
    const query = {
      shell: shell === undefined ? null : await findShell(shells, shell),
      streams: stream === undefined ? ["stdout", "stderr"] as const : [stream],
      after: after ?? null,
    };
    const { socket, response } = Deno.upgradeWebSocket(ctx.req, { idleTimeout: IDLE_SECONDS });
    const feed = new LogFeed(shells, socket, query);
    socket.onopen = () => void feed.start();
    socket.onmessage = () => socket.close(1003, "nothing is to be sent here");
    socket.onclose = () => feed.stop();
    socket.onerror = () => feed.stop();
    return response;
  },
});
