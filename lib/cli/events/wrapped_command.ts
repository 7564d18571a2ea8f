/**
 * Runs a command as if it had been started directly: its input is ours, its output goes through byte
 * by byte, signals reach it, its exit code is given back. Beside that it shows the output to a
 * listener. Knows nothing of events.
 */

/** How a command ended. */
export interface Ended {
  /** As a shell would tell it: 128 and the number of the signal that ended it. */
  readonly code: number;
  readonly signal: string | null;
}

/** Those that a person or a supervisor sends to the one whose id they know, which is us. */
const FORWARDED = ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCONT"] as const;
/** Those that a keyboard sends to the whole group: the command has got them already. */
const FROM_KEYBOARD = ["SIGINT", "SIGQUIT"] as const;

/** What a command leaves running may hold its output open: that much longer it is read. */
const QUIET_MS = 250;

/** Starts it; throws NotFound or PermissionDenied if it cannot be started. */
export async function runWrapped(
  words: readonly string[],
  cwd: string,
  onOutput: (bytes: Uint8Array) => void,
): Promise<Ended> {
  const [program = "", ...args] = words;
  const child = new Deno.Command(program, {
    ...{ args, cwd, stdin: "inherit", stdout: "piped", stderr: "piped" },
  }).spawn();
  const stop = forwardSignals((signal) => child.kill(signal), Deno.stdin.isTerminal());
  let last = performance.now();
  const seen = (bytes: Uint8Array) => {
    last = performance.now();
    onOutput(bytes);
  };
  const copying = Promise.all([
    copy(child.stdout, Deno.stdout, seen),
    copy(child.stderr, Deno.stderr, seen),
  ]);
  const { code, signal } = await child.status;
  last = performance.now();
  await Promise.race([copying, quiet(() => last)]);
  stop();
  return { code, signal };
}

/** Copies until the end, as fast as the reader takes it; a reader that went away ends the writer. */
async function copy(
  from: ReadableStream<Uint8Array>,
  to: { write(bytes: Uint8Array): Promise<number> },
  seen: (bytes: Uint8Array) => void,
): Promise<void> {
  const reader = from.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      seen(value);
      for (let at = 0; at < value.length;) at += await to.write(value.subarray(at));
    }
  } catch {
    // Nobody reads any more: the command is to notice as it would without us.
    await reader.cancel().catch(() => {});
  }
}

/** Resolves when nothing came for a while. */
async function quiet(last: () => number): Promise<void> {
  for (;;) {
    const left = last() + QUIET_MS - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

function forwardSignals(send: (signal: Deno.Signal) => void, atKeyboard: boolean): () => void {
  const forward = (signal: Deno.Signal) => () => {
    try {
      send(signal);
    } catch {
      // It has ended in this moment.
    }
  };
  const listeners: [Deno.Signal, () => void][] = [
    ...FORWARDED.map((name): [Deno.Signal, () => void] => [name, forward(name)]),
    // Caught in any case: we are to outlive the command and tell of its end.
    ...FROM_KEYBOARD.map((name): [Deno.Signal, () => void] => [
      name,
      atKeyboard ? () => {} : forward(name),
    ]),
  ];
  for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
  };
}
