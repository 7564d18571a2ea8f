import { page } from "fresh";
import Workbench from "../../islands/Workbench.tsx";
import { define } from "../../lib/http/services.ts";
import { workbenchStart } from "../../lib/http/workbench_start.ts";

/** A conversation, its latest rows drawn already. */
export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const open = await services.gateway.open(ctx.params.id ?? "");
    const start = await workbenchStart(services, ctx.req.headers.get("cookie"));
    return page({ open, seq: open.seq, ...start });
  },
});

export default define.page<typeof handler>(({ data }) => <Workbench {...data} />);
