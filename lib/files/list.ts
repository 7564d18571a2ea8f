/**
 * Lists the files of a folder: by ripgrep, which is fast and knows what .gitignore leaves out, or
 * by walking where it is missing. Bounded in number and time; paths are relative to the folder.
 */
import { walkFiles } from "./walk.ts";

export interface Limits {
  /** No more files than this. */
  readonly files: number;
  readonly signal: AbortSignal;
}

const ARGS = ["--files", "--hidden", "--no-require-git", "--no-messages", "--no-config", "--null"];

/** The files below `cwd`. */
export async function listFiles(
  cwd: string,
  limits: Limits,
  program = "rg",
): Promise<string[]> {
  return await byRipgrep(cwd, limits, program) ?? await walkFiles(cwd, limits);
}

/** Null where ripgrep cannot be run. */
async function byRipgrep(cwd: string, limits: Limits, program: string): Promise<string[] | null> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args: [...ARGS, "--glob", "!.git"],
      cwd,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch {
    return null;
  }
  const stop = () => end(child);
  limits.signal.addEventListener("abort", stop);
  try {
    return await readPaths(child.stdout, limits.files);
  } finally {
    limits.signal.removeEventListener("abort", stop);
    stop();
    await child.status;
  }
}

async function readPaths(bytes: ReadableStream<Uint8Array>, limit: number): Promise<string[]> {
  const paths: string[] = [];
  let rest = "";
  for await (const text of bytes.pipeThrough(new TextDecoderStream() as Decoder)) {
    const parts = (rest + text).split("\0");
    rest = parts.pop() ?? "";
    for (const path of parts) if (paths.push(path) >= limit) return paths;
  }
  return paths;
}

type Decoder = TransformStream<Uint8Array, string>;

function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
