/**
 * The real terminal: complete writes to stdout and stderr, environment, current folder.
 */
import type { Terminal } from "./command.ts";

/** The terminal of this process. `cwd` overrides the current folder. */
export function denoTerminal(cwd?: string): Terminal {
  return {
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => writeAll(Deno.stderr, text),
    env: (name) => Deno.env.get(name),
    cwd: cwd ?? Deno.cwd(),
  };
}

function writeAll(
  stream: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let done = 0; done < bytes.length;) {
      done += stream.writeSync(bytes.subarray(done));
    }
  } catch (error) {
    // `pilothouse help | head -1` closes the pipe; that is no failure of ours.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
