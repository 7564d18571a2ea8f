import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { OpenConversation } from "../lib/gateway/open_conversation.ts";
import type { AgentKind } from "../lib/http/services.ts";
import * as api from "../lib/page/api.ts";
import { Conversation } from "../lib/page/conversation.tsx";
import { Desk } from "../lib/page/desk.ts";
import { ListActions } from "../lib/page/list_actions.ts";
import { ListModel } from "../lib/page/list_model.ts";
import { follow } from "../lib/page/stream.ts";
import { ThemeSwitch } from "../lib/page/theme_switch.tsx";
import { Toasts } from "../lib/page/toasts.ts";
import { ConversationList } from "../lib/view/conversation_list.tsx";
import { HIDE_DEMO_BANNER } from "../lib/view/demo_banner.tsx";
import { Confirm } from "../lib/view/dialog.tsx";
import type { ListItem } from "../lib/view/list_items.ts";
import type { Defaults } from "../lib/view/settings.ts";
import type { Theme } from "../lib/view/theme.ts";
import { ToastStack } from "../lib/view/toast_stack.tsx";

interface Props {
  /** Null for a conversation that begins with the first message. */
  open: OpenConversation | null;
  items: ListItem[];
  /** The list has more than these items. */
  more: boolean;
  /** The number of the last event that the page contains. */
  seq: number;
  agent: AgentKind;
  cwd: string;
  theme: Theme;
  /** What a new conversation starts with. */
  defaults: Defaults;
  messageMode: "queue" | "steer";
  /** This browser has put the note about the demo away. */
  bannerHidden: boolean;
  nowMs: number;
}

const MINUTE_MS = 60_000;

/** The whole page: the list of conversations beside the one that is open. */
export default function Workbench(props: Props) {
  const { open, items, more, seq, agent, cwd, theme, defaults, messageMode, nowMs } = props;
  const desk = useMemo(() => new Desk(open, seq, cwd), []);
  const toasts = useMemo(() => new Toasts(), []);
  const list = useMemo(() => {
    const isSeen = (id: string) => id === desk.id.peek() && !document.hidden;
    return new ListModel(items, { read: api.listConversations, isSeen });
  }, []);
  const deleting = useSignal<ListItem | null>(null);
  const actions = useMemo(() => new ListActions(desk, list, toasts, deleting), []);
  const drawer = useSignal(false);
  const now = useSignal(nowMs);
  const bannerHidden = useSignal(props.bannerHidden);

  useEffect(() => {
    list.restore();
    if (more) list.refresh();
    const clock = setInterval(() => void (now.value = Date.now()), MINUTE_MS);
    const unfollow = follow(null, seq, {
      onEvent: (event) => {
        desk.seq = event.seq;
        list.receive(event);
      },
      onConnection: () => {},
      onGap: (now) => {
        list.refresh();
        return Promise.resolve(desk.seq = now);
      },
    });
    const leaveAddress = desk.followAddress();
    return () => {
      clearInterval(clock);
      unfollow();
      leaveAddress();
    };
  }, []);

  useSignalEffect(() => {
    if (desk.id.value !== null) list.seen(desk.id.value);
  });
  useSignalEffect(() => {
    if (desk.problem.value !== null) toasts.fail(desk.problem.value);
  });
  const label = useComputed(() =>
    list.items.value.find(({ id }) => id === desk.id.value)?.label || "Pilothouse"
  );
  useSignalEffect(() => void (document.title = label.value));

  function goTo(id: string | null): void {
    drawer.value = false;
    void desk.go(id);
  }

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
          open: goTo,
          rename: (id, label) => actions.rename(id, label),
          menu: (item) => actions.menu(item),
          showArchived: () => list.showArchived(),
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
          defaults={defaults}
          messageMode={messageMode}
          actions={{
            openList: () => void (drawer.value = true),
            goTo,
            tell: (text) => toasts.tell(text),
            bannerHidden,
            hideBanner: () => {
              bannerHidden.value = true;
              document.cookie = HIDE_DEMO_BANNER;
            },
          }}
          onCreated={(id, text) => {
            const updated_at = new Date().toISOString();
            const marks = { pinned: false, archived: false, running: false, approvals: 0 };
            list.add({ id, label: text.slice(0, 80), updated_at, draft: true, ...marks });
          }}
        />
      </main>
      {deleting.value === null ? null : (
        <Confirm
          title="Delete this conversation?"
          text={`“${deleting.value.label || "Untitled"}” goes to the trash.`}
          action="Delete"
          run={((item) => () => void actions.delete(item))(deleting.value)}
          onClose={() => void (deleting.value = null)}
        />
      )}
      <ToastStack list={toasts.list.value} dismiss={(key) => toasts.dismiss(key)} />
    </div>
  );
}
