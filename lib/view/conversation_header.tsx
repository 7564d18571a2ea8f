/** The header of a conversation: its name, its folder, how full the context is. */
import type { ReadonlySignal } from "@preact/signals";
import { Icon } from "./icons.tsx";
import type { View } from "./rows.ts";
import { contextPercent, count } from "./words.ts";

interface HeaderProps {
  readonly head: ReadonlySignal<Pick<View, "label" | "usage">>;
  readonly cwd: string;
  /** On narrow screens the list is a drawer behind this. */
  readonly openList: () => void;
}

export function ConversationHeader({ head, cwd, openList }: HeaderProps) {
  const { label, usage } = head.value;
  const percent = usage === null ? null : contextPercent(usage.last_tokens, usage.context_window);
  return (
    <header class="head">
      <button
        type="button"
        class="ghost narrow-only"
        aria-label="Conversations"
        aria-controls="list"
        onClick={openList}
      >
        <Icon name="list" />
      </button>
      <div class="names">
        <h1>{label || "New conversation"}</h1>
        <code title={cwd}>{cwd}</code>
      </div>
      {usage === null || percent === null ? null : (
        <div
          class="context"
          title={`${count(usage.last_tokens)} of ${
            count(usage.context_window ?? 0)
          } tokens in context, ${count(usage.total_tokens)} used in all`}
        >
          <meter min={0} max={100} value={percent} aria-label="Context used" />
          <span>{percent} %</span>
        </div>
      )}
    </header>
  );
}
