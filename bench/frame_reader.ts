// A page's WebSocket, read as cheaply as can be: bytes from the socket, frames counted in place.
// With a client that makes an object of each message, fifty readers would measure themselves.

/** Of each frame the first bytes of its text; what is longer does not matter here. */
const HEAD_BYTES = 320;
const SHORT = 126;
const LONG = 127;

/** A connection over which the events of a conversation come as frames. */
export class FrameReader implements Disposable {
  readonly #connection: Deno.TcpConn;
  #rest = new Uint8Array(0);

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  /** Connects and shakes hands; not a frame is read before `frames`. */
  static async open(
    service: { readonly url: string; readonly token: string },
    conversation: string,
  ): Promise<FrameReader> {
    const { hostname, port, host } = new URL(service.url);
    const reader = new FrameReader(await Deno.connect({ hostname, port: Number(port) }));
    const request = [
      `GET /ws/appserver?conversation=${conversation} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${service.token}`,
      "connection: upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      "sec-websocket-key: cmVhZGluZyBhbGwgb2YgaXQ=",
    ];
    const bytes = new TextEncoder().encode(request.join("\r\n") + "\r\n\r\n");
    await reader.#connection.write(bytes);
    await reader.#skipHeaders();
    return reader;
  }

  /** The beginning of each frame's text, until the other end closes. */
  async *frames(): AsyncGenerator<readonly string[]> {
    const chunk = new Uint8Array(256 * 1024);
    for (;;) {
      yield this.#takeFrames();
      const size = await this.#connection.read(chunk).catch(() => null);
      if (size === null) return;
      this.#rest = joined(this.#rest, chunk.subarray(0, size));
    }
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }

  async #skipHeaders(): Promise<void> {
    const byte = new Uint8Array(1);
    for (let head = ""; !head.endsWith("\r\n\r\n");) {
      if (await this.#connection.read(byte) === null) throw new Error(`not upgraded: ${head}`);
      head += String.fromCharCode(byte[0]!);
    }
  }

  /** All whole frames of what has come. A server's frames are not masked. */
  #takeFrames(): string[] {
    const frames: string[] = [];
    const bytes = this.#rest;
    let at = 0;
    for (;;) {
      const frame = frameAt(bytes, at);
      if (frame === null) break;
      const end = Math.min(frame.end, frame.begin + HEAD_BYTES);
      frames.push(LATIN.decode(bytes.subarray(frame.begin, end)));
      at = frame.end;
    }
    this.#rest = bytes.slice(at);
    return frames;
  }
}

const LATIN = new TextDecoder("latin1");

function frameAt(bytes: Uint8Array, at: number): { begin: number; end: number } | null {
  if (bytes.length < at + 2) return null;
  const kind = bytes[at + 1]!;
  const begin = at + (kind === LONG ? 10 : kind === SHORT ? 4 : 2);
  if (bytes.length < begin) return null;
  let size = kind;
  if (kind >= SHORT) {
    size = 0;
    for (let digit = at + 2; digit < begin; digit++) size = size * 256 + bytes[digit]!;
  }
  return bytes.length < begin + size ? null : { begin, end: begin + size };
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(head.length + tail.length);
  both.set(head);
  both.set(tail, head.length);
  return both;
}
