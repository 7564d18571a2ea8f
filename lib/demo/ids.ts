/**
 * Ids as the app-server makes them: UUIDv7 for threads, turns and user items, prefixed ones for
 * what comes from the model. Knows nothing of who uses them.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUIDv7: sorts by the time given. */
export function uuidV7(nowMs: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.floor(nowMs)) << 16n);
  crypto.getRandomValues(bytes.subarray(6));
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [8, 12, 16, 20].reduceRight((id, at) => `${id.slice(0, at)}-${id.slice(at)}`, hex);
}

/** Says whether `text` has the form of a thread id. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Hands out the ids that the real server takes over from the model: `msg_…`, `call_…`, `rs_…`. */
export class ModelIds {
  // Starts anywhere, so that a restarted agent does not hand out the ids of its predecessor again.
  #next = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 4;

  next(prefix: "msg" | "call" | "rs"): string {
    return `${prefix}_${(this.#next++).toString(16).padStart(8, "0")}`;
  }
}
