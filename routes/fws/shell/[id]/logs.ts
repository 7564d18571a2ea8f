import { z } from "zod";
import { queryNumber, readQuery } from "../../../../lib/http/query.ts";
import { define } from "../../../../lib/http/services.ts";
import { findShell } from "../../../../lib/http/shell_lookup.ts";
import { MAX_WINDOW_BYTES, WINDOW_BYTES } from "../../../../lib/shells/log_window.ts";

const Query = z.object({
  stream: z.enum(["stdout", "stderr"], "expected stdout or stderr").default("stderr"),
  before: queryNumber(0).optional(),
  after: queryNumber(0).optional(),
  limit: queryNumber(1, MAX_WINDOW_BYTES).default(WINDOW_BYTES),
}).refine(({ before, after }) => before === undefined || after === undefined, {
  error: "give before or after, not both",
});

/** A piece of a log by byte offsets: `?stream=&before=&after=&limit=`. */
export const handler = define.handlers({
  async GET(ctx) {
    const { stream, before, after, limit } = readQuery(ctx.url, Query);
    const { shells } = ctx.state.services;
    const { shell_id, logs } = await findShell(shells, ctx.params.id ?? "");
    const window = await shells.logs(shell_id, stream, {
      limit,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
    return ctx.json({ shell_id, stream, ...window, dropped: logs[stream].dropped });
  },
});
