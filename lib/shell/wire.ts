/**
 * Payloads of the protocol's frames as bytes: JSON for control, binary for output. Pure.
 */
import { encodeFrame, type Frame } from "./frames.ts";
import { FRAME, type Resync } from "./protocol.ts";

/** A frame with a JSON payload. */
export function jsonFrame(type: number, value: unknown): Uint8Array {
  return encodeFrame(type, new TextEncoder().encode(JSON.stringify(value)));
}

/** The JSON of a frame, or undefined where it is none. */
export function frameJson({ payload }: Frame): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

/** Output from byte `offset` on. */
export function outputFrame(offset: number, bytes: Uint8Array): Uint8Array {
  return encodeFrame(FRAME.output, numberBytes(offset), bytes);
}

/** What {@link outputFrame} holds. */
export function readOutput({ payload }: Frame): { offset: number; bytes: Uint8Array } {
  return { offset: readNumber(payload), bytes: payload.subarray(8) };
}

/** How far the server has come. */
export function ackFrame(offset: number): Uint8Array {
  return encodeFrame(FRAME.ack, numberBytes(offset));
}

/** What {@link ackFrame} holds. */
export function readAck({ payload }: Frame): number {
  return payload.length === 8 ? readNumber(payload) : NaN;
}

/** A terminal's state. */
export function resyncFrame({ offset, cols, rows, state }: Resync): Uint8Array {
  const size = new Uint8Array(4);
  const view = new DataView(size.buffer);
  view.setUint16(0, cols);
  view.setUint16(2, rows);
  return encodeFrame(FRAME.resync, numberBytes(offset), size, new TextEncoder().encode(state));
}

/** What {@link resyncFrame} holds. */
export function readResync({ payload }: Frame): Resync {
  const view = new DataView(payload.buffer, payload.byteOffset);
  return {
    offset: readNumber(payload),
    cols: view.getUint16(8),
    rows: view.getUint16(10),
    state: new TextDecoder().decode(payload.subarray(12)),
  };
}

function numberBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

function readNumber(bytes: Uint8Array): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
}
