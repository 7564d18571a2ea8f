import { define } from "../../../../lib/http/services.ts";

const DEFAULT_LINES = 100;
const MAX_LINES = 1_000;

/** The last raw lines of the pipe, `?limit=`; none while debug is off. */
export const handler = define.handlers({
  GET(ctx) {
    const { raw } = ctx.state.services;
    const wanted = Number(ctx.url.searchParams.get("limit") ?? DEFAULT_LINES);
    const limit = Number.isInteger(wanted) ? Math.min(wanted, MAX_LINES) : DEFAULT_LINES;
    return ctx.json({ enabled: raw.enabled, lines: raw.last(limit) });
  },
});
