/**
 * What a person does with hooks: add, list, remove. Says everything in words and as a value; where
 * it is printed is the command line's business.
 */
import { randomBytes } from "node:crypto";
import { join } from "@std/path";
import { type Hook, hook, HOOK_KINDS, type HookKindName } from "./hook.ts";
import { HookFile } from "./hook_file.ts";
import type { HookKind } from "./kind.ts";
import { KINDS } from "./kinds/kinds.ts";

/** What the person reads, the same for programs, or what was wrong. */
export type Done =
  | { readonly ok: true; readonly text: string; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

type Wishes = Readonly<Record<string, string | true | undefined>>;

const DEFAULT_RATE = 120;

/** Where hooks are kept; the server reads it, the command line writes it. */
export function hooksFile(home: string): string {
  return join(home, "hooks.json");
}

export function hookDesk(home: string, baseUrl: string) {
  const file = new HookFile(hooksFile(home));
  const addressOf = (name: string) => `${baseUrl}/v1/hooks/${name}`;
  return {
    async add(name: string | undefined, wishes: Wishes, given?: string): Promise<Done> {
      const kind = HOOK_KINDS.find((kind) => kind === wishes["kind"]);
      if (name === undefined || kind === undefined) {
        return { ok: false, problem: `say a name, and --kind: one of ${HOOK_KINDS.join(", ")}` };
      }
      const secret = given ?? newSecret(KINDS[kind]);
      const checked = hook.safeParse(wishOf(name, kind, secret, wishes));
      if (!checked.success) return { ok: false, problem: complaint(checked.error.issues[0]) };
      await Deno.mkdir(home, { recursive: true, mode: 0o700 });
      const added = await file.add(checked.data);
      if (!added.ok) return added;
      const shown = given === undefined ? { secret } : {};
      return {
        ok: true,
        value: { address: addressOf(name), ...shown, ...publicPart(checked.data) },
        text: [
          `address  ${addressOf(name)}`,
          ...(given === undefined ? [`secret   ${secret}   (shown only now)`] : []),
          KINDS[kind].setUp,
          "",
        ].join("\n"),
      };
    },
    async list(): Promise<Done> {
      const hooks = await file.list();
      const lines = hooks.map(({ name, kind, thread, max_mode }) =>
        `${name}  ${kind}  thread ${thread}  ${max_mode}  ${addressOf(name)}\n`
      );
      return {
        ok: true,
        value: hooks.map((hook) => ({ address: addressOf(hook.name), ...publicPart(hook) })),
        text: lines.join("") || "no hooks: make one with `hooks add`\n",
      };
    },
    async remove(name: string | undefined): Promise<Done> {
      if (name === undefined) return { ok: false, problem: "say which hook" };
      if (!await file.remove(name)) return { ok: false, problem: `there is no hook "${name}"` };
      return { ok: true, text: `removed ${name}\n`, value: { ok: true, name } };
    },
  };
}

function wishOf(name: string, kind: HookKindName, secret: string, wishes: Wishes): unknown {
  const types = typeof wishes["types"] === "string" ? wishes["types"].split(",") : [];
  return {
    ...{ name, kind, secret, thread: wishes["thread"], source: wishes["source"] ?? kind },
    types: types.map((glob) => glob.trim()).filter((glob) => glob !== ""),
    max_mode: wishes["max-mode"] ?? "queue_for_next_turn",
    rate_per_minute: Number(wishes["rate"] ?? DEFAULT_RATE),
    created_unix_ms: Date.now(),
  };
}

/** Standard Webhooks wants 24 to 64 bytes in base64. */
function newSecret({ secretForm }: HookKind): string {
  return secretForm === "whsec"
    ? `whsec_${randomBytes(32).toString("base64")}`
    : randomBytes(32).toString("base64url");
}

const FLAG_OF: Readonly<Record<string, string>> = {
  max_mode: "--max-mode",
  rate_per_minute: "--rate",
  thread: "--thread",
  source: "--source",
  types: "--types",
  secret: "the secret",
};

function complaint(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const key = String(issue?.path[0] ?? "name");
  return `${FLAG_OF[key] ?? key}: ${issue?.message ?? "is not valid"}`;
}

function publicPart({ secret: _, ...rest }: Hook): Omit<Hook, "secret"> {
  return rest;
}
