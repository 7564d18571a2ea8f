import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { checkFolder, rowsOf } from "../../../../lib/http/conversation_calls.ts";
import { readQuery } from "../../../../lib/http/query.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";
import { conversationRow } from "../../../../lib/transcript/conversation_row.ts";
import { settingsChange } from "../../../../lib/transcript/meta.ts";

const Query = z.object({
  archived: z.enum(["true", "false", "all", "1", "0"]).optional(),
  q: z.string().max(400).optional(),
});
const List = z.object({ conversations: z.array(conversationRow) });
const Created = z.object({ id: z.string() });

export const handler = define.handlers({
  /** All conversations, pinned first, then the latest; `archived=true|false|all`, `q` for titles. */
  async GET(ctx) {
    const { archived, q } = readQuery(ctx.url, Query);
    const wanted = archived === "all" ? "all" : archived === "true" || archived === "1";
    const conversations = await rowsOf(ctx.state.services, { archived: wanted, q });
    return reply(List, { conversations });
  },
  /** A new draft. */
  async POST(ctx) {
    const { conversations, defaults, cwd } = ctx.state.services;
    const fields = await readJson(ctx.req, settingsChange);
    await checkFolder(fields.cwd);
    const now = new Date().toISOString();
    const chosen = { ...await defaults.get(), ...fields };
    const meta = await conversations.create({ ...chosen, cwd: fields.cwd ?? cwd }, now);
    return reply(Created, { id: meta.conversation_id }, { status: 201 });
  },
});
