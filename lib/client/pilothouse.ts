/**
 * A client for programs that send events to Pilothouse or talk to its agent: one file, no dependency,
 * for Deno, Node 18 and later, Bun and browsers. Copy it, or import it from here. Knows nothing of
 * the rest of this repository.
 */

/** What is needed to reach a service. */
export interface PilothouseOptions {
  /** Such as `http://127.0.0.1:12359`. */
  readonly url: string;
  /** A thread's token, a scoped one, or that of the home's `token` file. */
  readonly token: string;
  /** Another `fetch`, for tests or proxies. */
  readonly fetch?: typeof fetch;
}

export type Severity = "debug" | "info" | "warning" | "error" | "critical";

/** An event; what is left out is filled in. */
export interface NewEvent {
  readonly thread: string;
  readonly type: string;
  readonly title: string;
  readonly summary?: string;
  readonly severity?: Severity;
  readonly source?: string;
  /** The same at each try: a repeat is then told, not delivered twice. */
  readonly id?: string;
  readonly timeMs?: number;
  readonly correlationId?: string;
  readonly payload?: unknown;
}

/** What became of an event. */
export interface Receipt {
  readonly event_id: string;
  readonly thread_id: string;
  readonly state: string;
  readonly mode: string;
  readonly turn_id: string | null;
  readonly reason: string | null;
  readonly [more: string]: unknown;
}

/** A refusal: the status, the stable code, and when to come again where that is known. */
export class PilothouseError extends Error {
  override name = "PilothouseError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterS: number | null,
    readonly requestId: string | null,
  ) {
    super(message);
  }
}

/** How often something is tried again that the service was only too busy for. */
const TRIES = 5;
const LONGEST_PAUSE_S = 10;

export class Pilothouse {
  readonly #url: string;
  readonly #token: string;
  readonly #fetch: typeof fetch;

  constructor({ url, token, fetch: call = fetch }: PilothouseOptions) {
    this.#url = url.replace(/\/+$/, "");
    this.#token = token;
    this.#fetch = call;
  }

  /** Sends an event. A repeat of the same one counts as sent. */
  async send(event: NewEvent): Promise<{ event_id: string; duplicate: boolean }> {
    const body = envelope(event);
    try {
      const { event_id } = await this.#again("POST", "/v1/events", body);
      return { event_id: String(event_id), duplicate: false };
    } catch (error) {
      if (!(error instanceof PilothouseError) || error.code !== "duplicate_event") throw error;
      return { event_id: body.event_id, duplicate: true };
    }
  }

  /** What the model would see of an event; sends nothing. */
  async preview(event: NewEvent): Promise<Record<string, unknown>> {
    return await this.#call("POST", "/v1/events:preview", envelope(event));
  }

  /** The receipt of an event; with `wait`, when it has reached that state or 25 s are over. */
  async receipt(thread: string, id: string, wait?: string): Promise<Receipt> {
    const query = new URLSearchParams({ thread, ...(wait === undefined ? {} : { wait }) });
    const path = `/v1/events/${encodeURIComponent(id)}?${query}`;
    return await this.#call("GET", path) as unknown as Receipt;
  }

  /** The newest events of a thread. */
  async list(thread: string, states: readonly string[] = [], limit = 50): Promise<Receipt[]> {
    const query = new URLSearchParams({ thread, state: states.join(","), limit: String(limit) });
    return (await this.#call("GET", `/v1/events?${query}`))["events"] as Receipt[];
  }

  async ack(thread: string, ...ids: string[]): Promise<void> {
    await this.#call("POST", "/v1/events:ack", { thread_id: thread, event_ids: ids });
  }

  /** Conversations with their threads; needs the token of the home. */
  async conversations(): Promise<{ id: string; label: string; thread_id: string | null }[]> {
    const { conversations } = await this.#call("GET", "/api/appserver/conversations");
    return conversations as { id: string; label: string; thread_id: string | null }[];
  }

  /** A new conversation; its id. */
  async begin(label?: string): Promise<string> {
    const body = label === undefined ? {} : { label };
    return String((await this.#call("POST", "/api/appserver/conversations", body))["id"]);
  }

  /** Says something in a conversation. */
  async say(conversationId: string, text: string): Promise<{ thread_id: string | null }> {
    const body = { conversation_id: conversationId, text };
    const { thread_id } = await this.#call("POST", "/api/appserver/message", body);
    return { thread_id: typeof thread_id === "string" ? thread_id : null };
  }

  /** The call once more while the service is busy; safe, because the event keeps its id. */
  async #again(method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
    for (let tried = 1;; tried++) {
      try {
        return await this.#call(method, path, body);
      } catch (error) {
        const busy = error instanceof PilothouseError &&
          (error.status === 429 || error.status === 503);
        if (!busy || tried >= TRIES) throw error;
        const pauseS = Math.min(error.retryAfterS ?? 2 ** tried / 10, LONGEST_PAUSE_S);
        await new Promise((resolve) => setTimeout(resolve, pauseS * 1_000));
      }
    }
  }

  async #call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const call = this.#fetch;
    const response = await call(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json().catch(() => ({})) as Record<string, unknown>;
    if (response.ok) return answer;
    const retry = Number(response.headers.get("retry-after") ?? NaN);
    throw new PilothouseError(
      response.status,
      String(answer["code"] ?? "unknown"),
      String(answer["message"] ?? `status ${response.status}`),
      Number.isNaN(retry) ? null : retry,
      response.headers.get("x-request-id"),
    );
  }
}

function envelope(event: NewEvent) {
  const { thread, type, title, correlationId, payload } = event;
  return {
    schema_version: 1,
    event_id: event.id ?? crypto.randomUUID(),
    time_unix_ms: event.timeMs ?? Date.now(),
    type,
    severity: event.severity ?? "info",
    source: { name: event.source ?? "client" },
    routing: {
      thread_id: thread,
      ...(correlationId === undefined ? {} : { correlation_id: correlationId }),
    },
    title,
    summary: event.summary ?? "",
    ...(payload === undefined ? {} : { payload }),
  };
}
