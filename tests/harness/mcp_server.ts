// A tiny MCP server over stdio for tests with the real codex: one JSON message per line. Its tools
// are `echo`, which only reads, and `ask`, which asks the person a question first.

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

const encoder = new TextEncoder();
const waiting = new Map<number | string, (answer: unknown) => void>();
let lastId = 0;

function send(message: Record<string, unknown>): void {
  Deno.stdout.writeSync(encoder.encode(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n"));
}

function askClient(method: string, params: unknown): Promise<unknown> {
  const id = `ask-${++lastId}`;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

const TOOLS = [
  {
    name: "echo",
    description: "Says the text again",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    annotations: { readOnlyHint: true },
  },
  {
    name: "ask",
    description: "Asks the person for a colour",
    inputSchema: { type: "object", properties: {} },
  },
];

const text = (words: string) => ({ content: [{ type: "text", text: words }] });

async function callTool({ name, arguments: given }: Readonly<Record<string, unknown>>) {
  if (name === "echo") return text(`echo: ${(given as { text: string }).text}`);
  const answer = await askClient("elicitation/create", {
    message: "Which colour?",
    requestedSchema: {
      type: "object",
      properties: { colour: { type: "string", title: "Colour" } },
      required: ["colour"],
    },
  });
  return text(`the person said ${JSON.stringify(answer)}`);
}

const METHODS: Record<string, (params: Readonly<Record<string, unknown>>) => unknown> = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "tiny", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": callTool,
  ping: () => ({}),
};

async function hear({ id, method, params = {}, result }: Message): Promise<void> {
  if (method === undefined) return waiting.get(id ?? "")?.(result);
  if (id === undefined) return;
  const answer = METHODS[method];
  if (answer !== undefined) return send({ id, result: await answer(params) });
  send({ id, error: { code: -32601, message: `there is no ${method}` } });
}

if (import.meta.main) {
  let rest = "";
  for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") void hear(JSON.parse(line));
  }
}
