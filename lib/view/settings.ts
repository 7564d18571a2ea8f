/**
 * The settings of a conversation that a person chooses, and the words for them: what each choice
 * means, and which ones deserve a warning. Pure.
 */
import type { Meta } from "../transcript/meta.ts";

/** What can be chosen. Null leaves it to the agent's own configuration. */
export type Settings = Pick<
  Meta,
  | "label"
  | "cwd"
  | "model"
  | "reasoning_effort"
  | "approval"
  | "sandbox"
  | "summary"
  | "markdown"
  | "command_output_lines"
  | "message_mode"
>;

export type Approval = Settings["approval"];
export type Sandbox = Settings["sandbox"];

/** One choice in words. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly means: string;
  readonly danger?: boolean;
}

export const APPROVAL_CHOICES: readonly Choice<Approval>[] = [
  { value: null, label: "As configured", means: "What the agent's own configuration says." },
  {
    value: "always",
    label: "Ask for every change",
    means: "It may only read by itself; each change and each command is asked for.",
  },
  {
    value: "untrusted",
    label: "Ask unless known to be safe",
    means: "Commands that only look run by themselves; all others are asked for.",
  },
  {
    value: "on-request",
    label: "Ask when needed",
    means: "It works by itself inside the sandbox, and asks before it leaves it.",
  },
  {
    value: "never",
    label: "Never ask",
    means: "Nothing is asked for. What the sandbox forbids fails.",
    danger: true,
  },
];

export const SANDBOX_CHOICES: readonly Choice<Sandbox>[] = [
  { value: null, label: "As configured", means: "What the agent's own configuration says." },
  {
    value: "read-only",
    label: "Read only",
    means: "It can look at files, but change none and not go online.",
  },
  {
    value: "workspace-write",
    label: "Working folder",
    means: "It can change files in the working folder, and not go online.",
  },
  {
    value: "danger-full-access",
    label: "Full access",
    means: "No sandbox: every file of yours, every command, the network.",
    danger: true,
  },
];

/** The words of older clients, in today's. */
const SYNONYMS: Readonly<Record<string, string>> = {
  unlessTrusted: "untrusted",
  onRequest: "on-request",
  onFailure: "on-failure",
  readOnly: "read-only",
  workspaceWrite: "workspace-write",
  dangerFullAccess: "danger-full-access",
};

/** The choice that a value stands for; one that is not offered stands for itself. */
export function choiceOf<Value extends string | null>(
  choices: readonly Choice<Value>[],
  value: Value,
): Choice<Value> {
  const today = value === null ? null : SYNONYMS[value] ?? value;
  return choices.find((choice) => choice.value === today) ??
    { value, label: String(value), means: "" };
}

/** What the agent may do, in as few words as possible. */
export function permissionWords({ approval, sandbox }: Pick<Settings, "approval" | "sandbox">): {
  readonly text: string;
  readonly danger: boolean;
} {
  const asks = choiceOf(APPROVAL_CHOICES, approval);
  const reaches = choiceOf(SANDBOX_CHOICES, approval === "always" ? "read-only" : sandbox);
  const danger = reaches.danger === true || asks.danger === true;
  if (asks.value === null && reaches.value === null) {
    return { text: "Default permissions", danger };
  }
  const words = [asks, reaches].filter(({ value }) => value !== null).map(({ label }) => label);
  return { text: words.join(" · "), danger };
}

/** What was chosen for all new conversations. */
export type Defaults = {
  readonly [Name in Exclude<keyof Settings, "label" | "cwd">]?: Settings[Name] | undefined;
};

/** What a conversation has where nobody chose. */
export function defaultSettings(cwd: string, defaults: Defaults = {}): Settings {
  const chosen = Object.entries(defaults).filter(([, value]) => value !== undefined);
  return {
    label: "",
    model: null,
    reasoning_effort: null,
    approval: null,
    sandbox: null,
    summary: null,
    markdown: true,
    command_output_lines: 20,
    message_mode: null,
    ...Object.fromEntries(chosen),
    cwd,
  };
}

/** The part of something larger that is settings. */
export function settingsIn(from: Settings): Settings {
  const { label, cwd, model, reasoning_effort, approval, sandbox, summary } = from;
  const { markdown, command_output_lines, message_mode } = from;
  const agent = { model, reasoning_effort, approval, sandbox, summary };
  return { label, cwd, ...agent, markdown, command_output_lines, message_mode };
}
