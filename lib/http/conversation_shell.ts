/**
 * Conversations' shells for routes: the shapes of requests and answers that scripts lean on, and
 * refusals of a shell as answers. What a shell does is lib/shell's.
 */
import { z } from "zod";
import { ActionFailure } from "../gateway/failure.ts";
import type { ShellClient } from "../shell/client.ts";
import type { ShellFailure } from "../shell/protocol.ts";
import { conversationOf } from "./conversation_of.ts";
import type { Services } from "./services.ts";

const size = z.number().int().min(2).max(1000);

/** Bodies of requests. A conversation that is left out is the current one. */
export const shellBodies = {
  start: z.object({
    conversation_id: z.string().optional(),
    cols: size.optional(),
    rows: size.optional(),
  }),
  stop: z.object({ conversation_id: z.string().optional() }),
  resize: z.object({ conversation_id: z.string().optional(), cols: size, rows: size }),
  exec: z.object({
    conversation_id: z.string().optional(),
    command: z.string().min(1).max(256 * 1024),
    timeout_s: z.number().min(0.1).max(3600).default(60),
  }),
} as const;

/** How a shell is. */
export const shellStatusAnswer = z.object({
  running: z.boolean(),
  conversation_id: z.string(),
  shell_id: z.string().nullable(),
  pid: z.number().nullable(),
  shell: z.string().nullable(),
  phase: z.enum(["starting", "prompt", "running", "gone"]).nullable(),
  cwd: z.string().nullable(),
  cols: z.number().nullable(),
  rows: z.number().nullable(),
  confidence: z.enum(["high", "low"]).nullable(),
  /** Commands that wait for an empty prompt. */
  waiting: z.number(),
  /** Why its files are not written at the moment. */
  problem: z.string().nullable(),
});

/** What became of a command. A terminal has one stream: `stderr` is always empty. */
export const execAnswer = z.object({
  stdout: z.string(),
  stderr: z.literal(""),
  /** Null while it runs, and where the shell could not tell. */
  exitCode: z.number().nullable(),
  block_id: z.string().nullable(),
  status: z.string(),
  timed_out: z.boolean(),
  truncated: z.boolean(),
  cwd: z.string(),
  duration_ms: z.number().nullable(),
});

/** Runs a command in the conversation's shell. */
export async function execInShell(
  services: Services,
  { conversation_id, command, timeout_s }: z.output<typeof shellBodies.exec>,
  origin: string,
): Promise<z.input<typeof execAnswer>> {
  const shell = await shellOf(services, conversation_id);
  const result = agreed(await shell.run(command, { timeoutMs: timeout_s * 1000, origin }));
  const { output, exit_code, ...rest } = result;
  return { ...rest, stdout: output, stderr: "", exitCode: exit_code };
}

/** The conversation's shell, started where there is none. */
export async function shellOf(
  services: Services,
  conversationId: string | undefined,
  wanted: { readonly cols?: number | undefined; readonly rows?: number | undefined } = {},
): Promise<ShellClient> {
  const { conversation_id } = await conversationOf(services, conversationId);
  const { cols, rows } = wanted;
  return agreed(
    await services.agentShells.for(conversation_id, {
      ...(cols === undefined ? {} : { cols }),
      ...(rows === undefined ? {} : { rows }),
    }),
  );
}

/** How the conversation's shell is; starts none. */
export async function shellStatus(
  services: Services,
  conversationId: string | undefined,
): Promise<z.input<typeof shellStatusAnswer>> {
  const { conversation_id } = await conversationOf(services, conversationId);
  const status = await services.agentShells.running(conversation_id)?.request("status", {});
  if (status === undefined || "ok" in status) {
    const unknown = { shell_id: null, pid: null, shell: null, phase: null, cwd: null };
    const rest = { cols: null, rows: null, confidence: null, waiting: 0, problem: null };
    return { running: false, conversation_id, ...unknown, ...rest };
  }
  return { ...status, running: true, conversation_id };
}

/** The answer of a shell; throws its refusal. */
export function agreed<T extends object>(answer: T | ShellFailure): T {
  if (!("ok" in answer) || answer.ok !== false) return answer as T;
  const { code, message } = answer as ShellFailure;
  throw new ActionFailure(STATUS[code] ?? 500, code, message);
}

const STATUS: Readonly<Record<string, number>> = {
  invalid_command: 400,
  command_too_long: 400,
  invalid_params: 400,
  unknown_block: 404,
  nothing_running: 409,
  prompt_busy: 409,
  host_busy: 409,
  incomplete_command: 422,
  too_many: 429,
  shell_failed: 502,
  detached: 503,
  shell_gone: 503,
  no_shells: 503,
  no_answer: 504,
};
