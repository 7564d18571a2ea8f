import ConversationPage from "../islands/ConversationPage.tsx";
import { page } from "fresh";
import { define } from "../lib/http/services.ts";
import { Shell } from "../lib/view/shell.tsx";

/** A new conversation: nothing is made on disk before the first message. */
export const handler = define.handlers({
  async GET(ctx) {
    const { conversations, agent, hub, cwd } = ctx.state.services;
    return page({ list: await conversations.list(), agent, seq: hub.seq, cwd });
  },
});

export default define.page<typeof handler>(({ data }) => (
  <Shell list={data.list} current={null}>
    <ConversationPage open={null} seq={data.seq} agent={data.agent} cwd={data.cwd} />
  </Shell>
));
