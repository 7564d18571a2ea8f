/**
 * Decides what output a server gets next, and when: a live one as much as a screen needs, with a
 * jump to the present when it falls behind; a durable one every byte. Knows the ring and the
 * screen, not the socket.
 */
import type { Attach, Resync } from "../protocol.ts";
import { outputFrame, resyncFrame } from "../wire.ts";
import type { OutputRing } from "./output_ring.ts";

/** The part of a screen that is needed. */
interface Resyncing {
  resync(scrollback: number): Promise<Resync>;
}

const PIECE = 64 * 1024;
/** What a live server may be behind before it jumps to the present. */
const LIVE_LAG = 512 * 1024;
/** What it gets at most in each window: more than eyes can follow, little for a busy server. */
const WINDOW_MS = 100;
const WINDOW_BYTES = 512 * 1024;
/** Time between two jumps. */
const JUMP_MS = 400;
const JUMP_SCROLLBACK = 1_000;
/** Bytes on their way to a durable server that it has not acknowledged. */
const DURABLE_WINDOW = 1024 * 1024;

/** Feeds one attached server. */
export class OutputPump {
  readonly #mode: Attach["output"];
  readonly #ring: OutputRing;
  readonly #screen: Resyncing;
  /** The next byte to send; null until the first jump. */
  #next: number | null;
  #acked: number;
  #windowFrom = -Infinity;
  #windowBytes = 0;
  #jumpedAt = -Infinity;
  #jump: Resync | null = null;
  #jumping = false;

  constructor(attach: Attach, ring: OutputRing, screen: Resyncing) {
    this.#mode = attach.output;
    this.#ring = ring;
    this.#screen = screen;
    const { since_output: since } = attach;
    const known = since !== undefined && since >= ring.from && since <= ring.end;
    this.#next = known ? since : null;
    this.#acked = this.#next ?? ring.end;
  }

  /** Bytes that the shell has to wait for. */
  get unread(): number {
    return this.#mode === "durable" ? this.#ring.end - this.#acked : 0;
  }

  ack(offset: number): void {
    if (offset > this.#acked && offset <= this.#ring.end) this.#acked = offset;
  }

  /**
   * The next frame, or null if there is none now. `wake` is called when there may be one after a
   * wait that no new output ends.
   */
  take(now: number, wake: () => void): Uint8Array | null {
    if (this.#mode === "none") return null;
    if (this.#jump !== null) return this.#jumped(this.#jump);
    if (this.#jumping) return null;
    if (this.#behind()) return this.#startJump(now, wake);
    const from = this.#next as number;
    const limit = this.#allowed(now, wake);
    if (limit <= 0 || from === this.#ring.end) return null;
    const bytes = this.#ring.read(from, Math.min(PIECE, limit)) as Uint8Array;
    this.#next = from + bytes.length;
    this.#windowBytes += bytes.length;
    return outputFrame(from, bytes);
  }

  #behind(): boolean {
    if (this.#next === null || this.#next < this.#ring.from) return true;
    return this.#mode === "live" && this.#ring.end - this.#next > LIVE_LAG;
  }

  #allowed(now: number, wake: () => void): number {
    if (this.#mode === "durable") {
      return this.#acked + DURABLE_WINDOW - (this.#next as number);
    }
    if (now - this.#windowFrom >= WINDOW_MS) {
      this.#windowFrom = now;
      this.#windowBytes = 0;
    }
    const left = WINDOW_BYTES - this.#windowBytes;
    if (left <= 0) setTimeout(wake, WINDOW_MS - (now - this.#windowFrom));
    return left;
  }

  #startJump(now: number, wake: () => void): null {
    const wait = this.#jumpedAt + JUMP_MS - now;
    this.#jumping = true;
    const jump = async () => {
      this.#jump = await this.#screen.resync(JUMP_SCROLLBACK);
      this.#jumping = false;
      wake();
    };
    if (wait <= 0) void jump();
    else setTimeout(jump, wait);
    return null;
  }

  #jumped(jump: Resync): Uint8Array {
    this.#jump = null;
    this.#jumpedAt = performance.now();
    this.#next = jump.offset;
    this.#acked = Math.max(this.#acked, jump.offset);
    return resyncFrame(jump);
  }
}
