/**
 * Who may call the agent's tools, and for which conversation. The bridge that codex starts has a
 * token for this one door, and codex names the thread with each call; anybody else needs the page's
 * token and names the conversation.
 */
import type { Context } from "fresh";
import { timingSafeEqual } from "node:crypto";
import { join } from "@std/path";
import { ActionFailure } from "../gateway/failure.ts";
import type { ToolHost } from "../mcp/tool.ts";
import type { Meta } from "../transcript/conversations.ts";
import type { Services, State } from "./services.ts";
import { toolHost } from "./tool_host.ts";

/** The door of tools: its token, and the file that bridges find it by. */
export class McpAccess {
  readonly token: string = crypto.randomUUID() + crypto.randomUUID();
  readonly linkPath: string;

  constructor(runtimeFolder: string) {
    this.linkPath = join(runtimeFolder, "mcp.json");
  }

  isToken(candidate: string): boolean {
    const [given, ours] = [candidate, this.token].map((text) => new TextEncoder().encode(text));
    return given!.length === ours!.length && timingSafeEqual(given!, ours!);
  }
}

/** Finds the conversation of each call of this caller; throws if it may not call at all. */
export function mcpCaller(
  { req, state: { services } }: Context<State>,
): (meta: Readonly<Record<string, unknown>>) => Promise<ToolHost | null> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(req.headers.get("authorization") ?? "")?.[1] ?? "";
  const isBridge = services.mcp.isToken(bearer);
  if (!isBridge && !services.auth.isToken(bearer)) {
    const wait = services.auth.fail();
    throw wait === null
      ? new ActionFailure(401, "unauthorized", "this takes the token of a bridge or of the page")
      : new ActionFailure(429, "rate_limited", "too many wrong tokens", { retryAfterS: wait });
  }
  const named = req.headers.get("x-pilothouse-conversation");
  return async (meta) => {
    const found = await conversationOfCall(services, threadIn(meta), named);
    return found === null ? null : toolHost(services, found);
  };
}

async function conversationOfCall(
  { gateway, conversations }: Services,
  threadId: string | null,
  named: string | null,
): Promise<Meta | null> {
  // What codex says of the thread counts: a model cannot write it.
  if (threadId !== null) return await gateway.ofThread(threadId);
  return named === null ? null : await conversations.get(named);
}

/** The thread as codex names it beside the arguments of a call. */
function threadIn(meta: Readonly<Record<string, unknown>>): string | null {
  return typeof meta.threadId === "string" ? meta.threadId : null;
}
