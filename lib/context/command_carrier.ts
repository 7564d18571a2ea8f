/**
 * How the person's commands travel with a message: in our envelope in front of its text, or as
 * codex's own untrusted context, which the model gets as the output of a tool. Pure.
 */
import { commandsAsJson, type UserCommands, userCommands } from "./user_commands.ts";

export const COMMAND_CARRIERS = ["envelope", "additional_context"] as const;
export type CommandCarrier = typeof COMMAND_CARRIERS[number];

/** codex cuts such a context at 4,000 characters. */
const MAX_CONTEXT_BYTES = 3_900;

/** What goes with the call. */
export interface CarriedCommands {
  /** In front of the person's text. */
  readonly prefix: string;
  /** More fields of the call. */
  readonly params: { readonly additionalContext?: Record<string, Record<string, string>> };
  /** Exactly what the model gets. */
  readonly text: string;
}

/** The commands, ready to go; null if there are none. */
export function carryCommands(
  commands: UserCommands,
  carrier: CommandCarrier,
): CarriedCommands | null {
  if (carrier === "envelope") {
    const prefix = userCommands.render(commands);
    return prefix === null ? null : { prefix, params: {}, text: prefix };
  }
  const text = commandsAsJson(commands, MAX_CONTEXT_BYTES);
  if (text === null) return null;
  const { name } = userCommands;
  const additionalContext = { [name]: { value: text, kind: "untrusted", name } };
  return { prefix: "", params: { additionalContext }, text };
}
