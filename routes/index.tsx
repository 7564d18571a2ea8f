import { page } from "fresh";
import Workbench from "../islands/Workbench.tsx";
import { define } from "../lib/http/services.ts";
import { workbenchStart } from "../lib/http/workbench_start.ts";

/** A new conversation: nothing is made on disk before the first message. */
export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { seq } = services.hub;
    return page({ seq, ...await workbenchStart(services, ctx.req.headers.get("cookie")) });
  },
});

export default define.page<typeof handler>(({ data }) => <Workbench open={null} {...data} />);
