/** The frame of the page: the list of conversations beside the one that is open. */
import type { ComponentChildren } from "preact";
import type { Meta } from "../transcript/conversations.ts";

interface ShellProps {
  readonly list: readonly Meta[];
  readonly current: string | null;
  readonly children: ComponentChildren;
}

export function Shell({ list, current, children }: ShellProps) {
  return (
    <div class="shell">
      <nav class="list" aria-label="Conversations">
        <header>
          <a class="brand" href="/">Pilothouse</a>
          <a class="new" href="/">New</a>
        </header>
        <ul>
          {list.map((meta) => (
            <li key={meta.conversation_id}>
              <a
                href={`/c/${meta.conversation_id}`}
                aria-current={meta.conversation_id === current ? "page" : undefined}
              >
                {meta.label || "Untitled"}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main>{children}</main>
    </div>
  );
}
