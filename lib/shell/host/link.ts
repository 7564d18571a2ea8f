/**
 * The host's line to the server: dials its socket, says hello, and then serves it. When the line
 * is cut it dials again and again, until the server is back or the time is over. Knows a session
 * through what it asks of it, not what a shell is.
 */
import { Connection } from "../connection.ts";
import type { Frame } from "../frames.ts";
import {
  type Attach,
  attachSchema,
  type Bye,
  FRAME,
  type Hello,
  PROTOCOL_VERSION,
  refuseSchema,
  type ShellEvent,
} from "../protocol.ts";
import { frameJson, jsonFrame, readAck } from "../wire.ts";
import { OutputPump } from "./output_pump.ts";
import { answer } from "./requests.ts";
import type { ShellSession } from "./session.ts";

/** What a link is made from. */
export interface LinkOptions {
  readonly socket: string;
  readonly graceMs: number;
  readonly session: ShellSession;
  hello(): Hello;
  /** Ends the host: nobody came, or the server wants it. */
  stop(reason: string): void;
}

const DIAL_EVERY_MS = 200;
const ATTACH_WITHIN_MS = 10_000;
const BYE_WITHIN_MS = 1_000;

/** The host's side. */
export class Link {
  readonly #options: LinkOptions;
  #connection: Connection | null = null;
  #pump: OutputPump | null = null;
  /** When the server was last there. */
  #lastSeen = performance.now();
  #closed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    void this.#dial();
  }

  /** New output is in the ring. */
  output(): void {
    this.#connection?.wake();
  }

  event(event: ShellEvent): void {
    if (this.#pump !== null) this.#connection?.send(jsonFrame(FRAME.event, event));
  }

  /** Says the last words and hangs up. */
  async bye(bye: Bye): Promise<void> {
    this.#closed = true;
    const connection = this.#connection;
    if (connection === null) return;
    connection.send(jsonFrame(FRAME.bye, bye));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, BYE_WITHIN_MS));
    await Promise.race([connection.drained(), late]);
    clearTimeout(timer);
    connection.close();
  }

  async #dial(): Promise<void> {
    while (!this.#closed) {
      const { promise: over, resolve: onClose } = Promise.withResolvers<void>();
      const attached = await this.#connect(onClose);
      if (attached) {
        await over;
        this.#hungUp();
      }
      if (this.#closed) return;
      if (performance.now() - this.#lastSeen > this.#options.graceMs) {
        this.#options.stop("no server came back in time");
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, DIAL_EVERY_MS));
    }
  }

  async #connect(onClose: () => void): Promise<boolean> {
    try {
      const path = this.#options.socket;
      const socket = await Deno.connect({ transport: "unix", path });
      const connection = new Connection(socket, {
        onFrame: (frame) => this.#frame(frame),
        onIdle: () => this.#pump?.take(performance.now(), () => connection.wake()) ?? null,
        onClose,
      });
      this.#connection = connection;
      connection.send(jsonFrame(FRAME.hello, this.#options.hello()));
      // A server that hangs is no server.
      setTimeout(() => {
        if (this.#connection === connection && this.#pump === null) connection.close();
      }, ATTACH_WITHIN_MS);
      return true;
    } catch {
      return false;
    }
  }

  #hungUp(): void {
    if (this.#pump !== null) this.#lastSeen = performance.now();
    this.#connection = null;
    this.#pump = null;
    this.#options.session.waitFor(() => 0);
  }

  readonly #handlers: Readonly<Record<number, (frame: Frame) => void>> = {
    [FRAME.attach]: (frame) => this.#attach(frame),
    [FRAME.refuse]: (frame) => this.#refused(frame),
    [FRAME.request]: (frame) => this.#request(frame),
    [FRAME.input]: ({ payload }) => this.#options.session.input(payload),
    [FRAME.ack]: (frame) => {
      this.#pump?.ack(readAck(frame));
      this.#options.session.taken();
      this.#connection?.wake();
    },
  };

  #frame(frame: Frame): void {
    // An unknown type is of a newer server, which knows that we may not know it.
    this.#handlers[frame.type]?.(frame);
  }

  #attach(frame: Frame): void {
    const checked = attachSchema.safeParse(frameJson(frame));
    if (!checked.success || checked.data.v !== PROTOCOL_VERSION) {
      this.#options.stop("the server speaks another version");
      return;
    }
    this.#serve(checked.data);
  }

  #serve(attach: Attach): void {
    const { session } = this.#options;
    const pump = new OutputPump(attach, session.ring, session.screen);
    this.#pump = pump;
    session.waitFor(() => pump.unread);
    const missed = attach.since_event === undefined
      ? []
      : session.recorder.events.since(attach.since_event) ?? [];
    for (const event of missed) this.event(event);
    this.#connection?.wake();
  }

  #refused(frame: Frame): void {
    const checked = refuseSchema.safeParse(frameJson(frame));
    this.#options.stop(checked.success ? checked.data.message : "the server refused");
  }

  #request(frame: Frame): void {
    const connection = this.#connection;
    const stop = () => this.#options.stop("the server asked for it");
    void answer(frameJson(frame), this.#options.session, stop).then((reply) => {
      if (reply !== null) connection?.send(jsonFrame(FRAME.reply, reply));
    });
  }
}
