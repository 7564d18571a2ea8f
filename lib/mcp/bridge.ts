/**
 * `pilothouse mcp`: stdin and stdout of an MCP client on one side, the server's door on the other.
 * Only passes messages on, one line each, and says what is wrong where it cannot. Knows no tool.
 */
import { type Link, readLink } from "./link.ts";

/** How a bridge finds its server. */
export interface BridgeOptions {
  readonly linkPath: string;
  /** For a client that does not tell the thread by itself. */
  readonly conversation?: string | undefined;
  readonly input: ReadableStream<Uint8Array>;
  readonly output: (line: string) => void;
}

/** A tool may run a command for ten minutes, and says so itself when it is too long. */
const CALL_MS = 11 * 60_000;
const HANG_UP_MS = 500;
const MAX_LINE = 4 * 1024 * 1024;
const NO_SERVER = "Pilothouse does not answer: is it running?";

/** Passes messages until the client is gone. Calls do not wait for each other. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const pending = new Set<Promise<void>>();
  for await (const line of linesOf(options.input)) {
    const passing = pass(line, options).finally(() => pending.delete(passing));
    pending.add(passing);
  }
  // Who asks and hangs up at once still gets short answers; nobody waits for a long command.
  await Promise.race([Promise.all(pending), new Promise((done) => setTimeout(done, HANG_UP_MS))]);
}

async function pass(line: string, options: BridgeOptions): Promise<void> {
  const link = await readLink(options.linkPath);
  const answer = await ask(link, line, options.conversation).catch(() => problem(line));
  if (answer !== null && answer !== "") options.output(answer + "\n");
}

async function ask(
  link: Link | null,
  line: string,
  conversation: string | undefined,
): Promise<string | null> {
  if (link === null) return problem(line);
  const response = await fetch(`${link.url}/api/mcp/rpc`, {
    method: "POST",
    body: line,
    signal: AbortSignal.timeout(CALL_MS),
    headers: {
      authorization: `Bearer ${link.token}`,
      "content-type": "application/json",
      ...(conversation === undefined ? {} : { "x-pilothouse-conversation": conversation }),
    },
  });
  const text = await response.text();
  if (response.status === 204) return null;
  return response.ok ? text : problem(line);
}

/** The answer to a message that could not be passed on; none to one that wants none. */
function problem(line: string): string | null {
  const id = idOf(line);
  if (id === undefined) return null;
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message: NO_SERVER } });
}

function idOf(line: string): unknown {
  try {
    return JSON.parse(line).id;
  } catch {
    return undefined;
  }
}

/** Lines of a stream; one that is too long is dropped. */
async function* linesOf(input: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = "";
  for await (const bytes of input) {
    const lines = (held + decoder.decode(bytes, { stream: true })).split("\n");
    held = lines.pop() ?? "";
    if (held.length > MAX_LINE) held = "";
    for (const line of lines) if (line.trim() !== "") yield line;
  }
}
