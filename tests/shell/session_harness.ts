// A real shell in this process, for tests: the session without its host process and socket, in a
// home folder of its own. Ends the shell, and removes the folder, in any case.

import { join } from "node:path";
import type { Block } from "../../lib/shell/blocks.ts";
import { commandLine, processStat } from "../../lib/shell/host/process_tree.ts";
import { ShellSession } from "../../lib/shell/host/session.ts";
import {
  type ExecResult,
  requestSchemas,
  type ShellEvent,
  type ShellFailure,
} from "../../lib/shell/protocol.ts";
import { parseShellSpec, type ShellSpec } from "../../lib/shell/spec.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { withCleanUp } from "../harness/lifetime.ts";
import { waitFor as waitShort, type WaitOptions } from "../harness/wait.ts";

/** Waits as {@link waitShort} does, long enough for shells on a machine that is busy otherwise. */
export function waitFor<T>(condition: () => T | Promise<T>, options: WaitOptions) {
  return waitShort(condition, { timeoutMs: 40_000, everyMs: 5, ...options });
}

/** What to start. */
export interface SessionSetup {
  readonly shell: string;
  /** Start files by name, in the home folder. */
  readonly home?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly spec?: Partial<ShellSpec>;
  readonly args?: readonly string[];
}

/** A shell under test. */
export interface SessionUnderTest {
  readonly session: ShellSession;
  readonly events: ShellEvent[];
  /** The working folder, and the folder of the shell's files. */
  readonly home: string;
  readonly agentPty: string;
  /** Finished blocks. */
  blocks(): readonly Block[];
  /** Types text, as a person. */
  type(text: string): void;
  /** Types a line and waits for the block that it makes. */
  run(line: string): Promise<Block>;
  exec(command: string, timeoutMs?: number): Promise<ExecResult | ShellFailure>;
  /** The kept output of a block, raw. */
  output(block: Block): string;
  /** Waits until a command could be entered. */
  ready(): Promise<void>;
  /** Whether a program below the shell has the terminal, gets its keys, and is told as a block. */
  busy(): boolean;
  readonly exitCode: number | null | undefined;
}

export const SPEC: ShellSpec = parseShellSpec(
  Deno.readTextFileSync(join(REPOSITORY, "shellspec/agent_shell.jsonc")),
);

/** Runs `fn` with a shell that is at its first prompt. */
export async function withSession(
  setup: SessionSetup,
  fn: (shell: SessionUnderTest) => Promise<void>,
): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "ph-shell-" }));
  const home = join(root, "home");
  const agentPty = join(root, "agent_pty");
  await Deno.mkdir(home);
  await Deno.mkdir(agentPty, { mode: 0o700 });
  for (const [name, text] of Object.entries(setup.home ?? {})) {
    await Deno.mkdir(join(home, name, ".."), { recursive: true });
    await Deno.writeTextFile(join(home, name), text);
  }
  const events: ShellEvent[] = [];
  let exitCode: number | null | undefined;
  const session = new ShellSession({
    spec: { ...SPEC, ...setup.spec },
    command: [setup.shell, ...(setup.args ?? [])],
    env: {
      HOME: home,
      PATH: Deno.env.get("PATH") ?? "",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      ...setup.env,
    },
    cwd: home,
    agentPty,
    conversationId: "conversation",
    shellId: "shell_test",
    now: () => Date.now(),
    adopter: null,
    onOutput: () => {},
    onEvent: (event) => events.push(event),
    onExit: (code) => exitCode = code,
  });
  const { store } = session.recorder;
  const type = (text: string) => session.input(new TextEncoder().encode(text));
  const ready = async () => {
    await waitFor(() => session.isReady(), { what: "a prompt" });
  };
  const shell: SessionUnderTest = {
    session,
    events,
    home,
    agentPty,
    blocks: () => store.blocks,
    type,
    ready,
    busy() {
      const { pid, running } = session.status;
      const { foreground = pid } = processStat(pid) ?? {};
      // A child that is still the shell's own program would swallow a signal.
      return running !== null && ![null, "", commandLine(pid)].includes(commandLine(foreground));
    },
    async run(line) {
      const before = store.lastSeq;
      type(`${line}\r`);
      const block = await waitFor(() => store.blocks.find(({ seq }) => seq > before), {
        what: `the end of ${JSON.stringify(line)}`,
      });
      if (exitCode === undefined) await ready();
      return block;
    },
    exec: (command, timeoutMs = 40_000) =>
      session.execs.exec(requestSchemas.exec.parse({ command, timeout_ms: timeoutMs })),
    output(block) {
      const { kept } = session.recorder.find(block.block_id, session.status.running) ?? {};
      return new TextDecoder().decode(kept?.head) + new TextDecoder().decode(kept?.tail);
    },
    get exitCode() {
      return exitCode;
    },
  };
  const cleanUp = async () => {
    await session.stop();
    await waitFor(() => exitCode !== undefined, { what: "the shell's end" });
    session.screen.dispose();
    await Deno.remove(root, { recursive: true });
  };
  await withCleanUp(cleanUp, async () => {
    await ready();
    await fn(shell);
  });
}
