/** What the parts of the page can ask of the page as a whole. */
import type { ReadonlySignal } from "@preact/signals";
import type { Command } from "./commands.ts";

export type DialogName = "settings" | "agent" | "rollouts" | "palette" | "shortcuts";

export interface PageActions {
  openList(): void;
  /** Opens a conversation, or a new one for null; with the number of an entry, that one. */
  goTo(id: string | null, entry?: number): void;
  show(dialog: DialogName): void;
  /** Opens a panel beside the conversation, by its name in panels.ts. */
  showPanel(name: string): void;
  togglePanel(): void;
  readonly panelOpen: ReadonlySignal<string | null>;
  /** Events from outside in the open conversation that nobody has seen. */
  readonly unreadEvents: ReadonlySignal<number>;
  tell(text: string): void;
  /** What can be done wherever one is. */
  commands(): readonly Command[];
  readonly bannerHidden: ReadonlySignal<boolean>;
  hideBanner(): void;
}
