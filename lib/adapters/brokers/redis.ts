/**
 * Redis streams: a consumer group, made where it is missing. What we were given and did not settle
 * (a crash, a lost answer) is read again first; what another consumer of the group left lying is
 * claimed after a while. The official client connects again by itself.
 */
import { createClient } from "@redis/client";
import type { Broker, BrokerMessage } from "../broker.ts";
import type { RedisOptions } from "../options.ts";

const FETCH_MS = 1_000;
const MOST_DEAD = 10_000;
const RECONNECT_MS = 250;

type Client = ReturnType<typeof newClient>;
interface Entry {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

export class RedisBroker implements Broker {
  readonly #options: RedisOptions;
  /** One waits for news, which would keep answers behind it waiting. */
  readonly #reader: Client;
  readonly #writer: Client;
  /** Per stream: where in our own unsettled messages we are; null when they were all seen. */
  readonly #again = new Map<string, string | null>();
  #ready = false;
  #claimedAt = 0;

  private constructor(options: RedisOptions) {
    this.#options = options;
    this.#reader = newClient(options.url);
    this.#writer = newClient(options.url);
  }

  static open(options: RedisOptions): RedisBroker {
    const broker = new RedisBroker(options);
    // A server that is not there yet is waited for by the client; `fetch` says so meanwhile.
    for (const client of [broker.#reader, broker.#writer]) client.connect().catch(() => {});
    return broker;
  }

  async fetch(max: number): Promise<readonly BrokerMessage[]> {
    try {
      await this.#prepare();
      await this.#claim(max);
      const again = await this.#unsettled(max);
      return again.length > 0 ? again : await this.#news(max);
    } catch (error) {
      // Answers may have been lost with the connection: what is unsettled is looked at again.
      this.#ready = false;
      throw error;
    }
  }

  close(): Promise<void> {
    this.#reader.destroy();
    this.#writer.destroy();
    return Promise.resolve();
  }

  async #prepare(): Promise<void> {
    if (!this.#reader.isReady || !this.#writer.isReady) throw new Error("not connected");
    if (this.#ready) return;
    const { streams, group } = this.#options;
    for (const stream of streams) {
      await this.#writer.xGroupCreate(stream, group, "0", { MKSTREAM: true }).catch((error) => {
        if (!String(error.message).startsWith("BUSYGROUP")) throw error;
      });
      this.#again.set(stream, "0");
    }
    this.#ready = true;
  }

  async #unsettled(max: number): Promise<BrokerMessage[]> {
    const { group, consumer } = this.#options;
    for (const [stream, after] of this.#again) {
      if (after === null) continue;
      const key = { key: stream, id: after };
      const found = entriesOf(
        await this.#reader.xReadGroup(group, consumer, key, { COUNT: max }),
      );
      const last = found.at(-1)?.entries.at(-1)?.id;
      this.#again.set(stream, last ?? null);
      const messages = found.flatMap(({ stream, entries }) => this.#messages(stream, entries));
      if (messages.length > 0) return messages;
    }
    return [];
  }

  async #news(max: number): Promise<BrokerMessage[]> {
    const { streams, group, consumer } = this.#options;
    const keys = streams.map((key) => ({ key, id: ">" }));
    const found = entriesOf(
      await this.#reader.xReadGroup(group, consumer, keys, { COUNT: max, BLOCK: FETCH_MS }),
    );
    return found.flatMap(({ stream, entries }) => this.#messages(stream, entries));
  }

  /** What others were given long ago becomes ours, and is then found as our own. */
  async #claim(max: number): Promise<void> {
    const { streams, group, consumer, ack_wait_s } = this.#options;
    const idleMs = ack_wait_s * 1_000;
    if (Date.now() - this.#claimedAt < idleMs) return;
    this.#claimedAt = Date.now();
    for (const stream of streams) {
      const options = { COUNT: max };
      const { messages } = await this.#writer
        .xAutoClaim(stream, group, consumer, idleMs, "0-0", options);
      if (messages.length > 0) this.#again.set(stream, "0");
    }
  }

  #messages(stream: string, entries: readonly Entry[]): BrokerMessage[] {
    const { group } = this.#options;
    return entries.map(({ id, message }) => ({
      id: `${stream}/${id}`,
      thread: message["thread"] ?? stream.split(":").at(-1) ?? null,
      timeMs: Number(id.split("-")[0]),
      data: new TextEncoder().encode(message["event"] ?? ""),
      done: async () => {
        await this.#writer.xAck(stream, group, id);
      },
      bury: async (reason) => {
        const kept = { ...message, reason: reason.slice(0, 500), stream, id };
        const trim = { strategy: "MAXLEN", strategyModifier: "~", threshold: MOST_DEAD } as const;
        await this.#writer.multi()
          .xAdd(`${stream}:dead`, "*", kept, { TRIM: trim })
          .xAck(stream, group, id)
          .exec();
      },
    }));
  }
}

function newClient(url: string) {
  const client = createClient({
    url,
    // Calls while it is away fail at once and are repeated by the pump, instead of piling up.
    disableOfflineQueue: true,
    socket: { reconnectStrategy: () => RECONNECT_MS, connectTimeout: 5_000 },
  });
  // The pump tells of it, by the call that failed.
  client.on("error", () => {});
  return client;
}

/** An entry that was deleted while it was unsettled has no fields. */
function entriesOf(reply: unknown): { stream: string; entries: Entry[] }[] {
  const streams = (reply ?? []) as { name: string; messages: (Entry | null)[] }[];
  return streams.map(({ name, messages }) => ({
    stream: name,
    entries: messages.filter((entry) => entry !== null)
      .map(({ id, message }) => ({ id, message: message ?? {} })),
  }));
}
