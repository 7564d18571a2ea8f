import { page } from "fresh";
import Workbench from "../islands/Workbench.tsx";
import { firstRows } from "../lib/http/first_rows.ts";
import { define } from "../lib/http/services.ts";
import { itemOf } from "../lib/view/list_items.ts";
import { themeFrom } from "../lib/view/theme.ts";

/** A new conversation: nothing is made on disk before the first message. */
export const handler = define.handlers({
  async GET(ctx) {
    const { agent, hub, cwd } = ctx.state.services;
    const { rows, more } = await firstRows(ctx.state.services);
    const items = rows.map(itemOf);
    const theme = themeFrom(ctx.req.headers.get("cookie"));
    return page({ items, more, agent, seq: hub.seq, cwd, theme, nowMs: Date.now() });
  },
});

export default define.page<typeof handler>(({ data }) => <Workbench open={null} {...data} />);
