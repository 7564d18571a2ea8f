/** The settings of the agent, as `config` and `cwd` show and change them. */
import { z } from "zod";
import { splitCommandLine } from "../config/command_line.ts";
import type { SettingsEdit } from "../config/live_settings.ts";
import { ActionFailure } from "../gateway/failure.ts";
import { checkFolder } from "./conversation_calls.ts";
import type { Services } from "./services.ts";

const command = z.union([
  z.string().min(1).max(4096),
  z.array(z.string().min(1)).min(1).max(100),
]).nullable();

/** What a request may change. */
export const configChange = z.strictObject({
  cwd: z.string().min(1).max(4096),
  app_server_command: command,
  message_mode: z.enum(["queue", "steer"]),
}).partial();

/** What is shown. */
export const shownConfig = z.object({
  cwd: z.string(),
  /** As it was configured; null where it was chosen at the start. */
  app_server_command: z.array(z.string()).nullable(),
  agent: z.string(),
  message_mode: z.string(),
  /** Of the current conversation. */
  conversation_id: z.string().nullable(),
  thread_id: z.string().nullable(),
  shell_id: z.string().nullable(),
  debug: z.boolean(),
  config_file: z.string(),
});

/** The effective settings. */
export async function agentConfig(services: Services): Promise<z.input<typeof shownConfig>> {
  const { live, agent, agentShell, raw, conversations } = services;
  const current = await conversations.current();
  return {
    cwd: live.cwd,
    app_server_command: live.appServer,
    agent,
    message_mode: live.messageMode,
    conversation_id: current?.conversation_id ?? null,
    thread_id: current?.thread_id ?? null,
    shell_id: agentShell.id,
    debug: raw.enabled,
    config_file: live.path,
  };
}

/** Makes a change; true if it takes the next start of the service to count. */
export async function changeConfig(
  { live }: Services,
  { cwd, app_server_command, message_mode }: z.output<typeof configChange>,
): Promise<boolean> {
  await checkFolder(cwd);
  const edit: SettingsEdit = {
    ...(cwd === undefined ? {} : { cwd }),
    ...(message_mode === undefined ? {} : { message_mode }),
    ...(app_server_command === undefined ? {} : { app_server: wordsOf(app_server_command) }),
  };
  await live.change(edit).catch((error) => {
    throw new ActionFailure(409, "config_not_written", error.message, { cause: error });
  });
  return app_server_command !== undefined;
}

function wordsOf(given: string | string[] | null): string[] | null {
  if (typeof given !== "string") return given;
  const split = splitCommandLine(given);
  if (split.ok && split.words.length > 0) return split.words;
  const why = split.ok ? "it is empty" : split.reason;
  throw new ActionFailure(400, "invalid_body", `app_server_command: ${why}`);
}
