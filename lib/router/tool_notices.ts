/** The lines for tools: MCP and other tool calls, web search, images, other agents, hooks. */
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../protocol/message.ts";
import { clip, jsonText, LONGEST, oneLine } from "./bounds.ts";
import type { NoticeBody } from "./change.ts";

interface ToolNotice {
  readonly running: boolean;
  readonly body: (item: JsonObject, done: boolean) => NoticeBody;
}

/** By item type. */
export const TOOL_NOTICES: Readonly<Record<string, ToolNotice>> = {
  mcpToolCall: {
    running: true,
    body: (item) => ({
      kind: "tool",
      text: `${name(item, "server")}.${name(item, "tool")}`,
      ...put("input", jsonText(item.arguments)),
      ...put(
        "output",
        stringAt(objectAt(item, "error"), "message") ?? mcpResult(objectAt(item, "result")),
      ),
    }),
  },
  dynamicToolCall: {
    running: true,
    body: (item) => ({
      kind: "tool",
      text: [stringAt(item, "namespace"), name(item, "tool")].filter(Boolean).join("."),
      ...put("input", jsonText(item.arguments)),
      ...put("output", contentText(arrayAt(item, "contentItems"))),
    }),
  },
  functionCallOutput: {
    running: false,
    body: (item) => ({
      kind: "tool",
      text: [stringAt(item, "namespace"), name(item, "name")].filter(Boolean).join("."),
      ...put(
        "output",
        Array.isArray(item.output) ? contentText(item.output) : stringAt(item, "output") ?? "",
      ),
    }),
  },
  webSearch: { running: true, body: webSearch },
  imageGeneration: {
    running: true,
    body: (item, done) => {
      const prompt = stringAt(item, "revisedPrompt");
      const path = stringAt(item, "savedPath");
      return {
        kind: "image",
        text: isObject(item.failure)
          ? "The image could not be made"
          : done
          ? "Made an image"
          : "Making an image",
        ...put("input", prompt ?? ""),
        ...(path === null ? {} : { path: oneLine(path) }),
      };
    },
  },
  collabAgentToolCall: {
    running: true,
    body: (item) => {
      const agents = Object.values(objectAt(item, "agentsStates")).filter(isObject);
      return {
        kind: "agent",
        text: COLLAB.get(stringAt(item, "tool") ?? "") ?? `Agents: ${name(item, "tool")}`,
        ...put("input", stringAt(item, "prompt") ?? ""),
        ...put("output", agents.map(agentLine).join("\n")),
      };
    },
  },
  subAgentActivity: {
    running: false,
    body: (item) => ({
      kind: "agent",
      text: `Agent ${name(item, "agentPath")} ${ACTIVITY.get(stringAt(item, "kind") ?? "") ?? ""}`
        .trim(),
    }),
  },
  hookPrompt: {
    running: false,
    body: (item) => ({
      kind: "hook",
      text: "A hook added to the conversation",
      ...put(
        "output",
        arrayAt(item, "fragments").filter(isObject)
          .map((part) => stringAt(part, "text") ?? "").join("\n"),
      ),
    }),
  },
  sleep: {
    running: true,
    body: ({ durationMs }, done) => ({
      kind: "wait",
      text: [
        done ? "Waited" : "Waiting",
        ...(typeof durationMs === "number" ? [`${Math.round(durationMs / 100) / 10} s`] : []),
      ].join(" "),
    }),
  },
};

const COLLAB = new Map(Object.entries({
  spawnAgent: "Started an agent",
  sendInput: "Wrote to an agent",
  resumeAgent: "Resumed an agent",
  wait: "Waited for agents",
  closeAgent: "Closed an agent",
  sendMessage: "Wrote to an agent",
  followupTask: "Gave an agent another task",
  interruptAgent: "Interrupted an agent",
  listAgents: "Listed the agents",
}));

const ACTIVITY = new Map(Object.entries({
  started: "started",
  interacted: "was spoken to",
  interrupted: "was interrupted",
  completed: "is done",
}));

function webSearch(item: JsonObject, done: boolean): NoticeBody {
  const action = objectAt(item, "action");
  const url = stringAt(action, "url");
  const queries = arrayAt(action, "queries").filter((query) => typeof query === "string");
  const query = stringAt(item, "query") || stringAt(action, "query") || queries.join(" · ");
  const type = stringAt(action, "type");
  const text = type === "open_page"
    ? `Opened ${url ?? "a page"}`
    : type === "find_in_page"
    ? `Looked for “${stringAt(action, "pattern") ?? ""}” in ${url ?? "a page"}`
    : `${done ? "Searched" : "Searching"} the web${query === "" ? "" : `: ${query}`}`;
  return {
    kind: "web_search",
    text: oneLine(text),
    ...(url === null ? {} : { url: oneLine(url) }),
  };
}

/** What a tool gave back, its text parts first; pictures and the like are named only. */
function mcpResult(result: JsonObject): string {
  const text = contentText(arrayAt(result, "content"));
  return text === "" ? jsonText(result.structuredContent) : text;
}

function contentText(content: readonly Json[]): string {
  const lines = content.map((part) =>
    !isObject(part)
      ? jsonText(part)
      : stringAt(part, "text") ?? `(${stringAt(part, "type") ?? "?"})`
  );
  return clip(lines.join("\n"), LONGEST.toolText);
}

function agentLine(state: JsonObject): string {
  return [stringAt(state, "status"), stringAt(state, "message")].filter(Boolean).join(": ");
}

function name(item: JsonObject, key: string): string {
  return oneLine(stringAt(item, key) ?? "?", 200);
}

function put<K extends "input" | "output">(key: K, text: string): { [P in K]?: string } {
  return text === "" ? {} : { [key]: clip(text, LONGEST.toolText) } as { [P in K]?: string };
}
