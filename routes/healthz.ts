import { define } from "../lib/http/services.ts";

/** For supervisors and scripts: no token needed, nothing private said. */
export const handler = define.handlers({
  GET: (ctx) => ctx.json({ ok: true, name: "pilothouse", version: ctx.state.services.version }),
});
