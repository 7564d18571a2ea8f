/**
 * The door of Pilothouse as adapters use it: a batch in, a verdict for each event out. Tells what can
 * be tried again from what cannot; never throws for what the other side does.
 */

/** What became of one event: taken, there already, or never to be taken. */
export type Verdict =
  | { readonly kind: "accepted" | "repeated" }
  | { readonly kind: "refused"; readonly reason: string }
  /** Not now: only this event is to be sent again. */
  | { readonly kind: "later"; readonly reason: string; readonly afterMs: number };

export type Posted =
  | { readonly ok: true; readonly verdicts: readonly Verdict[] }
  /** Nothing is known of any of them: all are to be sent again. */
  | { readonly ok: false; readonly reason: string; readonly afterMs: number };

export interface DoorOptions {
  /** Where Pilothouse listens, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly fetch?: typeof fetch;
}

const ANSWER_MS = 30_000;
/** Where the other side does not say how long to wait. */
const PAUSE_MS = 250;

export class Door {
  readonly #options: DoorOptions;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  async post(events: readonly Record<string, unknown>[]): Promise<Posted> {
    const { url, token, fetch: call = fetch } = this.#options;
    try {
      const response = await call(`${url}/v1/events:batch`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(events),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return read(response, await response.json(), events.length);
    } catch (error) {
      return {
        ok: false,
        reason: `${url} is out of reach: ${messageOf(error)}`,
        afterMs: PAUSE_MS,
      };
    }
  }
}

function read(response: Response, body: unknown, count: number): Posted {
  const { results, message } = (body ?? {}) as { results?: unknown; message?: unknown };
  if (!Array.isArray(results) || results.length !== count) {
    const afterMs = Number(response.headers.get("retry-after") ?? 0) * 1_000 || PAUSE_MS;
    return { ok: false, reason: `status ${response.status}: ${String(message)}`, afterMs };
  }
  return { ok: true, verdicts: results.map(verdictOf) };
}

function verdictOf(result: Record<string, unknown>): Verdict {
  if (result["ok"] === true) {
    return { kind: result["duplicate"] === true ? "repeated" : "accepted" };
  }
  const code = String(result["code"]);
  const reason = `${code}: ${String(result["message"])}`;
  if (code === "duplicate_event" && result["same_body"] === true) return { kind: "repeated" };
  if (code === "rate_limited" || code === "not_stored") {
    return {
      kind: "later",
      reason,
      afterMs: Number(result["retry_after_s"] ?? 0) * 1_000 || PAUSE_MS,
    };
  }
  return { kind: "refused", reason };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
