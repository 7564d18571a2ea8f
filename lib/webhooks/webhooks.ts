/**
 * `POST /v1/hooks/<name>`: reads the body, lets the kind judge who sends it, turns what it says into
 * events and hands them to the one function that every door ends in. Answers so that senders repeat
 * what can be repeated and leave alone what cannot.
 */
import { matchesGlob } from "../events/glob.ts";
import { parseEventValue, type RejectionCode } from "../events/parse_event.ts";
import { RateLimit } from "../events/rate_limit.ts";
import type { Answer } from "../events/receipt.ts";
import type { EventService, Sender } from "../events/service.ts";
import { envelopeOf } from "./envelope.ts";
import type { Hook } from "./hook.ts";
import type { HookFile } from "./hook_file.ts";
import type { HookEvent } from "./kind.ts";
import { KINDS } from "./kinds/kinds.ts";

/** What became of a delivery, for the route to send. */
export interface HookAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterS?: number;
}

export interface WebhooksParts {
  readonly hooks: HookFile;
  readonly service: Pick<EventService, "submit">;
  readonly now: () => number;
  readonly report: (problem: string) => void;
}

/** A hook with the request that it is called by. */
type Called = Hook & { readonly requestId: string | undefined };

/** Pushes and alerts have long bodies; only a few lines of them are kept. */
export const MAX_HOOK_BYTES = 4 * 1024 * 1024;
/** Bodies that are held at once, whoever sends them: nobody has proven anything yet. */
const MOST_AT_ONCE = 16;
const MAX_RATES = 256;

const STATUS: Readonly<Record<RejectionCode, number>> = {
  invalid_event: 400,
  unauthorized: 401,
  unknown_thread: 404,
  duplicate_event: 200,
  too_large: 413,
  rate_limited: 429,
  not_stored: 503,
};

export class Webhooks {
  readonly #parts: WebhooksParts;
  readonly #rates = new Map<string, RateLimit>();
  /** Who may not come in can knock as often as they like, but not fill the log. */
  readonly #complaints: RateLimit;
  #underWay = 0;

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
    this.#complaints = new RateLimit(1 / 10, 5, parts.now);
  }

  /** Takes one delivery; `read` gives the body, at most {@link MAX_HOOK_BYTES} of it. */
  async receive(
    name: string,
    headers: Headers,
    read: () => Promise<Uint8Array>,
    requestId?: string,
  ): Promise<HookAnswer> {
    const hook = await this.#parts.hooks.find(name);
    if (hook === null) return refused(404, "unknown_hook", `there is no hook "${name}"`);
    if (this.#underWay >= MOST_AT_ONCE) return busy("too many deliveries at once", 1);
    this.#underWay++;
    try {
      return await this.#judge({ ...hook, requestId }, headers, await read());
    } finally {
      this.#underWay--;
    }
  }

  async #judge(hook: Called, headers: Headers, body: Uint8Array): Promise<HookAnswer> {
    const kind = KINDS[hook.kind];
    const problem = kind.problem({ headers, body }, hook.secret, this.#parts.now());
    if (problem !== null) {
      this.#complain(`hook "${hook.name}": a delivery was refused: ${problem}`);
      return refused(401, "unauthorized", problem);
    }
    const wait = this.#rateOf(hook).take();
    if (wait !== null) return busy(`the hook takes ${hook.rate_per_minute} a minute`, wait);
    const json = jsonOf(body);
    if (typeof json !== "object" || json === null) {
      return refused(
        400,
        "invalid_event",
        "the body is not a JSON object: choose application/json",
      );
    }
    const events = kind.events({ headers, body }, json).filter(({ type }) => wanted(hook, type));
    return answerOf(await Promise.all(events.map((event) => this.#submit(hook, event))));
  }

  async #submit(hook: Called, event: HookEvent): Promise<Answer> {
    const nowMs = this.#parts.now();
    const parsed = parseEventValue(envelopeOf(hook, event, nowMs), { nowMs });
    return await this.#parts.service.submit(parsed, senderOf(hook));
  }

  #complain(problem: string): void {
    if (this.#complaints.take() === null) this.#parts.report(problem);
  }

  #rateOf({ name, rate_per_minute }: Hook): RateLimit {
    const key = `${name} ${rate_per_minute}`;
    const known = this.#rates.get(key);
    if (known !== undefined) return known;
    if (this.#rates.size >= MAX_RATES) this.#rates.clear();
    const rate = new RateLimit(rate_per_minute / 60, rate_per_minute, this.#parts.now);
    this.#rates.set(key, rate);
    return rate;
  }
}

/** A hook is a scoped token that the sender proves instead of showing. */
function senderOf({ name, max_mode, requestId }: Called): Sender {
  return {
    requestId,
    door: "http",
    credential: { provenance: "scoped_token", origin: "network", token: `hook ${name}` },
    maxMode: max_mode,
  };
}

function wanted({ types }: Hook, type: string): boolean {
  return types.length === 0 || types.some((glob) => matchesGlob(glob, type));
}

/** One answer for all events of a delivery: a repeat is fine, the worst of the rest decides. */
function answerOf(answers: readonly Answer[]): HookAnswer {
  const events = answers.map((answer) =>
    answer.ok
      ? { event_id: answer.event_id, state: answer.state }
      : answer.code === "duplicate_event"
      ? { event_id: answer.event_id, duplicate: true }
      : { event_id: answer.event_id, code: answer.code, message: answer.message }
  );
  const failures = answers.filter((answer) => !answer.ok && answer.code !== "duplicate_event")
    .filter((answer) => !answer.ok)
    .sort((left, right) => STATUS[right.code] - STATUS[left.code]);
  const worst = failures[0];
  if (worst === undefined) {
    const status = answers.some((answer) => answer.ok) ? 202 : 200;
    return { status, body: { ok: true, events } };
  }
  const { code, message, retry_after_s } = worst;
  return {
    status: STATUS[code],
    body: { ok: false, code, message, events },
    ...(retry_after_s === undefined ? {} : { retryAfterS: retry_after_s }),
  };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

function refused(status: number, code: string, message: string): HookAnswer {
  return { status, body: { ok: false, code, message } };
}

function busy(message: string, retryAfterS: number): HookAnswer {
  return { ...refused(429, "rate_limited", message), retryAfterS };
}
