import { page } from "fresh";
import Workbench from "../../islands/Workbench.tsx";
import { firstRows } from "../../lib/http/first_rows.ts";
import { define } from "../../lib/http/services.ts";
import { isDemoBannerHidden } from "../../lib/view/demo_banner.tsx";
import { itemOf } from "../../lib/view/list_items.ts";
import { themeFrom } from "../../lib/view/theme.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { gateway, agent, cwd, messageMode } = ctx.state.services;
    const open = await gateway.open(ctx.params.id ?? "");
    const { rows, more } = await firstRows(ctx.state.services);
    const items = rows.map(itemOf);
    const defaults = await ctx.state.services.defaults.get();
    const cookies = ctx.req.headers.get("cookie");
    const looks = { theme: themeFrom(cookies), bannerHidden: isDemoBannerHidden(cookies) };
    return page({
      items,
      more,
      open,
      seq: open.seq,
      agent,
      cwd,
      ...looks,
      defaults,
      messageMode,
      nowMs: Date.now(),
    });
  },
});

export default define.page<typeof handler>(({ data }) => <Workbench {...data} />);
