import { define } from "../../../../lib/http/services.ts";

/** Counts and states for who looks for a fault; nothing of what was said. */
export const handler = define.handlers({
  GET(ctx) {
    const { appServer, gateway, hub, raw, startedAtMs, version } = ctx.state.services;
    const { rss, heapUsed } = Deno.memoryUsage();
    return ctx.json({
      debug: raw.enabled,
      version,
      uptime_s: Math.round((Date.now() - startedAtMs) / 1_000),
      memory: { rss_bytes: rss, heap_bytes: heapUsed },
      app_server: { ...appServer.status, generation: appServer.generation },
      hub: { seq: hub.seq, readers: hub.readers, kept: hub.kept },
      gateway: gateway.debugState(),
    });
  },
});
