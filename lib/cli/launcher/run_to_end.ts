/**
 * Runs a program of the build to its end and keeps what it says, since our stdout belongs to the
 * server's first line. If we are told to stop meanwhile, it is stopped too.
 */

const STOPPING = [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const;

/** Runs `program`; `said` is what it wrote, errors first. */
export async function runToEnd(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ success: boolean; said: string }> {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
  }).spawn();
  const listeners = STOPPING.map(([signal, code]) => {
    const listener = () => {
      child.kill("SIGKILL");
      Deno.exit(code);
    };
    Deno.addSignalListener(signal, listener);
    return () => Deno.removeSignalListener(signal, listener);
  });
  try {
    const { success, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { success, said: (decoder.decode(stderr) + decoder.decode(stdout)).trimEnd() };
  } finally {
    listeners.forEach((remove) => remove());
  }
}
