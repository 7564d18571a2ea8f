/**
 * All shell hosts of a server: listens on one socket for them, starts one where a conversation has
 * none, takes back those that outlived the last server, and ends them all at a clean stop. The
 * only place that starts a host.
 */
import { join } from "@std/path";
import { ShellClient } from "./client.ts";
import { Connection } from "./connection.ts";
import type { Frame } from "./frames.ts";
import { failure, FRAME, type Hello, helloSchema, PROTOCOL_VERSION } from "./protocol.ts";
import type { ShellFailure } from "./protocol.ts";
import { listenPrivately } from "./private_socket.ts";
import { frameJson, jsonFrame } from "./wire.ts";

/** How hosts are started. */
export interface HostsOptions {
  readonly socket: string;
  /** What starts a host; it knows the socket. */
  readonly command: readonly [string, ...string[]];
  readonly log: (line: string) => void;
  /** Tells of every shell that there is, started or taken back. */
  readonly onShell?: (client: ShellClient) => void;
  /** True if the server must get every byte of output. */
  readonly durable?: boolean;
}

/** The shell of a conversation. */
export interface ShellRequest {
  readonly conversationId: string;
  /** Its `agent_pty` folder. */
  readonly agentPty: string;
  readonly cwd: string;
  readonly shell?: string;
  readonly cols?: number;
  readonly rows?: number;
  readonly graceS?: number;
}

const START_WITHIN_MS = 15_000;
const HELLO_WITHIN_MS = 5_000;
/** A host that outlived the last server dials several times in this time. */
const COMES_BACK_MS = 2_000;
const STOP_WITHIN_MS = 6_000;
const SAID_LIMIT = 4_096;

/** The server's hosts. */
export class ShellHosts {
  readonly #options: HostsOptions;
  readonly #listener: Deno.UnixListener;
  readonly #clients = new Map<string, ShellClient>();
  readonly #opening = new Map<string, Promise<ShellClient | ShellFailure>>();
  readonly #arrivals = new Set<() => void>();
  readonly #connections = new Set<Connection>();
  #abandoned = false;

  /** Listens. Throws where another server does. */
  static async listen(options: HostsOptions): Promise<ShellHosts> {
    return new ShellHosts(options, await listenPrivately(options.socket));
  }

  constructor(options: HostsOptions, listener: Deno.UnixListener) {
    this.#options = options;
    this.#listener = listener;
    void this.#accept();
  }

  /** The conversation's shell, if it has one. */
  get(conversationId: string): ShellClient | null {
    const client = this.#clients.get(conversationId);
    return client === undefined || client.bye !== null ? null : client;
  }

