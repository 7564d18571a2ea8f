import { z } from "zod";
import { queryNumber, readQuery } from "../../../../lib/http/query.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { rolloutName, rolloutOf } from "../../../../lib/http/rollout_of.ts";
import { define } from "../../../../lib/http/services.ts";
import { rolloutPreview } from "../../../../lib/transcript/rollouts/rollout_schema.ts";

const Query = z.object({ ...rolloutName, rows: queryNumber(0, 100).default(20) });

export const handler = define.handlers({
  /** What a rollout is about, with its first rows. */
  async GET(ctx) {
    const { services } = ctx.state;
    const { rows, ...name } = readQuery(ctx.url, Query);
    const file = await rolloutOf(services, name);
    return reply(rolloutPreview, await services.rollouts.preview(file, rows));
  },
});
