// A bare client for an app-server behind a pipe: one JSON message per line in each direction, no
// bridge in between. Tests and benches use it to talk to the real codex directly. It shares no
// code with lib/ on purpose: a mistake there must not hide here.

import { TextLineStream } from "@std/streams";
import { withCleanUp } from "./lifetime.ts";
import { waitFor } from "./wait.ts";

/** A message as it came, with the fields that the tests look at. */
export interface PipeMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What to start, and with exactly which environment. */
export interface PipeOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts the app-server, runs `fn` with a client for it, and ends it by closing its stdin. */
export async function withPipeClient<T>(
  options: PipeOptions,
  fn: (client: PipeClient) => Promise<T>,
): Promise<T> {
  const [program = "", ...args] = options.command;
  const child = new Deno.Command(program, {
    args,
    env: { ...options.env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  }).spawn();
  const client = new PipeClient(child);
  return await withCleanUp(() => client.close(), () => fn(client));
}

/** The client; made by withPipeClient. */
export class PipeClient {
  /** Every message that the server sent, oldest first. */
  readonly received: PipeMessage[] = [];
  /** Called with each message as it comes, for those who look at the time. */
  onMessage: (message: PipeMessage) => void = () => {};
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  #lastId = 0;

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** Sends a request and returns its result; an error reply is thrown. */
  async request(method: string, params: unknown, timeoutMs = 10_000): Promise<unknown> {
    const id = ++this.#lastId;
    await this.send({ id, method, params });
    const reply = await this.next((m) => m.id === id && m.method === undefined, timeoutMs);
    if (reply.error) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
    return reply.result;
  }

  /** The first message, old or new, that `wanted` accepts. */
  next(wanted: (message: PipeMessage) => boolean, timeoutMs = 10_000): Promise<PipeMessage> {
    const find = () => this.received.find(wanted);
    return waitFor(find, { timeoutMs, everyMs: 2, what: "a message of the app-server" });
  }

  /** Sends one message as it is. */
  async send(message: unknown): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  /** The two messages that open every conversation with an app-server. */
  async handshake(): Promise<unknown> {
    const clientInfo = { name: "pilothouse-tests", title: null, version: "0" };
    const capabilities = { experimentalApi: true };
    const answer = await this.request("initialize", { clientInfo, capabilities });
    await this.send({ method: "initialized" });
    return answer;
  }

  /** Closes stdin, upon which the server is to leave; kills it after 3 s. */
  async close(): Promise<void> {
    await this.#writer.close().catch(() => {});
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 3_000);
    await this.#child.status;
    clearTimeout(timer);
    await this.#reading;
  }

  async #read(): Promise<void> {
    const lines = this.#child.stdout
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new TextLineStream());
    for await (const line of lines) {
      if (!line.startsWith("{")) continue;
      const message = JSON.parse(line);
      this.onMessage(message);
      this.received.push(message);
    }
  }
}
