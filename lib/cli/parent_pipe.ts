/**
 * The server's end of the pipe that the launcher holds open: its end means that the launcher is
 * gone, by whatever death, and that the server must stop.
 */

/** Tells the server that its stdin is the launcher's pipe. */
export const PARENT_PIPE_VARIABLE = "PILOTHOUSE_PARENT_PIPE";

/** Calls `onGone` once when the launcher is gone. Does nothing without a launcher. */
export async function watchParentPipe(
  env: (name: string) => string | undefined,
  onGone: () => void,
  stdin: { read(buffer: Uint8Array): Promise<number | null> } = Deno.stdin,
): Promise<void> {
  if (env(PARENT_PIPE_VARIABLE) !== "1") return;
  const buffer = new Uint8Array(64);
  try {
    while (await stdin.read(buffer) !== null);
  } catch {
    // A broken pipe says the same as a closed one.
  }
  onGone();
}
