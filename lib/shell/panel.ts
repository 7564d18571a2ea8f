/**
 * One terminal of the page on one shell: gives it the screen first and then all that comes, takes
 * its keys. A reader that does not keep up is cut off, and nobody else waits for it. Knows the
 * socket as a sink only.
 */
import type { ShellClient } from "./client.ts";
import {
  PANEL_CLOSE,
  type PanelMessage,
  type PanelRequest,
  panelRequestSchema,
} from "./panel_messages.ts";

/** What is needed of a WebSocket. */
export interface PanelSink {
  readonly bufferedAmount: number;
  send(message: string | Uint8Array<ArrayBuffer>): void;
  close(code: number, reason: string): void;
}

/** A screen of output is little; who has this much unread does not read. */
const UNREAD_BYTES = 4 * 1024 * 1024;
const INPUT_BYTES = 1024 * 1024;

/** One reader of one shell. */
export class Panel {
  readonly #shell: ShellClient;
  readonly #sink: PanelSink;
  #leave: (() => void)[] = [];
  #over = false;

  constructor(shell: ShellClient, sink: PanelSink) {
    this.#shell = shell;
    this.#sink = sink;
  }

  /** Sends the screen, and what happens from then on. */
  async start(): Promise<void> {
    const status = await this.#shell.request("status", {});
    if (this.#over) return;
    if ("ok" in status) return this.#end(PANEL_CLOSE.gone, status.message);
    this.#say({ type: "shell", shell_id: this.#shell.shellId, status });
    this.#leave = [
      this.#shell.subscribe({
        onEvent: (event) => this.#say({ type: "event", event }),
        onResized: (cols, rows) => this.#say({ type: "size", cols, rows }),
        onDetached: () => this.#say({ type: "detached" }),
        onGone: (bye) => {
          this.#say({ type: "gone", bye });
          this.#end(PANEL_CLOSE.gone, "the shell has ended");
        },
      }),
      this.#shell.follow({
        onResync: (resync) => this.#say({ type: "resync", ...resync }),
        // The same bytes go to several panels, and a socket may keep them for a while.
        onOutput: (bytes) => this.#send(bytes.slice()),
      }),
    ];
  }

  /** A message of the page. */
  take(message: unknown): void {
    if (message instanceof ArrayBuffer) return this.#keys(new Uint8Array(message));
    const request = readRequest(message);
    if (request === null) {
      return this.#end(PANEL_CLOSE.badMessage, "expected keys, or a JSON message of lib/shell");
    }
    (this.#requests[request.type] as (request: PanelRequest) => void)(request);
  }

  /** The reader is gone, or has to go. */
  stop(): void {
    this.#over = true;
    for (const leave of this.#leave.splice(0)) leave();
  }

  readonly #requests: {
    readonly [K in PanelRequest["type"]]: (request: PanelRequest & { type: K }) => void;
  } = {
    resize: ({ cols, rows }) => void this.#shell.resize(cols, rows),
    input: ({ data }) => this.#keys(new TextEncoder().encode(data)),
    signal: ({ signal }) => void this.#shell.request("signal", { signal }),
  };

  #keys(bytes: Uint8Array): void {
    if (bytes.length > INPUT_BYTES) return this.#end(PANEL_CLOSE.tooLarge, "too many keys at once");
    this.#shell.write(bytes);
  }

  #say(message: PanelMessage): void {
    this.#send(JSON.stringify(message));
  }

  #send(message: string | Uint8Array<ArrayBuffer>): void {
    if (this.#over) return;
    if (this.#sink.bufferedAmount > UNREAD_BYTES) {
      return this.#end(PANEL_CLOSE.tooSlow, "reading too slowly: connect again");
    }
    try {
      this.#sink.send(message);
    } catch {
      this.stop();
    }
  }

  #end(code: number, reason: string): void {
    this.stop();
    this.#sink.close(code, reason);
  }
}

function readRequest(message: unknown): PanelRequest | null {
  if (typeof message !== "string" || message.length > 2 * INPUT_BYTES) return null;
  try {
    const checked = panelRequestSchema.safeParse(JSON.parse(message));
    return checked.success ? checked.data : null;
  } catch {
    return null;
  }
}
