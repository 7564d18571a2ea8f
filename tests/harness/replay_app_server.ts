// Plays a recording as an app-server: waits for what the recorded client sent, by method, then
// sends what the real server sent. Owns the mapping between the client's ids and the recorded
// ones; thread, turn and item ids are the recorded ones, which the client learns as it goes.
//
//   deno run --allow-read tests/harness/replay_app_server.ts [--speed <factor>] <recording>

import { parseArgs } from "node:util";
import { TextLineStream } from "@std/streams";
import { loadRecording, type Message, type RecordedLine } from "./recordings.ts";

/** The server's end of the pipe. */
export interface ReplayIo {
  readonly readable: ReadableStream<Uint8Array>;
  write(line: string): Promise<void>;
  /** Factor on the recorded pauses; 0, or left out, is immediate. */
  readonly speed?: number;
}

/** Plays a recording; returns when the client closes its end. */
export async function replay(recording: readonly RecordedLine[], io: ReplayIo): Promise<void> {
  const inbox = new Inbox(io.readable);
  const ids = new Ids();
  let time = recording[0]?.t_ms ?? 0;
  for (const [at, { dir, t_ms, msg }] of recording.entries()) {
    if (dir === "in") {
      const rest = recording.slice(at).filter((line) => line.dir === "in").map((line) => line.msg);
      const sent = await expect(inbox, rest, io);
      if (!sent) return;
      ids.learn(msg, sent);
    } else {
      await pause((t_ms - time) * (io.speed ?? 0));
      await io.write(JSON.stringify(ids.apply(msg)));
    }
    time = t_ms;
  }
  await inbox.ended();
}

/**
 * Waits for the message that `rest` begins with. A request that the recording does not have at all
 * gets an error at once, so that the client need not time out; one that it has later waits.
 */
async function expect(
  inbox: Inbox,
  rest: readonly Message[],
  io: ReplayIo,
): Promise<Message | undefined> {
  for (;;) {
    const found = inbox.take((message) => matches(rest[0]!, message));
    if (found) return found;
    const stranger = inbox.take((message) => !rest.some((later) => matches(later, message)));
    if (!stranger) {
      if (!await inbox.more()) return undefined;
    } else if (stranger.method !== undefined && stranger.id !== undefined) {
      const error = { code: -32600, message: `not in this recording: ${stranger.method}` };
      await io.write(JSON.stringify({ error, id: stranger.id }));
    }
  }
}

// Requests and notifications are told by method, answers to the server's requests by its id.
function matches(recorded: Message, sent: Message): boolean {
  return recorded.method === sent.method &&
    (recorded.method !== undefined || recorded.id === sent.id);
}

/** What the client calls things, beside what the recording calls them. */
class Ids {
  readonly #requests = new Map<unknown, { id: unknown; clientId: unknown; echoed: boolean }>();
  readonly #clientIds = new Map<unknown, unknown>();
  readonly #waiting: unknown[] = [];

  learn(recorded: Message, sent: Message): void {
    if (recorded.method === undefined || recorded.id === undefined) return;
    const { input } = (recorded.params ?? {}) as Message;
    const { clientUserMessageId: clientId = null } = (sent.params ?? {}) as Message;
    const echoed = Array.isArray(input) && input.length > 0;
    this.#requests.set(recorded.id, { id: sent.id, clientId, echoed });
  }

  apply(message: Message): Message {
    return message.method === undefined ? this.#reply(message) : this.#echo(message);
  }

  // Only what the server accepted is echoed later, and in the order in which it was accepted.
  #reply(message: Message): Message {
    const request = this.#requests.get(message.id);
    if (request?.echoed && "result" in message) this.#waiting.push(request.clientId);
    return { ...message, id: request?.id };
  }

  #echo(message: Message): Message {
    const params = message.params as Message | undefined;
    const item = params?.item as Message | undefined;
    if (item?.type !== "userMessage") return message;
    if (!this.#clientIds.has(item.id)) this.#clientIds.set(item.id, this.#waiting.shift() ?? null);
    const echoed = { ...item, clientId: this.#clientIds.get(item.id) };
    return { ...message, params: { ...params, item: echoed } };
  }
}

/** Messages of the client that nobody has taken yet. */
class Inbox {
  readonly #messages: Message[] = [];
  readonly #lines: ReadableStreamDefaultReader<string>;

  constructor(readable: ReadableStream<Uint8Array>) {
    const text = readable.pipeThrough(
      new TextDecoderStream() as TransformStream<Uint8Array, string>,
    );
    this.#lines = text.pipeThrough(new TextLineStream()).getReader();
  }

  take(wanted: (message: Message) => boolean): Message | undefined {
    const at = this.#messages.findIndex(wanted);
    return at === -1 ? undefined : this.#messages.splice(at, 1)[0];
  }

  /** Waits for another message; false when there will be none. */
  async more(): Promise<boolean> {
    const { done, value } = await this.#lines.read();
    if (!done && value !== "") this.#messages.push(JSON.parse(value));
    return !done;
  }

  async ended(): Promise<void> {
    while (await this.more());
  }
}

function pause(ms: number): Promise<void> | void {
  if (ms > 0) return new Promise((resolve) => setTimeout(resolve, ms));
}

if (import.meta.main) {
  const { values, positionals: [name = ""] } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: { speed: { type: "string", default: "0" } },
  });
  const encoder = new TextEncoder();
  const writer = Deno.stdout.writable.getWriter();
  await replay(loadRecording(name), {
    readable: Deno.stdin.readable,
    write: (line) => writer.write(encoder.encode(`${line}\n`)),
    speed: Number(values.speed),
  });
  Deno.exit(0);
}
