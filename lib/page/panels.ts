/**
 * The panels beside the conversation, one line each, in the order of their tabs. A panel's code is
 * loaded when it is first shown; what it needs comes through its props.
 */
import type { ComponentType } from "preact";
import type { ListItem } from "../view/list_items.ts";
import type { IconName } from "../view/icons.tsx";
import type { ConversationControls } from "./conversation_controls.ts";
import { lazy } from "./lazy.tsx";
import type { PageModel } from "./model.ts";
import type { PageActions } from "./page_actions.ts";

const Changes = lazy(async () => (await import("./panels/changes_panel.tsx")).ChangesPanel);
const Events = lazy(async () => (await import("./panels/events_panel.tsx")).EventsPanel);
const Terminal = lazy(async () => (await import("./panels/terminal_panel.tsx")).TerminalPanel);
const Transcript = lazy(async () =>
  (await import("./panels/transcript_panel.tsx")).TranscriptPanel
);
const Usage = lazy(async () => (await import("./panels/usage_panel.tsx")).UsagePanel);

/** A panel lives as long as its tab and its conversation are on the screen. */
export interface PanelProps {
  /** The rows and the head of the open conversation. */
  readonly model: PageModel;
  /** Its id (null for a new one), its settings, and what can be done with it. */
  readonly controls: ConversationControls;
  readonly actions: PageActions;
}

export interface Panel {
  /** One word; also a command: `/name`. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** What is counted of the open conversation, if there is something to count. */
  readonly badge?: { readonly of: string; readonly count: (item: ListItem) => number };
  /** Wrapped in `lazy`. */
  readonly View: ComponentType<PanelProps>;
}

const UNREAD = { of: "unread event", count: ({ events }: ListItem) => events };

export const PANELS: readonly Panel[] = [
  { name: "terminal", title: "Terminal", icon: "terminal", View: Terminal },
  { name: "changes", title: "Changes", icon: "diff", View: Changes },
  { name: "events", title: "Events", icon: "bell", View: Events, badge: UNREAD },
  { name: "transcript", title: "Transcript", icon: "scroll", View: Transcript },
  { name: "usage", title: "Usage", icon: "chart", View: Usage },
];
