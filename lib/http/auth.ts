/**
 * Who may come in: the token (scripts), one-time codes (the link on the terminal) and the signed
 * cookie that a browser gets for them. Knows nothing of requests; the gate does.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const COOKIE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;
const CODE_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const MAX_CODES = 32;
const FAILURES_PER_WINDOW = 10;
const WINDOW_MS = 60_000;

export class Auth {
  readonly #token: string;
  readonly #tokenDigest: Uint8Array;
  readonly #now: () => number;
  /** One-time codes by their hash, with the time at which they lapse. */
  readonly #codes = new Map<string, number>();
  #failures: number[] = [];

  constructor(token: string, now: () => number) {
    this.#token = token;
    this.#tokenDigest = digest(token);
    this.#now = now;
  }

  /** A new code for a login link; the oldest one lapses when there are too many. */
  createCode(): string {
    if (this.#codes.size >= MAX_CODES) this.#codes.delete(this.#codes.keys().next().value!);
    const code = randomBytes(24).toString("base64url");
    this.#codes.set(digest(code).toString("hex"), this.#now() + CODE_LIFETIME_MS);
    return code;
  }

  /** True once for each code. Looked up by hash, so that no comparison leaks its letters. */
  useCode(code: string): boolean {
    const key = digest(code).toString("hex");
    const lapses = this.#codes.get(key);
    this.#codes.delete(key);
    return lapses !== undefined && lapses > this.#now();
  }

  isToken(candidate: string): boolean {
    return timingSafeEqual(digest(candidate), this.#tokenDigest);
  }

  /** The value of a browser's cookie: signed with the token, so that it outlives a restart. */
  createCookie(): string {
    const body = `v1.${this.#now()}.${randomBytes(12).toString("base64url")}`;
    return `${body}.${this.#sign(body)}`;
  }

  isCookie(value: string): boolean {
    const cut = value.lastIndexOf(".");
    if (cut === -1 || !equal(value.slice(cut + 1), this.#sign(value.slice(0, cut)))) return false;
    const issued = Number(value.split(".")[1]);
    const age = this.#now() - issued;
    return age >= 0 && age < COOKIE_LIFETIME_MS;
  }

  get cookieLifetimeSeconds(): number {
    return COOKIE_LIFETIME_MS / 1_000;
  }

  /**
   * Counts a failed attempt. Returns the seconds to wait if there were too many: a right token is
   * still let in, so that a noisy script cannot lock its owner out.
   */
  fail(): number | null {
    const now = this.#now();
    this.#failures = this.#failures.filter((at) => now - at < WINDOW_MS);
    const oldest = this.#failures[0];
    if (this.#failures.length >= FAILURES_PER_WINDOW && oldest !== undefined) {
      return Math.ceil((oldest + WINDOW_MS - now) / 1_000);
    }
    this.#failures.push(now);
    return null;
  }

  #sign(body: string): string {
    return createHmac("sha256", this.#token).update(`browser:${body}`).digest("base64url");
  }
}

/** Compares in a time that tells nothing: digests have one length, whatever came in. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Uint8Array & { toString(encoding: "hex"): string } {
  return createHash("sha256").update(text).digest();
}
