/**
 * The arithmetic of signatures: MACs, comparisons that take as long for a wrong value as for a right
 * one, and how old a signed time may be. Knows no sender by name.
 */
import { Buffer } from "node:buffer";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Older or newer signed times are a replay, or a wrong clock. */
export const TOLERANCE_S = 300;

const encoder = new TextEncoder();

/** Whether two texts are equal; hashed first, so that not even the length shows in the time. */
export function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

export function hmacHex(key: string | Uint8Array, ...parts: (string | Uint8Array)[]): string {
  return mac(key, parts).toString("hex");
}

export function hmacBase64(key: string | Uint8Array, ...parts: (string | Uint8Array)[]): string {
  return mac(key, parts).toString("base64");
}

/** A stable name for signed content. */
export function contentId(...parts: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 32);
}

/** Why a signed time (unix seconds, as text) is not accepted, or null. */
export function timeProblem(seconds: string, nowMs: number): string | null {
  if (!/^\d{1,12}$/.test(seconds)) return "its time is not a number of seconds";
  const apart = Math.abs(nowMs / 1_000 - Number(seconds));
  return apart > TOLERANCE_S ? `it was signed more than ${TOLERANCE_S} s ago or ahead` : null;
}

/** The key behind `whsec_…`; any other text is its own bytes. */
export function standardKey(secret: string): Uint8Array {
  if (!secret.startsWith("whsec_")) return encoder.encode(secret);
  return Buffer.from(secret.slice("whsec_".length), "base64");
}

/** The rule of Standard Webhooks: `id.time.body`, any of several `v1,` signatures, a fresh time. */
export function standardProblem(
  headers: Headers,
  body: Uint8Array,
  secret: string,
  nowMs: number,
): string | null {
  const id = headers.get("webhook-id");
  const time = headers.get("webhook-timestamp");
  const signatures = headers.get("webhook-signature");
  if (!id || !time || !signatures) {
    return "it needs webhook-id, webhook-timestamp and webhook-signature";
  }
  const late = timeProblem(time, nowMs);
  if (late !== null) return late;
  const right = `v1,${hmacBase64(standardKey(secret), `${id}.${time}.`, body)}`;
  // Each is compared to its end; which one was right does not show.
  const fits = signatures.split(" ", MOST_SIGNATURES).map((candidate) =>
    sameText(candidate, right)
  );
  return fits.includes(true) ? null : "its signature does not fit";
}

/** Two while a secret is changed; a few more do no harm. */
const MOST_SIGNATURES = 8;

function mac(key: string | Uint8Array, parts: (string | Uint8Array)[]): Buffer {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}
