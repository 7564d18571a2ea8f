import { z } from "zod";
import { changeConfig } from "../../../lib/http/agent_config.ts";
import { readJson } from "../../../lib/http/body.ts";
import { reply } from "../../../lib/http/reply.ts";
import { define } from "../../../lib/http/services.ts";

const Folder = z.object({ cwd: z.string().min(1).max(4096) });
const Changed = Folder.extend({ ok: z.literal(true) });

export const handler = define.handlers({
  /** Chooses the folder that new conversations work in. */
  async POST(ctx) {
    const { services } = ctx.state;
    await changeConfig(services, await readJson(ctx.req, Folder));
    return reply(Changed, { ok: true, cwd: services.cwd });
  },
});
