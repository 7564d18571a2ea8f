/**
 * `events token create|list|revoke`: tokens that allow only some events. The text of a token is printed
 * once; the file has its hash. A running server notices a change by itself.
 */
import { join } from "@std/path";
import { DELIVERY_MODES, type DeliveryMode } from "../../events/modes.ts";
import { ScopedTokens, type TokenScope, type TokenWish } from "../../events/event_tokens.ts";
import { plainLine } from "../../events/plain_text.ts";
import { THREAD_ID } from "../../events/schema.ts";
import {
  type EventsCall,
  type EventsCommand,
  fail,
  type Failure,
  failure,
  misused,
  tell,
  textFlag,
} from "./events_command.ts";
import { timeOf } from "./event_text.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";

type Action = (call: EventsCall, tokens: ScopedTokens) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = { create, list, revoke };
const ORIGINS = ["local", "network", "queue"] as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 60 * 60_000,
  d: DAY_MS,
};

export const command: EventsCommand = {
  name: "token",
  summary: "Make, list and revoke tokens that allow only some events",
  usage: "create|list|revoke [name or id] [flags]",
  flags: [
    { name: "name", placeholder: "<text>", summary: "What you call it" },
    { name: "source", placeholder: "<name>", summary: "Only events of this source" },
    { name: "threads", placeholder: "<ids>", summary: "Only these threads, with commas" },
    {
      name: "types",
      placeholder: "<globs>",
      summary: "Only these types, such as build.*,deploy.*",
    },
    {
      name: "max-mode",
      placeholder: "<mode>",
      summary: `The most that it may do: ${
        DELIVERY_MODES.join(", ")
      }; queue_for_next_turn if not given`,
    },
    { name: "rate", placeholder: "<number>", summary: "At most so many events per minute" },
    {
      name: "expires",
      placeholder: "<time>",
      summary: "In how long it ends, such as 12h or 90d; 90d if not given, never for no end",
    },
    { name: "origin", placeholder: "<word>", summary: `Where it is used: ${ORIGINS.join(", ")}` },
  ],
  maxArgs: 2,
  async run(call) {
    const [name = ""] = call.args;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) {
      return misused(call, `say what to do: events token ${Object.keys(ACTIONS).join("|")}`);
    }
    const { home } = call.config;
    await Deno.mkdir(home, { recursive: true, mode: 0o700 });
    // Two at once must not lose each other's token.
    using lock = await Deno.open(join(home, "event_tokens.lock"), {
      ...{ write: true, create: true, mode: 0o600 },
    });
    await lock.lock(true);
    return await action(call, new ScopedTokens(join(home, "event_tokens.json"), call.now));
  },
};

async function create(call: EventsCall, tokens: ScopedTokens): Promise<number> {
  const wish = wishOf(call);
  if ("ok" in wish) return fail(call, wish, EVENTS_EXIT.usage);
  const known = await tokens.list();
  if (known.some(({ name }) => name === wish.name)) {
    return misused(
      call,
      `there is a token "${wish.name}" already: revoke it, or choose another name`,
    );
  }
  const { token, scope } = await tokens.create(wish);
  const { hash: _, ...shown } = scope;
  tell(call, { ok: true, token, ...shown }, () => `${token}\n`);
  if (!call.flags["json"]) {
    call.terminal.err(`pilothouse: ${scopeText(scope)}; its text is not shown again\n`);
  }
  return EVENTS_EXIT.ok;
}

async function list(call: EventsCall, tokens: ScopedTokens): Promise<number> {
  const scopes = await tokens.list();
  const shown = scopes.map(({ hash: _, ...scope }) => ({ ...scope, expired: isOver(scope, call) }));
  tell(
    call,
    { ok: true, tokens: shown },
    () =>
      scopes.length === 0
        ? "no tokens\n"
        : scopes.map((scope) => `${scopeText(scope)}${isOver(scope, call) ? " (expired)" : ""}\n`)
          .join(""),
  );
  return EVENTS_EXIT.ok;
}

async function revoke(call: EventsCall, tokens: ScopedTokens): Promise<number> {
  const wanted = call.args[1] ?? textFlag(call, "name");
  if (wanted === undefined) return misused(call, "say which: events token revoke <name or id>");
  if (!await tokens.revoke(wanted)) {
    return fail(
      call,
      failure("unknown_token", `there is no token "${wanted}"`),
      EVENTS_EXIT.notFound,
    );
  }
  tell(call, { ok: true, revoked: wanted }, () => `${wanted} is revoked\n`);
  return EVENTS_EXIT.ok;
}

function wishOf(call: EventsCall): TokenWish | Failure {
  const wrong = (message: string) => failure("usage", message);
  const name = plainLine(textFlag(call, "name") ?? call.args[1] ?? "");
  if (name === "" || name.length > 64) {
    return wrong("a token needs a --name of at most 64 characters");
  }
  const threads = wordsOf(textFlag(call, "threads"));
  const strange = threads.find((thread) => !THREAD_ID.test(thread));
  if (strange !== undefined) return wrong(`"${strange}" is not a thread's id`);
  const max_mode = textFlag(call, "max-mode") ?? "queue_for_next_turn";
  if (!DELIVERY_MODES.includes(max_mode as DeliveryMode)) {
    return wrong(`--max-mode is to be one of ${DELIVERY_MODES.join(", ")}`);
  }
  const origin = textFlag(call, "origin") ?? "local";
  if (!ORIGINS.includes(origin as typeof ORIGINS[number])) {
    return wrong(`--origin is to be one of ${ORIGINS.join(", ")}`);
  }
  const rate = textFlag(call, "rate");
  const rate_per_minute = rate === undefined ? null : Number(rate);
  if (rate_per_minute !== null && !(Number.isInteger(rate_per_minute) && rate_per_minute > 0)) {
    return wrong("--rate is to be a whole number of events per minute");
  }
  const expires_unix_ms = expiry(textFlag(call, "expires") ?? "90d", call.now());
  if (expires_unix_ms === undefined) {
    return wrong("--expires is to be like 30m, 12h, 90d, or never");
  }
  return {
    ...{ name, threads, rate_per_minute, expires_unix_ms },
    source: textFlag(call, "source") ?? null,
    types: wordsOf(textFlag(call, "types")),
    max_mode: max_mode as DeliveryMode,
    origin: origin as typeof ORIGINS[number],
  };
}

function expiry(text: string, nowMs: number): number | null | undefined {
  if (text === "never") return null;
  const [, amount, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return amount === undefined ? undefined : nowMs + Number(amount) * UNITS[unit]!;
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? "").split(",").map((word) => word.trim()).filter((word) => word !== "");
}

function isOver(
  { expires_unix_ms }: Pick<TokenScope, "expires_unix_ms">,
  { now }: EventsCall,
): boolean {
  return expires_unix_ms !== null && expires_unix_ms <= now();
}

/** A scope in one line. */
function scopeText(scope: TokenScope): string {
  const { id, name, source, threads, types, max_mode, rate_per_minute, expires_unix_ms } = scope;
  return [
    `${id} "${plainLine(name)}"`,
    source === null ? "any source" : `source ${plainLine(source)}`,
    threads.length === 0 ? "any thread" : `threads ${threads.join(",")}`,
    types.length === 0 ? "any type" : `types ${types.map(plainLine).join(",")}`,
    `at most ${max_mode}`,
    rate_per_minute === null ? "any rate" : `${rate_per_minute} per minute`,
    expires_unix_ms === null ? "never ends" : `until ${timeOf(expires_unix_ms)}`,
  ].join("; ");
}
