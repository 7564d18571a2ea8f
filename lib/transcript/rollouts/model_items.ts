/**
 * What went over the model's wire, for rollouts that have nothing better: messages, reasoning, and
 * tool calls joined with their outputs. Holds the calls that wait for one; bounded.
 */
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../../protocol/message.ts";
import { commandLine, textOf } from "./finished_items.ts";
import { type Kind, RANK, type Sourced } from "./sourced.ts";
import { toolOutput } from "./tool_output.ts";

type Told = Pick<Sourced, "kind" | "method" | "params">;

const MAX_CALLS = 1_000;
const SHELLS = new Set(["shell", "exec_command", "shell_command", "container.exec", "local_shell"]);
/** Text that the agent adds in the person's name: instructions and surroundings. */
const CONTEXT = /^\s*(<([a-z_ ]+)>[\s\S]*<\/\2>\s*$|# AGENTS\.md instructions)/;

export class ModelItems {
  /** Items that were begun by a call, by its id. */
  readonly #calls = new Map<string, JsonObject>();
  #unnamed = 0;

  /** What a response item tells; `cwd` is where commands run that do not say. */
  read(payload: JsonObject, cwd: string, ms: number): Sourced[] {
    return this.#told(payload, cwd).map((one) => ({ ...one, rank: RANK.response, ms }));
  }

  #told(payload: JsonObject, cwd: string): Told[] {
    switch (stringAt(payload, "type")) {
      case "message":
        return this.#message(payload);
      case "reasoning": {
        const summary = arrayAt(payload, "summary").filter(isObject)
          .map((part) => stringAt(part, "text") ?? "");
        return [this.#done("reasoning", payload, { type: "reasoning", summary })];
      }
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call":
        return this.#call(payload, cwd);
      case "function_call_output":
      case "custom_tool_call_output":
        return this.#output(payload);
      default:
        return [];
    }
  }

  #message(payload: JsonObject): Told[] {
    const text = textOf(arrayAt(payload, "content"));
    const role = stringAt(payload, "role");
    if (role === "assistant") {
      return [this.#done("assistant", payload, { type: "agentMessage", text })];
    }
    if (role !== "user" || CONTEXT.test(text)) return [];
    const content = [{ type: "text", text }];
    return [this.#done("user", payload, { type: "userMessage", content })];
  }

  #call(payload: JsonObject, cwd: string): Told[] {
    const name = stringAt(payload, "name") ?? "local_shell";
    const given = parsed(stringAt(payload, "arguments") ?? stringAt(payload, "input") ?? "");
    if (name === "update_plan" && isObject(given)) {
      const params = { explanation: given.explanation ?? null, plan: arrayAt(given, "plan") };
      return [{ kind: "other", method: "turn/plan/updated", params }];
    }
    const id = stringAt(payload, "call_id") ?? stringAt(payload, "id") ?? "";
    if (this.#calls.size >= MAX_CALLS) this.#calls.delete(this.#calls.keys().next().value!);
    const action = isObject(given) ? given : objectAt(payload, "action");
    const item: JsonObject = SHELLS.has(name)
      ? {
        type: "commandExecution",
        id,
        command: commandLine(action.cmd ?? action.command),
        cwd: stringAt(action, "workdir") ?? cwd,
      }
      : { type: "dynamicToolCall", id, tool: name, arguments: given };
    this.#calls.set(id, item);
    return [{ kind: kindOf(item), method: "item/started", params: { item } }];
  }

  #output(payload: JsonObject): Told[] {
    const id = stringAt(payload, "call_id") ?? "";
    const item = this.#calls.get(id);
    if (item === undefined) return [];
    this.#calls.delete(id);
    const { text, exitCode, durationMs } = toolOutput(payload.output);
    const done: JsonObject = {
      ...item,
      aggregatedOutput: text,
      contentItems: [{ type: "inputText", text }],
      exitCode,
      durationMs,
      status: exitCode === null || exitCode === 0 ? "completed" : "failed",
    };
    return [{ kind: kindOf(item), method: "item/completed", params: { item: done } }];
  }

  #done(kind: Kind, payload: JsonObject, item: JsonObject): Told {
    const id = stringAt(payload, "id") ?? `${kind}-${++this.#unnamed}`;
    return { kind, method: "item/completed", params: { item: { ...item, id } } };
  }
}

function kindOf(item: JsonObject): Kind {
  return item.type === "commandExecution" ? "command" : "tool";
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
