/**
 * conversation_meta.json: what it holds, and how it is read when somebody wrote something else
 * into it. A wrong value is replaced by the default and kept aside; unknown fields stay. Pure.
 */
import { z } from "zod";

/** What may run without asking: the words of older clients beside the protocol's own. */
export const APPROVALS = [
  ...["never", "always", "unlessTrusted"] as const,
  ...["untrusted", "on-failure", "on-request", "onFailure", "onRequest"] as const,
] as const;
export const SANDBOXES = [
  ...["read-only", "workspace-write", "danger-full-access"] as const,
  ...["readOnly", "workspaceWrite", "dangerFullAccess"] as const,
] as const;
export const SUMMARIES = ["auto", "concise", "detailed", "none"] as const;

const time = z.iso.datetime({ offset: true });
const name = z.string().regex(/^[\w.:/-]{1,200}$/, "expected letters, digits and . : / - _");

/** What a person or a script may set. Null leaves it to the agent's own configuration. */
const settings = {
  label: z.string().max(200),
  cwd: z.string().min(1).max(4096).regex(/^[^\0]*$/, "must not hold a zero byte"),
  model: name.nullable(),
  approval: z.enum(APPROVALS).nullable(),
  sandbox: z.enum(SANDBOXES).nullable(),
  reasoning_effort: name.nullable(),
  summary: z.enum(SUMMARIES).nullable(),
  /** What a message does while a turn runs; null leaves it to the service's configuration. */
  message_mode: z.enum(["queue", "steer"]).nullable(),
  /** Whether commands run in the shell go with messages; null leaves it to the service. */
  command_context: z.boolean().nullable(),
  pinned: z.boolean(),
  archived: z.boolean(),
  markdown: z.boolean(),
  command_output_lines: z.number().int().min(1).max(10_000),
} as const;

const shape = {
  conversation_id: z.string(),
  /** Null until the app-server has given one: then the conversation is a draft. */
  thread_id: z.string().max(200).nullable().default(null),
  label: settings.label.default(""),
  cwd: settings.cwd,
  model: settings.model.default(null),
  approval: settings.approval.default(null),
  sandbox: settings.sandbox.default(null),
  reasoning_effort: settings.reasoning_effort.default(null),
  summary: settings.summary.default(null),
  message_mode: settings.message_mode.default(null),
  command_context: settings.command_context.default(null),
  pinned: settings.pinned.default(false),
  archived: settings.archived.default(false),
  markdown: settings.markdown.default(true),
  command_output_lines: settings.command_output_lines.default(20),
  rollout_path: z.string().max(4096).nullable().default(null),
  forked_from: z.string().max(200).nullable().default(null),
  created_at: time,
  /** The last time that a person did something with it. */
  updated_at: time,
} as const;

/** Unknown fields are kept: a newer version, or a person, may have put them there. */
export const metaSchema = z.looseObject(shape);
export type Meta = z.infer<typeof metaSchema>;

/** Some settings, as a request brings them; a field that does not exist is refused. */
export const settingsChange = z.strictObject(settings).partial();
export type SettingsChange = z.infer<typeof settingsChange>;

/** What a new conversation may be given; only its folder it must. */
export type NewConversation =
  & SettingsChange
  & { readonly cwd: string }
  & Partial<Pick<Meta, "thread_id" | "rollout_path" | "forked_from">>;

export type ConversationStatus = "draft" | "active";
export function statusOf({ thread_id }: Pick<Meta, "thread_id">): ConversationStatus {
  return thread_id === null ? "draft" : "active";
}

/** What a meta file gave: the meta, and what was wrong with it. */
export interface ReadMeta {
  readonly meta: Meta;
  /** A line per wrong field: its key, what was expected. */
  readonly problems: readonly string[];
}

/** What a field without default is, where the file does not say. */
export interface MetaFallback {
  readonly conversation_id: string;
  readonly cwd: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Reads a meta from JSON; null if it is no object at all. */
export function readMeta(value: unknown, fallback: MetaFallback): ReadMeta | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const fields: Record<string, unknown> = { ...value };
  const invalid: Record<string, unknown> = { ...asObject(fields.invalid_fields) };
  const problems: string[] = [];
  for (const [key, type] of Object.entries(shape)) {
    const given = fields[key];
    const parsed = type.safeParse(given);
    if (parsed.success && !(key === "conversation_id" && given !== fallback.conversation_id)) {
      fields[key] = parsed.data;
      continue;
    }
    fields[key] = key in fallback ? fallback[key as keyof MetaFallback] : type.parse(undefined);
    if (given === undefined) continue;
    invalid[key] = given;
    const what = parsed.error?.issues[0]?.message ?? "is not the name of its folder";
    problems.push(`${key}: ${what}`);
  }
  if (Object.keys(invalid).length > 0) fields.invalid_fields = invalid;
  return { meta: fields as Meta, problems };
}

/** A meta with some fields changed; a value that was wrong before is forgotten with that. */
export function changedMeta(meta: Meta, change: Partial<Meta>): Meta {
  const { invalid_fields, ...next }: Meta = { ...meta, ...change };
  const left = Object.entries(asObject(invalid_fields)).filter(([key]) => !(key in change));
  return left.length === 0
    ? next as Meta
    : { ...next as Meta, invalid_fields: Object.fromEntries(left) };
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

/** Whether nothing is another than before but the time of the last use. */
export function isOnlyTouched(before: Meta | undefined, now: Meta): boolean {
  if (before === undefined) return false;
  const { updated_at: _, ...was } = before;
  const { updated_at: __, ...is } = now;
  return JSON.stringify(was) === JSON.stringify(is);
}
