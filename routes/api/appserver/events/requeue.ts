import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { requeue } from "../../../../lib/http/event_policy.ts";
import { define } from "../../../../lib/http/services.ts";

const Body = z.strictObject({ thread_id: z.string(), seq: z.number().int().positive() });

/** A person wants the next turn to be told of an event that was only shown, or given up. */
export const handler = define.handlers({
  async POST(ctx) {
    const { thread_id, seq } = await readJson(ctx.req, Body);
    return Response.json({ ok: true, ...await requeue(ctx.state.services, thread_id, seq) });
  },
});
