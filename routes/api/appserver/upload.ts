import { MAX_IMAGE_BYTES } from "../../../lib/files/uploads.ts";
import { ActionFailure } from "../../../lib/gateway/failure.ts";
import { readBytes } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

const STATUSES = { not_an_image: 415, too_large: 413, full: 507 } as const;

/** Pictures for messages: the body is the file itself, the answer its id. */
export const handler = define.handlers({
  async POST(ctx) {
    const kept = await ctx.state.services.uploads.save(await readBytes(ctx.req, MAX_IMAGE_BYTES));
    if ("refused" in kept) {
      throw new ActionFailure(STATUSES[kept.refused], kept.refused, kept.message);
    }
    return ctx.json(kept, { status: 201 });
  },
  async GET(ctx) {
    const kept = await ctx.state.services.uploads.read(ctx.url.searchParams.get("id") ?? "");
    if (kept === null) throw notThere();
    const headers = { "content-type": kept.type, "cache-control": "private, max-age=86400" };
    return new Response(kept.bytes, { headers });
  },
  async DELETE(ctx) {
    const { uploads } = ctx.state.services;
    if (!await uploads.remove(ctx.url.searchParams.get("id") ?? "")) throw notThere();
    return ctx.json({ ok: true });
  },
});

function notThere(): ActionFailure {
  return new ActionFailure(404, "unknown_upload", "there is no picture of that id");
}
