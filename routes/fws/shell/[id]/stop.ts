import { define } from "../../../../lib/http/services.ts";
import { controlShell } from "../../../../lib/http/shell_lookup.ts";

export const handler = define.handlers({
  async POST(ctx) {
    const shell = await controlShell(ctx.state.services.shells, ctx.params.id ?? "", "stop");
    return ctx.json({ ok: true, shell });
  },
});
