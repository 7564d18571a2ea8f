import { page } from "fresh";
import Workbench from "../islands/Workbench.tsx";
import { firstRows } from "../lib/http/first_rows.ts";
import { define } from "../lib/http/services.ts";
import { isDemoBannerHidden } from "../lib/view/demo_banner.tsx";
import { itemOf } from "../lib/view/list_items.ts";
import { themeFrom } from "../lib/view/theme.ts";

/** A new conversation: nothing is made on disk before the first message. */
export const handler = define.handlers({
  async GET(ctx) {
    const { agent, hub, cwd, messageMode } = ctx.state.services;
    const { rows, more } = await firstRows(ctx.state.services);
    const items = rows.map(itemOf);
    const defaults = await ctx.state.services.defaults.get();
    const cookies = ctx.req.headers.get("cookie");
    const looks = { theme: themeFrom(cookies), bannerHidden: isDemoBannerHidden(cookies) };
    return page({
      items,
      more,
      agent,
      seq: hub.seq,
      cwd,
      ...looks,
      defaults,
      messageMode,
      nowMs: Date.now(),
    });
  },
});

export default define.page<typeof handler>(({ data }) => <Workbench open={null} {...data} />);
