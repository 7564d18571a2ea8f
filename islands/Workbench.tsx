import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { AgentKind } from "../lib/http/services.ts";
import { ConnectionBanner } from "../lib/page/connection_banner.tsx";
import { Conversation } from "../lib/page/conversation.tsx";
import { Dialogs } from "../lib/page/dialogs.tsx";
import { followKeys } from "../lib/page/keys.ts";
import { ListFoot } from "../lib/page/list_foot.tsx";
import { SidePanel } from "../lib/page/side_panel.tsx";
import { keyActions } from "../lib/page/page_commands.ts";
import { type WorkbenchStart, WorkbenchState } from "../lib/page/workbench_state.ts";
import { ConversationList } from "../lib/view/conversation_list.tsx";
import type { Defaults } from "../lib/view/settings.ts";
import type { Theme } from "../lib/view/theme.ts";
import { ToastStack } from "../lib/view/toast_stack.tsx";

interface Props extends WorkbenchStart {
  agent: { kind: AgentKind; version: string | null };
  theme: Theme;
  /** What a new conversation starts with. */
  defaults: Defaults;
  messageMode: "queue" | "steer";
}

/** The whole page: the list of conversations beside the one that is open. */
export default function Workbench(props: Props) {
  const { agent, theme, defaults, messageMode } = props;
  const page = useMemo(() => new WorkbenchState(props), []);
  const { desk, list, drawer, panel, search, toasts } = page;

  useEffect(() => {
    const stop = page.live();
    const leaveKeys = followKeys(() => keyActions(page));
    return () => {
      stop();
      leaveKeys();
    };
  }, []);
  useSignalEffect(() => {
    if (desk.id.value !== null) list.seen(desk.id.value);
  });
  useSignalEffect(() => {
    if (desk.problem.value !== null) page.fail(desk.problem.value);
  });
  useSignalEffect(() => void (document.title = page.title.value));

  const classes = [
    "shell",
    drawer.value ? "list-open" : "",
    page.listHidden.value ? "list-hidden" : "",
    panel.open.value === null ? "" : "with-panel",
    panel.wide.value ? "panel-wide" : "",
    panel.over.value ? "panel-over" : "",
  ];
  return (
    <div class={classes.filter((name) => name !== "").join(" ")}>
      <ConversationList
        items={list.items.value}
        unread={list.unread.value}
        current={desk.id.value}
        going={desk.going.value}
        nowMs={page.now.value}
        search={search.state.value}
        setQuery={(query) => search.set(query)}
        close={() => void (drawer.value = false)}
        actions={{
          open: (id, entry) => page.goTo(id, entry),
          rename: (id, label) => page.listActions.rename(id, label),
          menu: (item) => page.listActions.menu(item),
          showArchived: () => list.showArchived(),
        }}
        foot={<ListFoot page={page} agent={agent} theme={theme} />}
      />
      <div
        class="veil"
        onClick={() => {
          drawer.value = false;
          if (panel.over.peek()) panel.close();
        }}
      />
      <main inert={drawer.value || panel.over.value}>
        <ConnectionBanner connection={page.connection} />
        <Conversation
          key={desk.opened.value.key}
          desk={desk}
          opened={desk.opened.value}
          demo={agent.kind === "demo"}
          defaults={defaults}
          messageMode={messageMode}
          actions={page}
          onCreated={(id, text) => page.created(id, text)}
        />
      </main>
      <SidePanel page={page} />
      <Dialogs page={page} />
      <ToastStack list={toasts.list.value} dismiss={(key) => toasts.dismiss(key)} />
    </div>
  );
}
