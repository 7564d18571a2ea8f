/** What every page brings along beside the conversation itself: the list, and what was chosen. */
import { isDemoBannerHidden } from "../view/demo_banner.tsx";
import { itemOf } from "../view/list_items.ts";
import { panelFrom } from "../view/side_panel.tsx";
import { themeFrom } from "../view/theme.ts";
import { firstRows } from "./first_rows.ts";
import type { Services } from "./services.ts";

export async function workbenchStart(services: Services, cookies: string | null) {
  const { agent, appServer, cwd, defaults, messageMode } = services;
  const { rows, more } = await firstRows(services);
  const { state, problem, version } = appServer.status;
  return {
    items: rows.map(itemOf),
    more,
    agent: { kind: agent, version },
    server: { state, problem },
    cwd,
    defaults: await defaults.get(),
    messageMode,
    theme: themeFrom(cookies),
    bannerHidden: isDemoBannerHidden(cookies),
    panel: panelFrom(cookies),
    nowMs: Date.now(),
  };
}
