/** The line above the composer: a dot for the state, what is going on, and what went wrong. */
import type { ReadonlySignal } from "@preact/signals";
import type { View } from "./rows.ts";

interface RibbonProps {
  readonly head: ReadonlySignal<Pick<View, "activity" | "server">>;
  readonly connection: ReadonlySignal<"connecting" | "open" | "lost">;
  readonly problem: ReadonlySignal<string | null>;
}

export function Ribbon({ head, connection, problem }: RibbonProps) {
  const { activity, server } = head.value;
  const down = server.state !== "running" && server.state !== "starting";
  const dot = down ? "red" : connection.value === "lost" ? "grey" : activity ? "yellow" : "green";
  const text = down
    ? server.problem ?? `The agent is ${server.state}`
    : connection.value === "lost"
    ? "Connection lost, trying again"
    : activity ?? "Ready";
  return (
    <div class="ribbon" role="status">
      <span class={`dot ${dot}`} aria-hidden="true" />
      <span class="what">{text}</span>
      {problem.value === null ? null : <span class="problem">{problem.value}</span>}
    </div>
  );
}
