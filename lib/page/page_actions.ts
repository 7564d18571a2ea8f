import type { ReadonlySignal } from "@preact/signals";

/** What a conversation can ask of the page around it. */
export interface PageActions {
  openList(): void;
  /** Opens a conversation, or a new one for null. */
  goTo(id: string | null): void;
  tell(text: string): void;
  readonly bannerHidden: ReadonlySignal<boolean>;
  hideBanner(): void;
}
