/**
 * The agent shell's spec, `shellspec/agent_shell.jsonc`: what is started and within which bounds.
 * Checked once; a mistake names the key and what was expected.
 */
import { parse } from "@std/jsonc";
import { z } from "zod";

const bytes = z.number().int().min(0).max(64 * 1024 * 1024);

/** What the host alone reads. */
const hostSchema = z.strictObject({
  /** Variables that the shell must not see, divided by blanks; `*` stands for any text. */
  drop_env: z.array(z.string().min(1)),
  cols: z.number().int().min(2).max(1000),
  rows: z.number().int().min(2).max(1000),
  /** Lines that can be scrolled back to. */
  scrollback: z.number().int().min(0).max(100_000),
  /** How long shell and host live on without a server. */
  grace_s: z.number().min(0).max(24 * 3600),
  /** Output of one block that is kept: its beginning and its end. */
  block_head_bytes: bytes,
  block_tail_bytes: bytes,
  /** Blocks that are kept, and their output in all. */
  max_blocks: z.number().int().min(1).max(100_000),
  max_blocks_bytes: z.number().int().min(1),
  /** `events.jsonl` is put aside at this size; one old file is kept. */
  events_bytes: bytes.min(4096),
  /** Output that can be asked for again by its number. */
  ring_bytes: bytes.min(64 * 1024),
});

/** The part of a shellspec that concerns us; the process manager checks the rest. */
const fileSchema = z.object({
  shells: z.object({
    agent_shell: z.object({
      /** Program and arguments; `${SHELL}` is the person's own shell. */
      command: z.array(z.string().min(1)).min(1),
      /** Variables to set in the shell. */
      env: z.record(z.string(), z.string()).default({}),
      host: hostSchema,
    }),
  }),
});

/** A checked spec, flat. */
export type ShellSpec = z.infer<typeof hostSchema> & {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** Reads the text of the file. Throws with the place of a mistake. */
export function parseShellSpec(text: string): ShellSpec {
  const result = fileSchema.safeParse(parse(text));
  if (result.success) {
    const { command, env, host } = result.data.shells.agent_shell;
    return { command, env, ...host };
  }
  const [issue] = result.error.issues;
  throw new TypeError(`Cannot use the shell's spec: ${issue?.path.join(".")}: ${issue?.message}`);
}

/** The program to start. */
export function shellCommand(spec: ShellSpec, personShell: string): [string, ...string[]] {
  const [file = "", ...args] = spec.command.map((word) => word.replaceAll("${SHELL}", personShell));
  return [file, ...args];
}

/** The variables of the shell: those of the person, without what is not for it. */
export function shellEnvironment(
  spec: ShellSpec,
  inherited: Readonly<Record<string, string>>,
): Record<string, string> {
  const patterns = spec.drop_env.flatMap((line) => line.split(/\s+/));
  const dropped = patterns.map((pattern) =>
    new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`)
  );
  const kept = Object.entries(inherited)
    .filter(([name]) => !dropped.some((pattern) => pattern.test(name)));
  return { ...Object.fromEntries(kept), ...spec.env };
}

function literally(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
}
