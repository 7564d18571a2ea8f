/**
 * The HTTP door as the command line sees it: one call each, with an answer of the door or the reason
 * why there is none. Sends a token only to what says that it is Pilothouse. Knows no files.
 */

/** What came back. `down` means that nobody took it, as far as we know. */
export type DoorAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly body: DoorBody }
  | { readonly kind: "down"; readonly reason: string };

/** Every answer of a door has these. */
export interface DoorBody extends Readonly<Record<string, unknown>> {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
}

const CALL_MS = 10_000;
/** On top of a wait that was asked for. */
const GRACE_MS = 5_000;

export class Door {
  readonly #base: string;
  readonly #token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  /** The door at `base`, such as `http://127.0.0.1:12359`; a reason if nobody of ours is there. */
  static async at(base: string, token: string): Promise<Door | { readonly down: string }> {
    const door = new Door(base, token);
    // A port that a dead server left may be somebody else's by now: they get no token.
    const health = await door.#fetch("/healthz", {}, CALL_MS, false);
    if (health.kind === "down") return { down: health.reason };
    if (health.body["name"] !== "pilothouse") return { down: `${base} is not Pilothouse` };
    return door;
  }

  publish(threadId: string, event: unknown): Promise<DoorAnswer> {
    return this.#post("events", { thread: threadId }, event);
  }

  preview(threadId: string, event: unknown): Promise<DoorAnswer> {
    return this.#post("events:preview", { thread: threadId }, event);
  }

  ack(body: unknown): Promise<DoorAnswer> {
    return this.#post("events:ack", {}, body);
  }

  list(query: Readonly<Record<string, string>>): Promise<DoorAnswer> {
    return this.#fetch(`/v1/events?${new URLSearchParams(query)}`);
  }

  /** The receipt of an event; with `wait` it may take `timeout_s` seconds. */
  receipt(eventId: string, query: Readonly<Record<string, string>>): Promise<DoorAnswer> {
    const path = `/v1/events/${encodeURIComponent(eventId)}?${new URLSearchParams(query)}`;
    const waiting = Number(query["timeout_s"] ?? 0) * 1_000;
    return this.#fetch(path, {}, Math.max(CALL_MS, waiting + GRACE_MS));
  }

  #post(call: string, query: Readonly<Record<string, string>>, body: unknown): Promise<DoorAnswer> {
    return this.#fetch(`/v1/${call}?${new URLSearchParams(query)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async #fetch(
    path: string,
    init: RequestInit = {},
    limitMs = CALL_MS,
    withToken = true,
  ): Promise<DoorAnswer> {
    const headers = new Headers(init.headers);
    if (withToken) headers.set("authorization", `Bearer ${this.#token}`);
    const signal = AbortSignal.timeout(limitMs);
    try {
      const options = { ...init, headers, signal, redirect: "error" as const };
      const response = await fetch(this.#base + path, options);
      const body = await response.json().catch(() => null);
      if (typeof body?.ok === "boolean") return { kind: "answer", status: response.status, body };
      return { kind: "down", reason: `${this.#base} gave an answer that is not Pilothouse's` };
    } catch (error) {
      return { kind: "down", reason: reasonOf(this.#base, error) };
    }
  }
}

function reasonOf(base: string, error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return `${base} does not answer`;
  }
  return `nobody listens at ${base}`;
}
