/**
 * Runs the server as a child and shares its fate: signals are passed on, the exit code is given
 * back. The child's stdin is a pipe that we hold; when we die, however that happens, it reads
 * the end of it and stops.
 */
import type { Print } from "../command.ts";
import { isCut, lookUpInProc, type Tie } from "./ancestors.ts";
import { hangupIsNotForUs } from "./hangup.ts";

/** How to start the server. */
export interface ServerStart {
  readonly deno: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Ancestors whose end is ours. */
  readonly ties: readonly Tie[];
  readonly print: Print;
  /** Gets stdout line by line; without it the child writes to ours directly. */
  readonly onLine?: (line: string, index: number) => void;
}

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
/** Ctrl-C arrives from the terminal and again from `deno task`; within this time it is one. */
const SAME_SIGNAL_MS = 250;
/** A server that was told to stop and does not is ended the hard way. */
const STOP_GRACE_MS = 10_000;
const ANCESTOR_POLL_MS = 1000;

/** Runs the server until it ends; gives the exit code. */
export async function runServer(start: ServerStart): Promise<number> {
  if (isCut(start.ties, lookUpInProc)) return 1;
  const child = new Deno.Command(start.deno, {
    args: [...start.args],
    cwd: start.cwd,
    clearEnv: true,
    env: { ...start.env },
    stdin: "piped",
    stdout: start.onLine ? "piped" : "inherit",
    stderr: "inherit",
    // In a process group of its own, so that Ctrl-C reaches it once, from us.
    detached: true,
  }).spawn();

  let asked: Deno.Signal | null = null;
  let killTimer: ReturnType<typeof setTimeout> | undefined;
  const stop = (signal: Deno.Signal) => {
    asked ??= signal;
    send(child, signal);
    killTimer ??= setTimeout(() => {
      start.print("the server did not stop in time and was killed\n");
      send(child, "SIGKILL");
    }, STOP_GRACE_MS);
  };
  const unlisten = forwardSignals(stop);
  const poll = start.ties.length === 0 ? undefined : setInterval(() => {
    if (asked === null && isCut(start.ties, lookUpInProc)) stop("SIGTERM");
  }, ANCESTOR_POLL_MS);

  try {
    if (start.onLine) await relayLines(child.stdout, start.onLine);
    const status = await child.status;
    if (status.signal && !asked) {
      start.print(`pilothouse: the server was ended by ${status.signal}\n`);
    }
    return status.code;
  } finally {
    clearInterval(poll);
    clearTimeout(killTimer);
    unlisten();
  }
}

function forwardSignals(stop: (signal: Deno.Signal) => void): () => void {
  const last = new Map<Deno.Signal, number>();
  const deaf = hangupIsNotForUs();
  const listeners = FORWARDED.map((signal) => {
    const listener = () => {
      const now = performance.now();
      const repeated = now - (last.get(signal) ?? -Infinity) < SAME_SIGNAL_MS;
      last.set(signal, now);
      if (!repeated && !(deaf && signal === "SIGHUP")) stop(signal);
    };
    Deno.addSignalListener(signal, listener);
    return () => Deno.removeSignalListener(signal, listener);
  });
  return () => listeners.forEach((remove) => remove());
}

function send(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended already; its status tells the rest.
  }
}

async function relayLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string, index: number) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  let index = 0;
  for await (const bytes of stream) {
    // The bytes go out as they came; lines are only for looking.
    for (let done = 0; done < bytes.length;) done += Deno.stdout.writeSync(bytes.subarray(done));
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line, index++);
  }
}
