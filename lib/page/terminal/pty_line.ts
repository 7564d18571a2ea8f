/**
 * The line to a conversation's shell: output and news in, keys and sizes out. Comes back by itself
 * when it is cut; the server then sends the whole screen again, so nothing is missed. Knows nothing
 * of how a terminal looks.
 */
import { type Signal, signal } from "@preact/signals";
import type { PanelMessage, PanelRequest } from "../../shell/panel_messages.ts";

/** `gone`: the shell has ended, and only a person starts another one. */
export type LineState = "connecting" | "live" | "lost" | "gone";

export interface LineListener {
  onMessage(message: PanelMessage): void;
  onOutput(bytes: Uint8Array): void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
/** As the server closes a line whose shell has ended. */
const GONE = 4410;

export class PtyLine {
  readonly state: Signal<LineState> = signal("connecting");
  readonly #url: string;
  readonly #listener: LineListener;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #waitMs = FIRST_WAIT_MS;
  #closed = false;

  constructor(conversationId: string, listener: LineListener) {
    this.#listener = listener;
    this.#url = `${location.origin.replace(/^http/, "ws")}/ws/pty/${conversationId}`;
    this.open();
  }

  /** Connects, and starts a shell where there is none. */
  open(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#take(data);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#cut(code);
    };
    if (this.state.peek() === "gone") this.state.value = "connecting";
  }

  /** Keys, as the terminal encodes them. False if nobody is there to hear. */
  type(keys: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(new TextEncoder().encode(keys));
    return true;
  }

  resize(cols: number, rows: number): void {
    this.#say({ type: "resize", cols, rows });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #say(request: PanelRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #take(data: string | ArrayBuffer): void {
    if (typeof data !== "string") return this.#listener.onOutput(new Uint8Array(data));
    const message: PanelMessage = JSON.parse(data);
    if (message.type === "resync") {
      this.#waitMs = FIRST_WAIT_MS;
      this.state.value = "live";
    }
    if (message.type === "detached") this.state.value = "lost";
    this.#listener.onMessage(message);
  }

  #cut(code: number): void {
    if (this.#closed) return;
    this.state.value = code === GONE ? "gone" : "lost";
    if (code === GONE) return;
    this.#retry = setTimeout(() => this.open(), this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
  }
}
