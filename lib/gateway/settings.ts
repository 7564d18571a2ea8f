/**
 * Settings of a conversation in the words of the protocol, per method: each takes other fields,
 * and some under another name. Pure; the meta is read anew for each call, so that a change counts
 * from the next turn on. A field without a value is left out: then codex's own configuration rules.
 */
import type { JsonObject } from "../protocol/message.ts";

/** The methods that settings are put into. */
export type InjectedMethod = "thread/start" | "thread/resume" | "thread/fork" | "turn/start";

/** What a conversation may set, as read from its meta; unknown values count as not set. */
export interface ThreadSettings {
  readonly model: string | null;
  readonly cwd: string | null;
  readonly approvalPolicy: string | null;
  readonly sandbox: SandboxMode | null;
  readonly effort: string | null;
  readonly summary: string;
}

export type SandboxMode = "read-only" | "workspace-write" | "danger-full-access";

/** Ours first, then the protocol's own names; a Map, so that "constructor" finds nothing. */
const APPROVALS = new Map(Object.entries({
  never: "never",
  unlessTrusted: "untrusted",
  always: "untrusted",
  untrusted: "untrusted",
  "on-request": "on-request",
  onRequest: "on-request",
  "on-failure": "on-failure",
  onFailure: "on-failure",
}));

const SANDBOXES = new Map<string, SandboxMode>(Object.entries<SandboxMode>({
  "read-only": "read-only",
  readOnly: "read-only",
  "workspace-write": "workspace-write",
  workspaceWrite: "workspace-write",
  "danger-full-access": "danger-full-access",
  dangerFullAccess: "danger-full-access",
}));

const SUMMARIES = new Set(["auto", "concise", "detailed", "none"]);
/** Without a summary no reasoning is shown at all. */
const DEFAULT_SUMMARY = "auto";

/** turn/start takes the policy as an object, with all of its fields. */
const POLICIES: Readonly<Record<SandboxMode, JsonObject>> = {
  "read-only": { type: "readOnly", networkAccess: false },
  "workspace-write": {
    type: "workspaceWrite",
    writableRoots: [],
    networkAccess: false,
    excludeTmpdirEnvVar: false,
    excludeSlashTmp: false,
  },
  "danger-full-access": { type: "dangerFullAccess" },
};

/** Reads the settings out of a conversation's meta. */
export function settingsOf(meta: Readonly<Record<string, unknown>>): ThreadSettings {
  const { approval, summary } = meta;
  const approvalPolicy = APPROVALS.get(text(approval) ?? "") ?? null;
  // "always" is to ask for every change: with a sandbox that may write, there would be none to ask.
  const sandbox = approval === "always"
    ? "read-only"
    : SANDBOXES.get(text(meta.sandbox) ?? "") ?? null;
  return {
    model: text(meta.model),
    cwd: text(meta.cwd),
    approvalPolicy,
    sandbox,
    effort: text(meta.reasoning_effort),
    summary: typeof summary === "string" && SUMMARIES.has(summary) ? summary : DEFAULT_SUMMARY,
  };
}

const FIELDS: Readonly<Record<InjectedMethod, (settings: ThreadSettings) => JsonObject>> = {
  "thread/start": (settings) => ({ ...common(settings), ...startEffort(settings.effort) }),
  "thread/resume": common,
  "thread/fork": common,
  "turn/start": ({ model, cwd, approvalPolicy, sandbox, effort, summary }) =>
    present({
      model,
      cwd,
      approvalPolicy,
      sandboxPolicy: sandbox === null ? null : POLICIES[sandbox],
      effort,
      summary,
    }),
};

/** The fields that a method takes, those without a value left out. */
export function settingsFor(method: InjectedMethod, settings: ThreadSettings): JsonObject {
  return FIELDS[method](settings);
}

/** Whether settings are put into this method's params. */
export function isInjected(method: string): method is InjectedMethod {
  return Object.hasOwn(FIELDS, method);
}

function common({ model, cwd, approvalPolicy, sandbox }: ThreadSettings): JsonObject {
  return present({ model, cwd, approvalPolicy, sandbox });
}

/** Older servers have a field for it; today's take it as an override of their configuration. */
function startEffort(effort: string | null): JsonObject {
  return effort === null
    ? {}
    : { reasoningEffort: effort, config: { model_reasoning_effort: effort } };
}

function present(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
