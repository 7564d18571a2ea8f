import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { define } from "../../../../lib/http/services.ts";

const Toggle = z.object({ enabled: z.boolean() });

/** Turns the keeping of raw lines on or off. */
export const handler = define.handlers({
  async POST(ctx) {
    const { raw } = ctx.state.services;
    raw.enabled = (await readJson(ctx.req, Toggle)).enabled;
    return ctx.json({ ok: true, enabled: raw.enabled });
  },
});
