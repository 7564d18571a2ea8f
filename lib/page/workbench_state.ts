/**
 * The state of the whole page: which conversation is open, the list, what is shown over them, and
 * what ties them together. The parts own themselves; here they are made and connected.
 */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { HubEvent } from "../hub/hub.ts";
import type { ListItem } from "../view/list_items.ts";
import * as api from "./api.ts";
import type { Command } from "./commands.ts";
import { pathBeforeLogin } from "./connection_banner.tsx";
import { Desk } from "./desk.ts";
import { HIDE_DEMO_BANNER } from "../view/demo_banner.tsx";
import { ListActions } from "./list_actions.ts";
import { ListModel } from "./list_model.ts";
import { Notifier } from "./notifier.ts";
import { PanelState } from "./panel_state.ts";
import type { DialogName, PageActions } from "./page_actions.ts";
import { pageCommands } from "./page_commands.ts";
import { isNarrow } from "./phone.ts";
import { SearchModel } from "./search_model.ts";
import { followWorker } from "./service_worker.ts";
import { type Connection, follow } from "./stream.ts";
import { Toasts } from "./toasts.ts";

/** What the server gives the page to begin with. */
export interface WorkbenchStart {
  readonly open: OpenConversation | null;
  readonly items: readonly ListItem[];
  /** The list has more than these items. */
  readonly more: boolean;
  /** The number of the last event that the page contains. */
  readonly seq: number;
  readonly cwd: string;
  readonly server: { readonly state: string; readonly problem: string | null };
  readonly bannerHidden: boolean;
  /** The panel that this browser had open. */
  readonly panel: string | null;
  readonly nowMs: number;
}

const MINUTE_MS = 60_000;

export class WorkbenchState implements PageActions {
  readonly desk: Desk;
  readonly list: ListModel;
  readonly toasts = new Toasts();
  readonly search = new SearchModel();
  readonly notifier: Notifier;
  readonly listActions: ListActions;
  /** The list is open as a drawer, on narrow screens. */
  readonly drawer: Signal<boolean> = signal(false);
  /** The list is put away, on wide ones. */
  readonly listHidden: Signal<boolean> = signal(false);
  readonly dialog: Signal<DialogName | null> = signal(null);
  readonly deleting: Signal<ListItem | null> = signal(null);
  readonly bannerHidden: Signal<boolean>;
  readonly connection: Signal<Connection> = signal("connecting");
  readonly server: Signal<WorkbenchStart["server"]>;
  readonly now: Signal<number>;
  readonly panel: PanelState;
  readonly #start: WorkbenchStart;

  constructor(start: WorkbenchStart) {
    this.#start = start;
    this.desk = new Desk(start.open, start.seq, start.cwd);
    this.list = new ListModel(start.items, {
      read: api.listConversations,
      isSeen: (id) => id === this.desk.id.peek() && !document.hidden,
    });
    this.listActions = new ListActions(this.desk, this.list, this.toasts, this.deleting);
    this.notifier = new Notifier({
      labelOf: (id) => this.list.items.peek().find((item) => item.id === id)?.label ?? "",
      open: (id) => this.goTo(id),
    });
    this.bannerHidden = signal(start.bannerHidden);
    this.server = signal(start.server);
    this.panel = new PanelState(start.panel);
    this.now = signal(start.nowMs);
  }

  /** How many approvals wait, in all conversations. */
  readonly waiting = computed(() =>
    this.list.items.value.reduce((sum, { approvals }) => sum + approvals, 0)
  );

  readonly unreadEvents = computed(() =>
    this.list.items.value.find(({ id }) => id === this.desk.id.value)?.events ?? 0
  );

  /** What the tab is called. */
  readonly title = computed(() => {
    const label = this.list.items.value.find(({ id }) => id === this.desk.id.value)?.label;
    const name = label ? `${label} · Pilothouse` : "Pilothouse";
    return this.waiting.value > 0 ? `(${this.waiting.value}) ${name}` : name;
  });

  /** Begins what only a browser does; returns the function that ends it. */
  live(): () => void {
    const { more, seq } = this.#start;
    this.list.restore();
    this.notifier.restore();
    if (more) this.list.refresh();
    const clock = setInterval(() => void (this.now.value = Date.now()), MINUTE_MS);
    const leaveAddress = this.desk.followAddress();
    const onSight = () => this.#see();
    document.addEventListener("visibilitychange", onSight);
    const leavePanel = this.panel.live();
    const leaveWorker = followWorker((path) => this.desk.goToPath(path, "push"));
    const back = pathBeforeLogin();
    if (back !== null) this.desk.goToPath(back, "replace");
    const unfollow = follow(null, seq, {
      onEvent: (event) => this.#receive(event),
      onConnection: (state) => void (this.connection.value = state),
      onGap: (now) => {
        this.list.refresh();
        return Promise.resolve(this.desk.seq = now);
      },
    });
    return () => {
      clearInterval(clock);
      leaveAddress();
      document.removeEventListener("visibilitychange", onSight);
      leavePanel();
      leaveWorker();
      unfollow();
    };
  }

  goTo(id: string | null, entry?: number): void {
    this.drawer.value = false;
    if (this.panel.over.peek()) this.panel.close();
    void this.desk.go(id, "push", entry);
  }

  /** The conversation `by` places further down in the list as it is sorted. */
  step(by: 1 | -1, ids: readonly string[]): void {
    const at = ids.indexOf(this.desk.id.peek() ?? "");
    const next = ids[at === -1 ? (by === 1 ? 0 : ids.length - 1) : at + by];
    if (next !== undefined) this.goTo(next);
  }

  openList(): void {
    this.drawer.value = true;
    this.listHidden.value = false;
  }

  toggleList(): void {
    if (isNarrow()) this.drawer.value = !this.drawer.peek();
    else this.listHidden.value = !this.listHidden.peek();
  }

  show(dialog: DialogName): void {
    this.dialog.value = dialog;
  }

  get panelOpen(): ReadonlySignal<string | null> {
    return this.panel.open;
  }

  showPanel(name: string): void {
    this.panel.show(name);
  }

  togglePanel(): void {
    this.panel.toggle();
  }

  commands(): readonly Command[] {
    return pageCommands(this);
  }

  tell(text: string): void {
    this.toasts.tell(text);
  }

  fail(error: unknown): void {
    this.toasts.fail(error);
  }

  hideBanner(): void {
    this.bannerHidden.value = true;
    document.cookie = HIDE_DEMO_BANNER;
  }

  /** A new conversation has got its id. */
  created(id: string, text: string): void {
    const updated_at = new Date().toISOString();
    const marks = { pinned: false, archived: false, running: false, approvals: 0, events: 0 };
    this.list.add({ id, label: text.slice(0, 80), updated_at, draft: true, ...marks });
  }

  /** What came while the tab was hidden is in front of the person now. */
  #see(): void {
    const id = this.desk.id.peek();
    if (!document.hidden && id !== null) this.list.seen(id);
  }

  #receive(event: HubEvent): void {
    this.desk.seq = event.seq;
    if (event.type === "server_status") {
      this.server.value = { state: event.state, problem: event.problem };
    }
    this.list.receive(event);
    this.notifier.receive(event);
    const gone = event.type === "conversation" && event.change === "deleted";
    if (gone && event.conversation_id === this.desk.id.peek()) this.goTo(null);
  }
}
