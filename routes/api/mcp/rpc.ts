import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { mcpCaller } from "../../../lib/http/mcp_access.ts";
import { define } from "../../../lib/http/services.ts";
import { answerMcp } from "../../../lib/mcp/server.ts";
import { TOOLS } from "../../../lib/mcp/tools.ts";

/** One message of the Model Context Protocol, from the bridge that `pilothouse mcp` is. */
export const handler = define.handlers({
  async POST(ctx) {
    const hostOf = mcpCaller(ctx);
    const message = await readJson(ctx.req, z.unknown());
    const { version } = ctx.state.services;
    const answer = await answerMcp(message, { version, tools: TOOLS, hostOf });
    return answer === null ? new Response(null, { status: 204 }) : ctx.json(answer);
  },
});
