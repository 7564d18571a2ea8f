/**
 * `pilothouse shell-host`: one shell, one line to the server, one life. Takes the conversation's
 * lock, so that there is never a second host for it, starts the shell, and ends with everything
 * below it when the shell ends, when it is told to, or when no server came for too long.
 */
import { fromFileUrl, join } from "@std/path";
import type { Bye } from "../protocol.ts";
import { PROTOCOL_VERSION } from "../protocol.ts";
import { parseShellSpec, shellCommand, shellEnvironment, type ShellSpec } from "../spec.ts";
import { adoptOrphans } from "./libc.ts";
import { Link } from "./link.ts";
import { ShellSession } from "./session.ts";

/** What the server says when it starts a host. */
export interface HostOptions {
  readonly socket: string;
  /** The conversation's `agent_pty` folder. */
  readonly agentPty: string;
  readonly conversationId: string;
  readonly shellId: string;
  readonly cwd: string;
  /** Overrides of the spec. */
  readonly shell?: string;
  readonly cols?: number;
  readonly rows?: number;
  readonly graceS?: number;
  readonly spec?: string;
}

/** Another host has the conversation. */
export const EXIT_LOCKED = 3;

const SPEC = new URL("../../../shellspec/agent_shell.jsonc", import.meta.url);
const STOP_LIMIT_MS = 4_000;

/** Runs until the shell's end; gives the exit code of the process. */
export async function runShellHost(options: HostOptions): Promise<number> {
  Deno.mkdirSync(options.agentPty, { recursive: true, mode: 0o700 });
  const lock = Deno.openSync(join(options.agentPty, "host.lock"), {
    write: true,
    create: true,
    mode: 0o600,
  });
  if (!lock.tryLockSync(true)) return EXIT_LOCKED;
  adoptOrphans();
  removeLeftovers(options.agentPty);
  Deno.writeTextFileSync(join(options.agentPty, "shell_id.txt"), `${options.shellId}\n`, {
    mode: 0o600,
  });
  const bye = await hostShell(options, readSpec(options));
  lock.close();
  return bye.reason === "failed" ? 1 : 0;
}

async function hostShell(options: HostOptions, spec: ShellSpec): Promise<Bye> {
  const { promise: ended, resolve: onExit } = Promise.withResolvers<number | null>();
  const env = Deno.env.toObject();
  const startedAt = Date.now();
  const command = shellCommand(spec, options.shell ?? env.SHELL ?? "/bin/sh");
  checkStart(command[0], options.cwd);
  const session = new ShellSession({
    spec,
    command,
    env: { ...shellEnvironment(spec, env), PILOTHOUSE_CONVERSATION: options.conversationId },
    cwd: options.cwd,
    agentPty: options.agentPty,
    conversationId: options.conversationId,
    shellId: options.shellId,
    now: () => Date.now(),
    adopter: Deno.pid,
    onOutput: () => link.output(),
    onEvent: (event) => link.event(event),
    onExit,
  });
  let stopped: string | null = null;
  const stop = (reason: string) => {
    if (stopped !== null) return;
    stopped = reason;
    void session.stop();
    // A shell that cannot be ended must not keep us.
    setTimeout(() => onExit(null), STOP_LIMIT_MS);
  };
  const { ring, recorder } = session;
  const link = new Link({
    socket: options.socket,
    graceMs: spec.grace_s * 1000,
    session,
    stop,
    hello: () => ({
      v: PROTOCOL_VERSION,
      shell_id: options.shellId,
      conversation_id: options.conversationId,
      pid: Deno.pid,
      shell: session.status.shell,
      cols: session.status.cols,
      rows: session.status.rows,
      started_at: startedAt,
      output_from: ring.from,
      output_to: ring.end,
      event_from: recorder.events.from,
      event_to: recorder.events.last,
    }),
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => stop(`it got ${signal}`));
  }
  // Whatever goes wrong in here, nothing of the shell may be left behind.
  for (const kind of ["error", "unhandledrejection"] as const) {
    globalThis.addEventListener(kind, (event: Event) => {
      event.preventDefault();
      stop(`a fault of the host: ${faultOf(event)}`);
    });
  }
  const exitCode = await ended;
  // What the shell left behind in the background.
  await session.stop();
  const bye: Bye = stopped === null
    ? { reason: "shell_exited", exit_code: exitCode, message: "the shell has ended" }
    : { reason: "stopped", exit_code: exitCode, message: stopped };
  await link.bye(bye);
  return bye;
}

/** A shell that cannot start would only be seen to end; this says why. */
function checkStart(program: string, cwd: string): void {
  const isThere = (path: string, kind: "isDirectory" | "isFile") => {
    try {
      return Deno.statSync(path)[kind];
    } catch {
      return false;
    }
  };
  if (!isThere(cwd, "isDirectory")) throw new Error(`there is no folder ${cwd} to work in`);
  if (program.includes("/") && !isThere(program, "isFile")) {
    throw new Error(`there is no shell ${program}; set SHELL to one that is there`);
  }
}

function faultOf(event: Event): string {
  const { reason, message } = event as Partial<PromiseRejectionEvent & ErrorEvent>;
  return message ?? (reason instanceof Error ? reason.message : String(reason));
}

function readSpec({ cols, rows, graceS, spec }: HostOptions): ShellSpec {
  const read = parseShellSpec(Deno.readTextFileSync(spec ?? fromFileUrl(SPEC)));
  return {
    ...read,
    ...(cols === undefined ? {} : { cols }),
    ...(rows === undefined ? {} : { rows }),
    ...(graceS === undefined ? {} : { grace_s: graceS }),
  };
}

/** Start files of a host that was killed before its shell had read them. */
function removeLeftovers(agentPty: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(agentPty)) {
    if (isDirectory && name.startsWith("start-")) {
      Deno.removeSync(join(agentPty, name), { recursive: true });
    }
  }
}
