/**
 * Length-prefixed frames on a byte stream: four bytes of length, one of type, then the payload.
 * Owns the framing alone; what a type means is `protocol.ts`'s. A frame over the cap is an error,
 * not memory.
 */

/** One frame. */
export interface Frame {
  readonly type: number;
  readonly payload: Uint8Array;
}

/** No frame of ours is larger. */
export const FRAME_LIMIT = 8 * 1024 * 1024;
const HEADER = 5;

/** The bytes of a frame, its payload given in parts. */
export function encodeFrame(type: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size > FRAME_LIMIT) throw new RangeError(`Cannot send a frame of ${size} bytes`);
  const bytes = new Uint8Array(HEADER + size);
  new DataView(bytes.buffer).setUint32(0, size);
  bytes[4] = type;
  let at = HEADER;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Cuts a stream into frames, however its chunks fall. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #size = 0;

  /** The frames that are complete with this chunk. Throws RangeError on one that is too large. */
  push(chunk: Uint8Array): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const frames: Frame[] = [];
    for (let size = this.#nextSize(); size !== null; size = this.#nextSize()) {
      const bytes = this.#take(HEADER + size);
      frames.push({ type: bytes[4] as number, payload: bytes.subarray(HEADER) });
    }
    return frames;
  }

  #nextSize(): number | null {
    if (this.#size < HEADER) return null;
    const head = this.#peekHeader();
    const size = new DataView(head.buffer, head.byteOffset).getUint32(0);
    if (size > FRAME_LIMIT) throw new RangeError(`Frame of ${size} bytes is over the limit`);
    return this.#size < HEADER + size ? null : size;
  }

  #peekHeader(): Uint8Array {
    while ((this.#chunks[0] as Uint8Array).length < HEADER) {
      const [first, second, ...rest] = this.#chunks as [Uint8Array, Uint8Array];
      this.#chunks = [joined([first, second], first.length + second.length), ...rest];
    }
    return this.#chunks[0] as Uint8Array;
  }

  #take(length: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      const first = this.#chunks[0] as Uint8Array;
      const part = first.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      if (part.length === first.length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(part.length);
    }
    this.#size -= length;
    return parts.length === 1 ? parts[0] as Uint8Array : joined(parts, length);
  }
}

/** Several pieces as one. */
export function joined(parts: readonly Uint8Array[], size?: number): Uint8Array {
  const bytes = new Uint8Array(size ?? parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
