/** Events of a rollout in the words of the wire: finished items and what older files have. Pure. */
import { arrayAt, isObject, type JsonObject, numberAt } from "../../protocol/message.ts";
import { objectAt, stringAt } from "../../protocol/message.ts";
import { commandLine, finishedItem, milliseconds, pathOf } from "./finished_items.ts";
import { type Kind, RANK, type Rank, type Sourced } from "./sourced.ts";

type Told = Omit<Sourced, "ms" | "rank"> & { readonly rank?: Rank; readonly ms?: number };
type Read = (event: JsonObject, name: (kind: string) => string) => Told[];

const EVENTS = new Map<string, Read>(Object.entries<Read>({
  item_completed: (event) => {
    const { kind, item } = finishedItem(objectAt(event, "item"));
    const began = numberAt(event, "started_at_ms");
    return [{ ...done(kind, item), rank: RANK.item, ...(began === null ? {} : { ms: began }) }];
  },
  user_message: (event, name) => {
    const kind = stringAt(event, "kind");
    if (kind !== null && kind !== "plain") return []; // Context that the agent adds itself.
    const images = arrayAt(event, "images").map((url) => ({ type: "image", url }));
    const content = [{ type: "text", text: stringAt(event, "message") ?? "" }, ...images];
    return [done("user", { type: "userMessage", id: name("user"), content })];
  },
  agent_message: (event, name) => {
    const text = stringAt(event, "message") ?? "";
    return [done("assistant", { type: "agentMessage", id: name("message"), text })];
  },
  agent_reasoning: (event, name) => {
    const summary = [stringAt(event, "text") ?? ""];
    return [done("reasoning", { type: "reasoning", id: name("reasoning"), summary })];
  },
  exec_command_end: (event) => {
    const exitCode = numberAt(event, "exit_code");
    const parts = [stringAt(event, "stdout"), stringAt(event, "stderr")].filter(Boolean);
    return [done("command", {
      type: "commandExecution",
      id: event.call_id,
      command: commandLine(event.command),
      cwd: pathOf(stringAt(event, "cwd") ?? ""),
      aggregatedOutput: stringAt(event, "aggregated_output") ?? parts.join(""),
      exitCode,
      durationMs: milliseconds(event.duration),
      status: exitCode === 0 ? "completed" : "failed",
    })];
  },
  patch_apply_end: (event) => {
    const { kind, item } = finishedItem({
      ...event,
      type: "FileChange",
      id: event.call_id ?? null,
    });
    return [done(kind, { ...item, status: event.success === false ? "failed" : "completed" })];
  },
  context_compacted: (_event, name) => [
    done("tool", { type: "contextCompaction", id: name("compaction") }),
  ],
  token_count: (event) => [usage(objectAt(event, "info"))],
  error: (event) => [{
    kind: "other",
    method: "error",
    params: { error: { message: stringAt(event, "message") }, willRetry: false },
  }],
}));

/** What an event tells; nothing for those that say no more than others. */
export function readEvent(
  event: JsonObject,
  ms: number,
  name: (kind: string) => string,
): Sourced[] {
  const told = EVENTS.get(stringAt(event, "type") ?? "")?.(event, name) ?? [];
  return told.map((one) => ({ rank: RANK.event, ms, ...one }));
}

function done(kind: Kind, item: JsonObject): Told {
  return { kind, method: "item/completed", params: { item } };
}

function usage(info: JsonObject): Told {
  const counts = (key: string) => {
    const given = objectAt(info, key);
    return {
      totalTokens: given.total_tokens,
      inputTokens: given.input_tokens,
      cachedInputTokens: given.cached_input_tokens,
      outputTokens: given.output_tokens,
      reasoningOutputTokens: given.reasoning_output_tokens,
    };
  };
  const tokenUsage = isObject(info.total_token_usage)
    ? {
      total: counts("total_token_usage"),
      last: counts("last_token_usage"),
      modelContextWindow: info.model_context_window,
    }
    : {};
  return { kind: "other", method: "thread/tokenUsage/updated", params: { tokenUsage } };
}
