// Tells pages under development which run of the server they talk to. A page that hears of another
// run than before reloads itself.
import type { Middleware } from "../handlers.ts";

const PATH = "/_frsh/alive";
const HEARTBEAT_MS = 15_000;

/** Answers the page's event stream with the revision of this run. */
export function liveReload<State>(): Middleware<State> {
  const revision = crypto.randomUUID();
  return (ctx) => {
    if (ctx.url.pathname !== PATH) return ctx.next();
    let heartbeat: ReturnType<typeof setInterval>;
    const body = new ReadableStream<string>({
      start(controller) {
        controller.enqueue(`data: ${revision}\n\n`);
        heartbeat = setInterval(() => controller.enqueue(":\n\n"), HEARTBEAT_MS);
      },
      cancel: () => clearInterval(heartbeat),
    });
    return new Response(body.pipeThrough(new TextEncoderStream()), {
      headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" },
    });
  };
}
