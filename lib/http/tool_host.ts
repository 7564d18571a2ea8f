/**
 * What the agent's tools may use, bound to one conversation: its shell, its blocks, its events, and
 * a word to another one by way of events. The only place that knows both tools and services.
 */
import { isUnread } from "../events/progress.ts";
import { receiptOf } from "../events/receipt.ts";
import { AGENT_ORIGIN } from "../gateway/shell_entries.ts";
import type { ToldEvent, ToolHost, ToolShell } from "../mcp/tool.ts";
import type { ShellClient } from "../shell/client.ts";
import type { ShellFailure } from "../shell/protocol.ts";
import type { Meta } from "../transcript/conversations.ts";
import type { Services } from "./services.ts";

/** The tools' view of a conversation. */
export function toolHost(services: Services, meta: Meta): ToolHost {
  const { agentShells } = services;
  const id = meta.conversation_id;
  return {
    running: () => {
      const shell = agentShells.running(id);
      return shell === null ? null : toolShell(shell);
    },
    shell: async () => {
      const shell = await agentShells.for(id);
      return "ok" in shell ? shell : toolShell(shell);
    },
    blocks: (query) => agentShells.blocks(id, query),
    block: (query) => agentShells.block(id, query),
    search: (query) => agentShells.search(id, query),
    events: (query) => eventsOf(services, meta, query),
    ackEvents: (ids) => ackEvents(services, meta, ids),
    send: (message) => sendWord(services, meta, message),
  };
}

function toolShell(shell: ShellClient): ToolShell {
  return {
    screen: () => shell.screen(),
    scrollback: (lines) => shell.request("scrollback", { lines }),
    status: () => shell.request("status", {}),
    exec: (command, timeoutMs) => shell.run(command, { timeoutMs, origin: AGENT_ORIGIN }),
    waitPrompt: (timeout_ms) => shell.request("wait_prompt", { timeout_ms }),
    write: (keys) => shell.write(keys),
  };
}

async function eventsOf(
  { events }: Services,
  { thread_id }: Meta,
  { limit, unread }: { limit: number; unread: boolean },
): Promise<readonly ToldEvent[] | ShellFailure> {
  const found = await events.service.list(thread_id ?? "", { limit });
  return (found?.records ?? [])
    .filter(({ progress }) => !unread || isUnread(progress.state))
    .map((record) => {
      const { event_id, state, trust, event } = receiptOf(record);
      const { type, severity, title, summary, source } = event;
      return {
        event_id,
        state,
        type,
        severity,
        title,
        summary,
        source: source.name,
        trust: trust.label,
      };
    });
}

async function ackEvents(
  { events }: Services,
  { thread_id }: Meta,
  ids: readonly string[],
): Promise<ToldEvent | ShellFailure> {
  const thread = await events.service.thread(thread_id ?? "");
  if (thread === null) return refused("unknown_thread", "the conversation has no thread yet");
  const results = await Promise.all(ids.map(async (event_id) => {
    const found = thread.ledger.find(event_id);
    if (found === null) return { event_id, state: "unknown" };
    const record = await thread.ack(found.seq) ?? found;
    return { event_id, state: record.progress.state };
  }));
  return { results };
}

async function sendWord(
  services: Services,
  from: Meta,
  { to, text, title }: { to: string; text: string; title?: string | undefined },
): Promise<ToldEvent | ShellFailure> {
  const { conversations, events } = services;
  const metas = await conversations.list({ archived: "all" });
  const others = metas.filter(({ conversation_id, thread_id, label }) =>
    [conversation_id, thread_id, label].includes(to)
  );
  const [other] = others;
  if (other === undefined || others.length > 1) {
    const why = other === undefined ? "there is no such conversation" : "several have that title";
    return refused("unknown_conversation", `to: ${why}`);
  }
  if (other.conversation_id === from.conversation_id) {
    return refused("same_conversation", "to: that is this conversation");
  }
  if (other.thread_id === null) return refused("no_thread", "to: nothing was said there yet");
  const name = from.label || "another conversation";
  const parsed = await events.word({
    ...{ from: { name, threadId: from.thread_id ?? from.conversation_id }, to: other.thread_id },
    ...{ text, title },
  });
  // An agent may leave word, and no more: it starts no turn and steers none.
  const answer = await events.service.submit(parsed, {
    door: "agent",
    credential: { provenance: "none" },
    maxMode: "queue_for_next_turn",
  });
  return answer.ok ? { ...answer } : refused(answer.code, answer.message);
}

function refused(code: string, message: string): ShellFailure {
  return { ok: false, code, message };
}
