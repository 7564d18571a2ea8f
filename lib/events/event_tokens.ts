/**
 * Tokens of producers. Each thread has one, derived from the runtime's secret, so that nothing has to
 * be kept; scoped ones are made by a person, narrowed to sources, threads, types, a mode and a rate,
 * kept as hashes only, and can be revoked. Decides who somebody is; what they may do is in the scope.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";
import { matchesGlob } from "./glob.ts";
import { DELIVERY_MODES } from "./modes.ts";
import type { ExternalEvent } from "./schema.ts";

const PREFIX = "codex_evt_tok_";
const SCOPED_PREFIX = "codex_evt_scoped_";

/** What a scoped token allows. */
export const tokenScope = z.object({
  id: z.string(),
  name: z.string().min(1).max(64),
  hash: z.string(),
  created_unix_ms: z.number(),
  expires_unix_ms: z.number().nullable(),
  source: z.string().nullable(),
  threads: z.array(z.string()),
  types: z.array(z.string()),
  max_mode: z.enum(DELIVERY_MODES),
  rate_per_minute: z.number().int().min(1).nullable(),
  origin: z.enum(["local", "network", "queue"]),
});
export type TokenScope = z.infer<typeof tokenScope>;
/** What a person chooses when a token is made. */
export type TokenWish = Omit<TokenScope, "id" | "hash" | "created_unix_ms">;

const tokenFile = z.object({ tokens: z.array(tokenScope) });

/** The token of a thread. */
export function threadToken(secret: string, threadId: string): string {
  const mac = createHmac("sha256", secret).update(`pilothouse event token v1\n${threadId}`);
  return PREFIX + mac.digest("base64url");
}

/** Whether a text is the token of a thread; takes as long for a wrong one. */
export function isThreadToken(secret: string, threadId: string, candidate: string): boolean {
  return timingSafeEqual(digest(candidate), digest(threadToken(secret, threadId)));
}

/** Too short or of another form: not worth a comparison. */
export function looksLikeToken(candidate: string): boolean {
  return /^codex_evt_(tok|scoped)_[A-Za-z0-9_-]{32,}$/.test(candidate);
}

/** Why a token may not send this event, or null. */
export function outOfScope(scope: TokenScope, event: ExternalEvent): string | null {
  const { source, routing, type } = event;
  if (scope.source !== null && scope.source !== source.name) {
    return `the token is for the source "${scope.source}"`;
  }
  if (scope.threads.length > 0 && !scope.threads.includes(routing.thread_id)) {
    return "the token is for other threads";
  }
  if (scope.types.length > 0 && !scope.types.some((type_) => matchesGlob(type_, type))) {
    return `the token is for the types ${scope.types.join(", ")}`;
  }
  return null;
}

/** The scoped tokens, in one file. Read again when it changed: the CLI writes it, too. */
export class ScopedTokens {
  readonly #path: string;
  readonly #now: () => number;
  #scopes: readonly TokenScope[] = [];
  #stamp = "";

  constructor(path: string, now: () => number) {
    this.#path = path;
    this.#now = now;
  }

  /** The scope of a token; null if it is unknown, revoked or expired. */
  async find(candidate: string): Promise<TokenScope | null> {
    if (!candidate.startsWith(SCOPED_PREFIX)) return null;
    const hash = digest(candidate).toString("hex");
    const scope = (await this.list()).find((scope) => scope.hash === hash);
    if (scope === undefined) return null;
    const { expires_unix_ms } = scope;
    return expires_unix_ms !== null && expires_unix_ms <= this.#now() ? null : scope;
  }

  async list(): Promise<readonly TokenScope[]> {
    const stamp = await stampOf(this.#path);
    if (stamp !== this.#stamp) {
      const read = tokenFile.safeParse(await readJsonFile(this.#path) ?? { tokens: [] });
      if (!read.success) throw new Error(`${this.#path} does not hold tokens: delete or mend it`);
      this.#scopes = read.data.tokens;
      this.#stamp = stamp;
    }
    return this.#scopes;
  }

  /** Makes a token. Its text is given once and kept nowhere. */
  async create(wish: TokenWish): Promise<{ token: string; scope: TokenScope }> {
    const token = SCOPED_PREFIX + randomBytes(32).toString("base64url");
    const scope: TokenScope = {
      ...wish,
      id: `tok_${randomBytes(6).toString("hex")}`,
      hash: digest(token).toString("hex"),
      created_unix_ms: this.#now(),
    };
    await this.#write([...await this.list(), scope]);
    return { token, scope };
  }

  /** Takes one back, by id or name; false if there is none. */
  async revoke(idOrName: string): Promise<boolean> {
    const scopes = await this.list();
    const left = scopes.filter(({ id, name }) => id !== idOrName && name !== idOrName);
    if (left.length === scopes.length) return false;
    await this.#write(left);
    return true;
  }

  async #write(tokens: readonly TokenScope[]): Promise<void> {
    await writeJsonFile(this.#path, { tokens });
    this.#stamp = "";
  }
}

async function stampOf(path: string): Promise<string> {
  try {
    const { mtime, size, ino } = await Deno.stat(path);
    return `${mtime?.getTime()} ${size} ${ino}`;
  } catch {
    return "none";
  }
}

function digest(text: string): Uint8Array & { toString(encoding: "hex"): string } {
  return createHash("sha256").update(text).digest();
}
