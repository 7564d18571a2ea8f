/**
 * Items: messages, reasoning, commands and the rest, from their start over their deltas to their
 * end. Owns the open items of a thread.
 */
import {
  arrayAt,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../protocol/message.ts";
import type { Change, CommandStatus } from "./change.ts";
import type { Handler } from "./handler.ts";
import { noticeText } from "./notices.ts";
import type { OpenItem, ThreadState } from "./state.ts";

const KINDS = new Map<string, OpenItem["kind"]>(Object.entries<OpenItem["kind"]>({
  agentMessage: "assistant",
  reasoning: "reasoning",
  commandExecution: "command",
}));

const ACTIVITIES = new Map(Object.entries({
  agentMessage: "Writing",
  reasoning: "Thinking",
  commandExecution: "Running a command",
  fileChange: "Changing files",
  mcpToolCall: "Using a tool",
  webSearch: "Searching the web",
}));

export const onItemStarted: Handler = (thread, params, ts) => {
  const item = objectAt(params, "item");
  const turnId = stringAt(params, "turnId") ?? "";
  const type = stringAt(item, "type") ?? "";
  const changes: Change[] = [];
  // A message of the person in mid-turn is a steer: it cuts what was being said.
  if (type === "userMessage") changes.push(...closeOpen(thread, ts, ["assistant", "reasoning"]));
  if (type === "fileChange") {
    thread.fileChanges.set(
      stringAt(item, "id") ?? "",
      arrayAt(item, "changes").filter(isObject),
    );
  }
  const opened = open(thread, item, turnId, ts);
  if (opened?.kind === "command") {
    const { id, command, cwd } = opened;
    changes.push({ type: "command_begin", id, ts, command, cwd });
  }
  changes.push(...activity(thread, ACTIVITIES.get(type) ?? thread.activity));
  return changes;
};

export const onDelta: Handler = (thread, params, ts, method) => {
  const item = thread.open.get(stringAt(params, "itemId") ?? "");
  if (item === undefined) return [];
  // Parts of a reasoning are paragraphs; the first one needs no break before it.
  const delta = method === "item/reasoning/summaryPartAdded"
    ? item.text === "" ? "" : "\n\n"
    : stringAt(params, "delta") ?? "";
  if (delta === "") return [];
  item.text += delta;
  const type = `${item.kind}_delta` as const;
  return [{ type, id: item.id, ts, delta }];
};

export const onItemCompleted: Handler = (thread, params, ts) => {
  const item = objectAt(params, "item");
  const turnId = stringAt(params, "turnId") ?? "";
  const type = stringAt(item, "type") ?? "";
  if (type === "userMessage") return [userMessage(item, turnId, ts)];
  const kind = KINDS.get(type);
  if (kind === undefined) {
    const text = noticeText(item);
    const id = rowId(turnId, item);
    return text === null ? [] : [{
      type: "notice",
      entry: { id, ts, role: "notice", turn_id: turnId, text },
    }];
  }
  // A completion may come without its start, or after its turn has ended: both still count.
  const opened = thread.open.get(stringAt(item, "id") ?? "") ?? open(thread, item, turnId, ts);
  thread.open.delete(stringAt(item, "id") ?? "");
  return opened === null ? [] : finish(opened, item);
};

/** Ends every open item of the given kinds with what it has so far. */
export function closeOpen(
  thread: ThreadState,
  ts: string,
  kinds: readonly OpenItem["kind"][],
): Change[] {
  const changes: Change[] = [];
  for (const [key, item] of thread.open) {
    if (!kinds.includes(item.kind)) continue;
    thread.open.delete(key);
    changes.push(...cut(item, ts));
  }
  return changes;
}

/** Tells about the activity if it is another one. */
export function activity(thread: ThreadState, text: string | null): Change[] {
  if (thread.activity === text) return [];
  thread.activity = text;
  return [{ type: "activity", text, turn_id: thread.turnId }];
}

function open(thread: ThreadState, item: JsonObject, turnId: string, ts: string): OpenItem | null {
  const kind = KINDS.get(stringAt(item, "type") ?? "");
  const key = stringAt(item, "id");
  if (kind === undefined || key === null) return null;
  const opened: OpenItem = {
    id: rowId(turnId, item),
    kind,
    turnId,
    ts,
    text: "",
    command: stringAt(item, "command") ?? "",
    cwd: stringAt(item, "cwd") ?? "",
  };
  thread.open.set(key, opened);
  return opened;
}

function finish(opened: OpenItem, item: JsonObject): Change[] {
  const base = { id: opened.id, ts: opened.ts, turn_id: opened.turnId };
  switch (opened.kind) {
    case "assistant": {
      const text = stringAt(item, "text") ?? opened.text;
      return [{ type: "assistant_finalize", entry: { ...base, role: "assistant", text } }];
    }
    case "reasoning": {
      const parts = arrayAt(item, "summary").filter((part) => typeof part === "string");
      const text = parts.length > 0 ? parts.join("\n\n") : opened.text;
      if (text === "") return []; // Reasoning that the provider keeps to itself.
      return [{ type: "reasoning_finalize", entry: { ...base, role: "reasoning", text } }];
    }
    case "command":
      return [{
        type: "command_end",
        entry: {
          ...base,
          role: "command",
          command: opened.command,
          cwd: opened.cwd,
          // The first 150 ms of output never come as deltas: the final output replaces them.
          output: stringAt(item, "aggregatedOutput") ?? opened.text,
          exit_code: numberAt(item, "exitCode"),
          duration_ms: numberAt(item, "durationMs"),
          status: commandStatus(stringAt(item, "status")),
        },
      }];
  }
}

function cut(item: OpenItem, ts: string): Change[] {
  const base = { id: item.id, ts: item.ts, turn_id: item.turnId };
  if (item.kind === "command") {
    const { command, cwd, text: output } = item;
    const duration_ms = Math.max(0, Date.parse(ts) - Date.parse(item.ts));
    const rest = { command, cwd, output, exit_code: null, duration_ms };
    return [{
      type: "command_end",
      entry: { ...base, role: "command", ...rest, status: "interrupted" },
    }];
  }
  if (item.text === "") return [];
  return item.kind === "assistant"
    ? [{
      type: "assistant_finalize",
      entry: { ...base, role: "assistant", text: item.text, cut: true },
    }]
    : [{
      type: "reasoning_finalize",
      entry: { ...base, role: "reasoning", text: item.text, cut: true },
    }];
}

function commandStatus(status: string | null): CommandStatus {
  return status === "completed" || status === "declined" ? status : "failed";
}

function userMessage(item: JsonObject, turnId: string, ts: string): Change {
  const text = arrayAt(item, "content").filter(isObject)
    .map((part) => stringAt(part, "text")).filter((part) => part !== null).join("\n");
  const id = stringAt(item, "clientId") ?? rowId(turnId, item);
  return { type: "message", entry: { id, ts, role: "user", turn_id: turnId, text } };
}

function rowId(turnId: string, item: JsonObject): string {
  return `${turnId}:${stringAt(item, "id") ?? "?"}`;
}
