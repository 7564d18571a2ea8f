/**
 * The unix socket: one line `{token, event}` in, one line with the answer out, in the same order. One
 * socket serves all threads; each thread's folder has a name for it. Lines are capped, senders that
 * do not read their answers wait.
 */
import type { Principals } from "./principal.ts";
import { MAX_EVENT_BYTES } from "./limits.ts";
import { parseEventValue, rejected, tooLarge } from "./parse_event.ts";
import type { Answer } from "./receipt.ts";
import type { EventService } from "./service.ts";

export interface SocketDoorParts {
  readonly path: string;
  readonly service: EventService;
  readonly principals: Principals;
  /** The thread whose own token this is, among those that are known; the door is then per thread. */
  readonly threadOf: (token: string) => string | undefined;
  readonly report: (problem: string) => void;
}

/** An event with its token and the JSON around them. */
const MAX_LINE_BYTES = MAX_EVENT_BYTES + 1_024;
const MAX_CONNECTIONS = 256;
const LINE_FEED = 0x0a;

export class SocketDoor {
  readonly #parts: SocketDoorParts;
  readonly #connections = new Set<Deno.Conn>();
  #listener: Deno.Listener | null = null;

  constructor(parts: SocketDoorParts) {
    this.#parts = parts;
  }

  /** Listens; a socket that a dead process left is replaced. */
  async open(): Promise<void> {
    const { path } = this.#parts;
    const alive = await Deno.connect({ transport: "unix", path }).then(closed, () => false);
    if (alive) throw new Error("another Pilothouse of this folder listens there");
    await Deno.remove(path).catch(() => {});
    this.#listener = Deno.listen({ transport: "unix", path });
    // The folder is ours alone, so nobody gets in between these two lines.
    await Deno.chmod(path, 0o600);
    void this.#accept(this.#listener);
  }

  /** Whether somebody can connect. */
  get isOpen(): boolean {
    return this.#listener !== null;
  }

  async close(): Promise<void> {
    if (this.#listener === null) return;
    this.#listener.close();
    this.#listener = null;
    for (const connection of this.#connections) closeQuietly(connection);
    await Deno.remove(this.#parts.path).catch(() => {});
  }

  async #accept(listener: Deno.Listener): Promise<void> {
    for (;;) {
      let connection: Deno.Conn;
      try {
        connection = await listener.accept();
      } catch {
        return;
      }
      if (this.#connections.size >= MAX_CONNECTIONS) {
        closeQuietly(connection);
        continue;
      }
      this.#connections.add(connection);
      this.#serve(connection).catch(() => {}).finally(() => {
        this.#connections.delete(connection);
        closeQuietly(connection);
      });
    }
  }

  async #serve(connection: Deno.Conn): Promise<void> {
    // All lines that came at once go to the disk at once; their answers keep the order.
    for await (const lines of linesOf(connection)) {
      await answer(
        connection,
        lines.map((line) => line === null ? Promise.resolve(tooLarge()) : this.#take(line)),
      );
    }
  }

  async #take(line: string): Promise<Answer> {
    const { service, principals, threadOf } = this.#parts;
    let request: { token?: unknown; event?: unknown } | null;
    try {
      request = JSON.parse(line);
    } catch {
      return rejected("invalid_event", "the line is not JSON");
    }
    const token = typeof request?.token === "string" ? request.token : null;
    const principal = await principals.byToken(token);
    if (principal === null || token === null) {
      return rejected("unauthorized", "the token is missing, wrong or expired");
    }
    const context = { threadId: threadOf(token), nowMs: service.nowMs };
    const parsed = parseEventValue(request?.event, context);
    return await service.submit(parsed, principal.sender("socket"));
  }
}

async function answer(connection: Deno.Conn, answers: readonly Promise<Answer>[]): Promise<void> {
  const encoder = new TextEncoder();
  for (const one of answers) {
    const bytes = encoder.encode(`${JSON.stringify(await one)}\n`);
    for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
  }
}

/** Lines as they come, per read; null for one that is too long, whose rest is passed over. */
async function* linesOf(connection: Deno.Conn): AsyncGenerator<(string | null)[]> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(64 * 1024);
  let rest = new Uint8Array(0);
  let skipping = false;
  for (
    let count = await connection.read(chunk);
    count !== null;
    count = await connection.read(chunk)
  ) {
    const bytes = new Uint8Array(rest.length + count);
    bytes.set(rest);
    bytes.set(chunk.subarray(0, count), rest.length);
    const lines: (string | null)[] = [];
    let from = 0;
    for (let to = bytes.indexOf(LINE_FEED); to !== -1; to = bytes.indexOf(LINE_FEED, from)) {
      const line = bytes.subarray(from, to);
      from = to + 1;
      if (skipping) skipping = false;
      else if (line.length > MAX_LINE_BYTES) lines.push(null);
      else if (line.length > 0) lines.push(decoder.decode(line));
    }
    rest = bytes.slice(from);
    if (rest.length > MAX_LINE_BYTES) {
      if (!skipping) lines.push(null);
      skipping = true;
      rest = new Uint8Array(0);
    }
    if (lines.length > 0) yield lines;
  }
}

function closed(connection: Deno.Conn): true {
  connection.close();
  return true;
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It was closed from the other side.
  }
}
