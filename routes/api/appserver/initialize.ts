import { notRunning } from "../../../lib/gateway/failure.ts";
import { define } from "../../../lib/http/services.ts";

/** The handshake is ours and made at each start; this starts if need be and tells its outcome. */
export const handler = define.handlers({
  async POST(ctx) {
    const { appServer } = ctx.state.services;
    await appServer.start().catch((error) => {
      throw notRunning(error.message);
    });
    return ctx.json({ ok: true, result: appServer.greeting });
  },
});
