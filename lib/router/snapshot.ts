/** What a thread is doing now: all that a page must be told and no transcript contains yet. */
import type { Running } from "./change.ts";
import type { OpenItem, ThreadState } from "./state.ts";

/** A copy of everything unfinished, so that later deltas do not change it. */
export function runningOf(thread: ThreadState): Running[] {
  const items = new Set<OpenItem>(thread.open.values());
  if (thread.reasoning !== null) items.add(thread.reasoning);
  const running = [...items].map(rowOf).filter((one) => one !== null);
  if (thread.plan !== null) {
    const { id, ts, place, steps, explanation } = thread.plan;
    const words = explanation === null ? {} : { explanation };
    running.push({ id, ts, place, role: "plan", steps, ...words });
  }
  return running;
}

function rowOf(item: OpenItem): Running | null {
  const { id, ts, place, text } = item;
  switch (item.kind) {
    case "assistant":
    case "reasoning":
      // Begun, but nothing was said: there is no row yet.
      return text === "" ? null : { id, ts, place, role: item.kind, text };
    case "plan":
      return text === "" ? null : { id, ts, place, role: "plan", steps: [], text };
    case "command":
      return { id, ts, place, role: "command", command: item.command, cwd: item.cwd, output: text };
    case "shell": {
      const { command, cwd } = item;
      return { id, ts, place, role: "shell_output", command, cwd, stdout: text };
    }
    case "notice":
      return { id, ts, place, role: "notice", ...item.body };
  }
}
