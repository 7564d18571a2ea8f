// Runs a command to its end within a time limit, for the parts of the harness that fetch or
// unpack something. A command that is slow, absent or fails becomes an Error with one line in it.

/** What to run, and for how long at most. */
export interface BoundedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs it and returns its stdout; throws an Error of one line where it did not succeed. */
export async function runBounded(what: BoundedCommand): Promise<string> {
  const limit = AbortSignal.timeout(what.timeoutMs);
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(what.command, {
      args: [...what.args],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: limit,
      ...(what.cwd === undefined ? {} : { cwd: what.cwd }),
      ...(what.env === undefined ? {} : { env: { ...what.env } }),
    }).output();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new Error(`${what.command} is not on PATH`);
    throw error;
  }
  if (limit.aborted) {
    throw new Error(`${what.command} was not done after ${what.timeoutMs / 1000} s`);
  }
  if (!output.success) {
    const said = tellingLine(new TextDecoder().decode(output.stderr));
    throw new Error(`${what.command} ended with code ${output.code}: ${said}`);
  }
  return new TextDecoder().decode(output.stdout);
}

/** The line of a tool's stderr that says most: its first error, else its last words. */
export function tellingLine(stderr: string): string {
  const lines = stderr.split("\n").map(withoutEscapes).filter((line) => line !== "");
  const reason = lines.find((line) => /request to .* failed|error sending request/i.test(line));
  const error = lines.find((line) => /error/i.test(line) && !/^npm error code/i.test(line));
  return reason ?? error ?? lines.at(-1) ?? "it said nothing";
}

function withoutEscapes(line: string): string {
  // deno-lint-ignore no-control-regex -- colour codes start with the escape character
  return line.replace(/\x1b\[[0-9;]*m/g, "").trim();
}
