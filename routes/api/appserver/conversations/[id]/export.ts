import { z } from "zod";
import { conversationOf } from "../../../../../lib/http/conversation_of.ts";
import { readQuery } from "../../../../../lib/http/query.ts";
import { define } from "../../../../../lib/http/services.ts";
import {
  attachment,
  EXPORT_TYPES,
  exportConversation,
  exportName,
} from "../../../../../lib/transcript/export.ts";

const Query = z.object({ format: z.enum(["md", "json"]).default("md") });

export const handler = define.handlers({
  /** The whole conversation as a file to keep. */
  async GET(ctx) {
    const { services } = ctx.state;
    const { format } = readQuery(ctx.url, Query);
    const meta = await conversationOf(services, ctx.params.id);
    const source = () => services.conversations.transcript(meta.conversation_id);
    return new Response(exportConversation(meta, source, format), {
      headers: {
        "content-type": EXPORT_TYPES[format],
        "content-disposition": attachment(exportName(meta, format)),
      },
    });
  },
});
