/**
 * What a hook is: a name in the address, the sender's kind, the secret that proves the sender, and a
 * scope as narrow as that of a scoped token (one thread, one source, types, mode, rate). Shapes only.
 */
import { z } from "zod";
import { DELIVERY_MODES } from "../events/modes.ts";
import { threadId } from "../events/schema.ts";

export const HOOK_KINDS = [
  "github",
  "gitlab",
  "buildkite",
  "alertmanager",
  "sentry",
  "standard",
] as const;
export type HookKindName = typeof HOOK_KINDS[number];

/** A part of an address, and a file-safe word. */
export const HOOK_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** Shorter ones can be guessed. */
export const SHORTEST_SECRET = 12;

export const hook = z.object({
  name: z.string().regex(HOOK_NAME, "small letters, digits, dot, dash and underscore; at most 64"),
  kind: z.enum(HOOK_KINDS),
  secret: z.string().min(SHORTEST_SECRET).max(1_024),
  thread: threadId,
  source: z.string().min(1).max(200),
  types: z.array(z.string().min(1).max(200)).max(100),
  max_mode: z.enum(DELIVERY_MODES),
  rate_per_minute: z.number().int().min(1).max(1_000_000),
  created_unix_ms: z.number(),
});
export type Hook = z.infer<typeof hook>;
