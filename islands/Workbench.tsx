import { useEffect, useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { OpenConversation } from "../lib/gateway/open_conversation.ts";
import type { AgentKind } from "../lib/http/services.ts";
import * as api from "../lib/page/api.ts";
import type { Command } from "../lib/page/commands.ts";
import { Conversation } from "../lib/page/conversation.tsx";
import { Desk } from "../lib/page/desk.ts";
import { ListModel } from "../lib/page/list_model.ts";
import { follow } from "../lib/page/stream.ts";
import { ThemeSwitch } from "../lib/page/theme_switch.tsx";
import { ConversationList } from "../lib/view/conversation_list.tsx";
import type { ListItem } from "../lib/view/list_items.ts";
import type { Theme } from "../lib/view/theme.ts";

interface Props {
  /** Null for a conversation that begins with the first message. */
  open: OpenConversation | null;
  items: ListItem[];
  /** The number of the last event that the page contains. */
  seq: number;
  agent: AgentKind;
  cwd: string;
  theme: Theme;
  nowMs: number;
}

const MINUTE_MS = 60_000;

/** The whole page: the list of conversations beside the one that is open. */
export default function Workbench({ open, items, seq, agent, cwd, theme, nowMs }: Props) {
  const desk = useMemo(() => new Desk(open, seq, cwd), []);
  const list = useMemo(() => {
    const isSeen = (id: string) => id === desk.id.peek() && !document.hidden;
    return new ListModel(items, { read: api.listConversations, isSeen });
  }, []);
  const drawer = useSignal(false);
  const now = useSignal(nowMs);

  useEffect(() => {
    list.restore();
    const clock = setInterval(() => void (now.value = Date.now()), MINUTE_MS);
    const unfollow = follow(null, seq, {
      onEvent: (event) => {
        desk.seq = event.seq;
        list.receive(event);
      },
      onConnection: () => {},
      onGap: async () => {
        list.refresh();
        return await Promise.resolve(desk.seq);
      },
    });
    const leaveAddress = desk.followAddress();
    return () => {
      clearInterval(clock);
      unfollow();
      leaveAddress();
    };
  }, []);

  useEffect(() => {
    if (desk.id.value !== null) list.seen(desk.id.value);
  }, [desk.id.value]);

  const commands: Command[] = [
    { name: "new", title: "Start a new conversation", icon: "plus", run: () => desk.go(null) },
  ];
  const { key } = desk.opened.value;
  return (
    <div class={drawer.value ? "shell list-open" : "shell"}>
      <ConversationList
        items={list.items.value}
        unread={list.unread.value}
        current={desk.id.value}
        going={desk.going.value}
        nowMs={now.value}
        close={() => void (drawer.value = false)}
        actions={{
          open: (id) => {
            drawer.value = false;
            void desk.go(id);
          },
          rename: () => {},
          menu: () => [],
        }}
        foot={<ThemeSwitch initial={theme} />}
      />
      <div class="veil" onClick={() => void (drawer.value = false)} />
      <main inert={drawer.value}>
        <Conversation
          key={key}
          desk={desk}
          opened={desk.opened.value}
          demo={agent === "demo"}
          commands={() => commands}
          openList={() => void (drawer.value = true)}
          onCreated={(id, text) => {
            const updated_at = new Date().toISOString();
            const marks = { pinned: false, archived: false, running: false, approvals: 0 };
            list.add({ id, label: text.slice(0, 80), updated_at, draft: true, ...marks });
          }}
        />
      </main>
    </div>
  );
}
