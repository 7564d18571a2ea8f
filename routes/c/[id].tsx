import { page } from "fresh";
import ConversationPage from "../../islands/ConversationPage.tsx";
import { define } from "../../lib/http/services.ts";
import { Shell } from "../../lib/view/shell.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const { conversations, gateway, agent } = ctx.state.services;
    const open = await gateway.open(ctx.params.id ?? "");
    return page({ list: await conversations.list(), open, agent });
  },
});

export default define.page<typeof handler>(({ data }) => (
  <Shell list={data.list} current={data.open.meta.conversation_id}>
    <ConversationPage
      open={data.open}
      seq={data.open.seq}
      agent={data.agent}
      cwd={data.open.meta.cwd}
    />
  </Shell>
));
