import { define } from "../../../../lib/http/services.ts";
import { findShell } from "../../../../lib/http/shell_lookup.ts";

export const handler = define.handlers({
  GET: async (ctx) =>
    ctx.json({ shell: await findShell(ctx.state.services.shells, ctx.params.id ?? "") }),
});