  /** The conversation's shell; started where there is none. */
  open(request: ShellRequest): Promise<ShellClient | ShellFailure> {
    const { conversationId } = request;
    const known = this.get(conversationId);
    if (known !== null && known.attached) return Promise.resolve(known);
    const running = this.#opening.get(conversationId);
    if (running !== undefined) return running;
    const opening = this.#open(request)
      .finally(() => this.#opening.delete(conversationId));
    this.#opening.set(conversationId, opening);
    return opening;
  }

  /** Ends the conversation's shell and all below it; false where there is none. */
  async end(conversationId: string): Promise<boolean> {
    const client = this.get(conversationId);
    if (client !== null) await ended(client);
    return client !== null;
  }

  /** Ends all shells and stops listening. */
  async stop(): Promise<void> {
    if (this.#abandoned) return;
    const living = [...this.#clients.values()].filter(({ bye }) => bye === null);
    await Promise.all(living.map((client) => ended(client)));
    this.abandon();
    await Deno.remove(this.#options.socket).catch(() => {});
  }

  /** Stops listening and leaves the shells to the next server, as a crash would. */
  abandon(): void {
    if (this.#abandoned) return;
    this.#abandoned = true;
    this.#listener.close();
    for (const connection of [...this.#connections]) connection.close();
  }

  async #open(request: ShellRequest): Promise<ShellClient | ShellFailure> {
    const { conversationId, agentPty } = request;
    await Deno.mkdir(agentPty, { recursive: true, mode: 0o700 });
    if (isLocked(agentPty)) {
      const back = await this.#arrival(conversationId, COMES_BACK_MS, new Promise(() => {}));
      if (back !== null) return back;
      return failure("host_busy", "the conversation's shell belongs to another server");
    }
    const shellId = `shell_${crypto.randomUUID()}`;
    const host = this.#spawn(request, shellId);
    const client = await this.#arrival(conversationId, START_WITHIN_MS, host.ended);
    if (client !== null) return client;
    const said = host.said().trim();
    return failure("shell_failed", `the shell could not be started${said && `: ${said}`}`);
  }

  #spawn(request: ShellRequest, shellId: string) {
    const [program, ...first] = this.#options.command;
    const flags: Record<string, string | number | undefined> = {
      dir: request.agentPty,
      conversation: request.conversationId,
      "shell-id": shellId,
      cwd: request.cwd,
      shell: request.shell,
      cols: request.cols,
      rows: request.rows,
      grace: request.graceS,
    };
    const args = Object.entries(flags)
      .flatMap(([name, value]) => value === undefined ? [] : [`--${name}=${value}`]);
    const child = new Deno.Command(program, {
      args: [...first, ...args],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      // It is to outlive us, and must not get the signals of our terminal.
      detached: true,
    }).spawn();
    child.unref();
    let said = "";
    void collect(child.stderr, (text) => said = (said + text).slice(-SAID_LIMIT));
    const ended = child.status.then(() => this.#lost(request.conversationId, shellId));
    return { ended, said: () => said };
  }

  /** Waits for the conversation's host to dial in; null if it does not. */
  async #arrival(
    conversationId: string,
    withinMs: number,
    ended: Promise<unknown>,
  ): Promise<ShellClient | null> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (this.get(conversationId)?.attached) resolve();
    };
    this.#arrivals.add(look);
    const timer = setTimeout(resolve, withinMs);
    look();
    await Promise.race([promise, ended]);
    clearTimeout(timer);
    this.#arrivals.delete(look);
    const client = this.get(conversationId);
    return client?.attached ? client : null;
  }

  async #accept(): Promise<void> {
    try {
      for await (const socket of this.#listener) this.#greet(socket);
    } catch {
      // The listener was closed.
    }
  }

  /** Waits for the hello of someone who has dialled in. */
  #greet(socket: Deno.UnixConn): void {
    let client: ShellClient | null = null;
    const connection = new Connection(socket, {
      onFrame: (frame) => {
        if (client !== null) return client.frame(frame);
        client = this.#welcome(frame, connection);
      },
      onClose: () => {
        this.#connections.delete(connection);
        client?.disconnected(connection);
      },
    });
    this.#connections.add(connection);
    setTimeout(() => {
      if (client === null) connection.close();
    }, HELLO_WITHIN_MS);
  }

  #welcome(frame: Frame, connection: Connection): ShellClient | null {
    const hello = frame.type === FRAME.hello ? helloSchema.safeParse(frameJson(frame)) : null;
    if (!hello?.success) {
      connection.close();
      return null;
    }
    const refusal = this.#refusal(hello.data);
    if (refusal !== null) {
      connection.send(jsonFrame(FRAME.refuse, refusal));
      return null;
    }
    const client = this.#clientOf(hello.data);
    client.connected(connection, hello.data);
    for (const look of [...this.#arrivals]) look();
    return client;
  }

  #refusal({ v, conversation_id, shell_id }: Hello): { code: string; message: string } | null {
    if (v !== PROTOCOL_VERSION) return { code: "version", message: `version ${v} is not ours` };
    const known = this.get(conversation_id);
    if (known === null || known.shellId === shell_id || !known.attached) return null;
    return { code: "taken", message: "the conversation has another shell" };
  }

  #clientOf(hello: Hello): ShellClient {
    const known = this.get(hello.conversation_id);
    if (known?.shellId === hello.shell_id) return known;
    known?.gone();
    const client = new ShellClient(hello, { durable: this.#options.durable ?? false });
    this.#clients.set(hello.conversation_id, client);
    this.#options.onShell?.(client);
    return client;
  }

  /** A host that we started has ended, perhaps without a word. */
  #lost(conversationId: string, shellId: string): void {
    const client = this.#clients.get(conversationId);
    if (client?.shellId === shellId && client.bye === null) {
      this.#options.log(`the host of shell ${shellId} ended without a word`);
      client.gone();
    }
  }
}

/** Asks a shell to end and waits for its last words. */
async function ended(client: ShellClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, STOP_WITHIN_MS);
  client.subscribe({ onGone: () => resolve(), onDetached: () => resolve() });
  void client.stop();
  await promise;
  clearTimeout(timer);
}

/** Whether a host holds the conversation. */
function isLocked(agentPty: string): boolean {
  using file = Deno.openSync(join(agentPty, "host.lock"), {
    write: true,
    create: true,
    mode: 0o600,
  });
  return !file.tryLockSync(true);
}

async function collect(stream: ReadableStream<Uint8Array>, take: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const bytes of stream) take(decoder.decode(bytes, { stream: true }));
}
