/** The header of a conversation: its name, its folder, how full the context is. */
import type { ReadonlySignal } from "@preact/signals";
import type { View } from "./rows.ts";
import { contextPercent, count } from "./words.ts";

interface HeaderProps {
  readonly head: ReadonlySignal<Pick<View, "label" | "usage">>;
  readonly cwd: string;
}

export function ConversationHeader({ head, cwd }: HeaderProps) {
  const { label, usage } = head.value;
  const percent = usage === null ? null : contextPercent(usage.last_tokens, usage.context_window);
  return (
    <header class="head">
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
