import { z } from "zod";
import {
  agentConfig,
  changeConfig,
  configChange,
  shownConfig,
} from "../../../lib/http/agent_config.ts";
import { readJson } from "../../../lib/http/body.ts";
import { reply } from "../../../lib/http/reply.ts";
import { define } from "../../../lib/http/services.ts";

const Changed = shownConfig.extend({ ok: z.literal(true), restart_needed: z.boolean() });

export const handler = define.handlers({
  /** The effective settings of the agent. */
  GET: async (ctx) => reply(shownConfig, await agentConfig(ctx.state.services)),
  /** Changes some of them, now and in config.jsonc. */
  async POST(ctx) {
    const { services } = ctx.state;
    const restart_needed = await changeConfig(services, await readJson(ctx.req, configChange));
    return reply(Changed, { ok: true, restart_needed, ...await agentConfig(services) });
  },
});
