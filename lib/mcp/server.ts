/**
 * The Model Context Protocol, as much of it as a server of tools needs: a message in, its answer
 * out. Owns the shapes of the protocol; where messages come from and what tools do is not known here.
 */
import { z } from "zod";
import { isFailure, type Tool, type ToolHost } from "./tool.ts";

/** The newest first; a client that asks for another one is offered that. */
const VERSIONS = ["2025-06-18", "2025-03-26", "2024-11-05"];

const messageSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).optional(),
});
type Message = z.infer<typeof messageSchema>;

export type McpAnswer = Readonly<Record<string, unknown>>;

/** What the server is made of. */
export interface McpOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  /** The conversation that a call is about; null if it is nobody's. */
  readonly hostOf: (meta: Readonly<Record<string, unknown>>) => Promise<ToolHost | null>;
}

const CODE = { invalidRequest: -32600, methodNotFound: -32601, invalidParams: -32602 } as const;
const NOT_OURS = "this call belongs to no conversation of Pilothouse";

/** Answers a message; null for one that wants no answer. */
export async function answerMcp(value: unknown, options: McpOptions): Promise<McpAnswer | null> {
  const message = messageSchema.safeParse(value);
  if (!message.success) {
    return failed(null, CODE.invalidRequest, "expected a request of JSON-RPC 2.0");
  }
  const { id, method } = message.data;
  if (id === undefined) return null;
  const handler = HANDLERS.get(method);
  if (handler === undefined) return failed(id, CODE.methodNotFound, `there is no ${method} here`);
  return await handler(message.data, id, options);
}

type Handler = (
  message: Message,
  id: string | number,
  options: McpOptions,
) => McpAnswer | Promise<McpAnswer>;

const HANDLERS = new Map<string, Handler>(Object.entries<Handler>({
  initialize: ({ params }, id, { version }) => {
    const asked = String(params?.protocolVersion ?? "");
    return answered(id, {
      protocolVersion: VERSIONS.includes(asked) ? asked : VERSIONS[0],
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: "pilothouse", title: "Pilothouse", version },
      instructions: "The shell that you share with the person, what was run in it, and events.",
    });
  },
  ping: (_, id) => answered(id, {}),
  "tools/list": (_, id, { tools }) => answered(id, { tools: tools.map(described) }),
  "tools/call": callTool,
}));

async function callTool(
  { params = {} }: Message,
  id: string | number,
  { tools, hostOf }: McpOptions,
): Promise<McpAnswer> {
  const tool = tools.find(({ name }) => name === params.name);
  if (tool === undefined) {
    return failed(id, CODE.invalidParams, `there is no tool ${JSON.stringify(params.name)}`);
  }
  const args = tool.input.safeParse(params.arguments ?? {});
  // A wrong argument is for the model to read, not for its program.
  if (!args.success) return answered(id, said(z.prettifyError(args.error), true));
  const meta = typeof params._meta === "object" && params._meta !== null ? params._meta : {};
  const host = await hostOf(meta as Record<string, unknown>);
  if (host === null) return answered(id, said(NOT_OURS, true));
  try {
    const result = await tool.call(args.data, host);
    return answered(id, isFailure(result) ? said(result.message, true) : said(result));
  } catch (error) {
    return answered(id, said(error instanceof Error ? error.message : String(error), true));
  }
}

function described({ name, description, input, readOnly }: Tool) {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
  const annotations = { readOnlyHint: readOnly, destructiveHint: !readOnly, openWorldHint: false };
  return { name, description, inputSchema, annotations };
}

function said(text: string, isError = false) {
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

function answered(id: string | number, result: Readonly<Record<string, unknown>>): McpAnswer {
  return { jsonrpc: "2.0", id, result };
}

function failed(id: string | number | null, code: number, message: string): McpAnswer {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
