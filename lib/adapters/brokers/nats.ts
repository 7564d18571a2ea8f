/**
 * NATS JetStream: a durable pull consumer with explicit acknowledgement. The stream must exist; the
 * consumer, and a stream for dead letters, are made. The official client connects again by itself.
 */
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  type JetStreamClient,
  type JetStreamManager,
  jetstreamManager,
  type JsMsg,
} from "@nats-io/jetstream";
import {
  connect,
  credsAuthenticator,
  headers,
  type MsgHdrs,
  nanos,
  type NatsConnection,
} from "@nats-io/transport-node";
import type { Broker, BrokerMessage } from "../broker.ts";
import type { NatsOptions } from "../options.ts";

/** Given to us and not settled: bounds what this process holds. */
const MOST_UNSETTLED = 500;
const MOST_DEAD = 10_000;
const FETCH_MS = 1_000;
const NS_PER_MS = 1_000_000n;

export class NatsBroker implements Broker {
  readonly #options: NatsOptions;
  readonly #connection: NatsConnection;
  readonly #waiting: JsMsg[] = [];
  #arrived = Promise.withResolvers<void>();
  #stream: JetStreamClient | null = null;
  #messages: ConsumerMessages | null = null;

  private constructor(options: NatsOptions, connection: NatsConnection) {
    this.#options = options;
    this.#connection = connection;
  }

  /** Waits for the server if it is not there yet. */
  static async open(options: NatsOptions): Promise<NatsBroker> {
    const { url, credentials_file } = options;
    const connection = await connect({
      servers: url.split(","),
      name: `pilothouse ${options.durable}`,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      waitOnFirstConnect: true,
      ...(credentials_file === null
        ? {}
        : { authenticator: credsAuthenticator(await Deno.readFile(credentials_file)) }),
    });
    return new NatsBroker(options, connection);
  }

  async fetch(max: number): Promise<readonly BrokerMessage[]> {
    if (this.#messages === null) await this.#consume();
    if (this.#waiting.length === 0) await withinMs(FETCH_MS, this.#arrived.promise);
    const taken = this.#waiting.splice(0, max);
    if (this.#waiting.length === 0) this.#arrived = Promise.withResolvers();
    return taken.map((message) => this.#message(message));
  }

  async close(): Promise<void> {
    await this.#messages?.close().catch(() => {});
    await this.#connection.close();
  }

  async #consume(): Promise<void> {
    const { stream, durable } = this.#options;
    const manager = await jetstreamManager(this.#connection);
    await manager.streams.info(stream).catch((error) => {
      throw new Error(`stream "${stream}": ${error.message}`);
    });
    await this.#ensureConsumer(manager);
    await manager.streams.add({
      name: deadStream(stream),
      subjects: [`${deadSubject(stream)}.>`],
      max_msgs: MOST_DEAD,
    }).catch(() => manager.streams.info(deadStream(stream)));
    this.#stream = jetstream(this.#connection);
    const consumer = await this.#stream.consumers.get(stream, durable);
    await this.#follow(consumer);
  }

  async #ensureConsumer(manager: JetStreamManager): Promise<void> {
    const { stream, durable, subjects, ack_wait_s } = this.#options;
    const known = await manager.consumers.info(stream, durable).then(() => true, () => false);
    if (known) return;
    await manager.consumers.add(stream, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ack_wait_s * 1_000),
      max_ack_pending: MOST_UNSETTLED,
      ...filterOf(subjects),
    });
  }

  /** Keeps what comes until it is fetched; the server gives no more than is unsettled. */
  async #follow(consumer: Consumer): Promise<void> {
    const messages = await consumer.consume({ max_messages: MOST_UNSETTLED });
    this.#messages = messages;
    const reading = (async () => {
      for await (const message of messages) {
        this.#waiting.push(message);
        this.#arrived.resolve();
      }
    })();
    // The consumer is gone (deleted by somebody, for one): the next fetch makes it again.
    void reading.catch(() => {}).finally(() => {
      if (this.#messages === messages) this.#messages = null;
    });
  }

  #message(message: JsMsg): BrokerMessage {
    const { stream, streamSequence, timestampNanos } = message.info;
    const given = message.headers?.get("Nats-Msg-Id");
    const id = given || `${stream}:${streamSequence}`;
    return {
      id,
      thread: message.subject.split(".").at(-1) ?? null,
      timeMs: Number(BigInt(timestampNanos) / NS_PER_MS),
      data: message.data,
      done: () => {
        message.ack();
        return Promise.resolve();
      },
      bury: async (reason) => {
        const subject = `${deadSubject(stream)}.${message.subject}`;
        await this.#stream!.publish(subject, message.data, {
          // The same at a redelivery: kept once.
          msgID: `dead ${stream}:${streamSequence}`,
          headers: reasonHeaders(reason),
        });
        message.term();
      },
    };
  }
}

function deadStream(stream: string): string {
  return `${stream}_dead`;
}

function deadSubject(stream: string): string {
  return `dead.${stream}`;
}

/** A header is one line. */
function reasonHeaders(reason: string): MsgHdrs {
  const made = headers();
  made.set("Pilothouse-Reason", reason.replace(/[^\x20-\x7e]+/g, " ").slice(0, 500));
  return made;
}

/** Servers before 2.10 take one filter only. */
function filterOf(subjects: readonly string[]) {
  if (subjects.length === 0) return {};
  return subjects.length === 1
    ? { filter_subject: subjects[0]! }
    : { filter_subjects: [...subjects] };
}

async function withinMs(ms: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
