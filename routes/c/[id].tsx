import { page } from "fresh";
import Workbench from "../../islands/Workbench.tsx";
import { firstRows } from "../../lib/http/first_rows.ts";
import { define } from "../../lib/http/services.ts";
import { itemOf } from "../../lib/view/list_items.ts";
import { themeFrom } from "../../lib/view/theme.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { gateway, agent, cwd } = ctx.state.services;
    const open = await gateway.open(ctx.params.id ?? "");
    const { rows, more } = await firstRows(ctx.state.services);
    const items = rows.map(itemOf);
    const theme = themeFrom(ctx.req.headers.get("cookie"));
    return page({ items, more, open, seq: open.seq, agent, cwd, theme, nowMs: Date.now() });
  },
});

export default define.page<typeof handler>(({ data }) => <Workbench {...data} />);
