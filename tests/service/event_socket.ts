// A reader of the event stream: everything that came, with its size on the wire, and a way to wait
// for more.

import type { Service } from "../harness/service.ts";
import { waitFor } from "../harness/wait.ts";

export interface StreamEvent {
  readonly type: string;
  readonly seq: number;
  readonly conversation_id?: string | null;
  readonly [key: string]: unknown;
}

export class EventSocket implements Disposable {
  /** The frames as they came. */
  readonly frames: string[] = [];
  closed: { readonly code: number; readonly reason: string } | null = null;
  readonly #socket: WebSocket;

  constructor(service: Pick<Service, "url" | "token">, query: string) {
    const url = `${service.url.replace("http", "ws")}/ws/appserver?${query}`;
    // Deno takes headers here; the types are a browser's, which does not.
    const options = { headers: { authorization: `Bearer ${service.token}` } };
    this.#socket = new WebSocket(url, options as unknown as string[]);
    this.#socket.onmessage = ({ data }) => void this.frames.push(data);
    this.#socket.onclose = ({ code, reason }) => void (this.closed = { code, reason });
  }

  get events(): StreamEvent[] {
    return this.frames.map((frame) => JSON.parse(frame));
  }

  types(): string[] {
    return this.events.map(({ type }) => type);
  }

  /** The first event that `wanted` accepts, once it has come. */
  next(what: string, wanted: (event: StreamEvent) => boolean): Promise<StreamEvent> {
    return waitFor(() => this.events.find(wanted), { timeoutMs: 10_000, everyMs: 5, what });
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
