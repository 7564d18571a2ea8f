// Runs Deno on a small app in a temporary folder: once to its end, or as a server for the length of
// a block. The folder goes with the block.
import { withCleanUp } from "../harness/lifetime.ts";

const ENV = { NO_COLOR: "1" };

/** Runs deno in a folder to its end; a failure is thrown with what it printed. */
export async function runDeno(cwd: string, ...args: string[]): Promise<void> {
  const command = new Deno.Command(Deno.execPath(), { args, cwd, env: ENV });
  const { success, stdout, stderr } = await command.output();
  if (success) return;
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  throw new Error(`deno ${args.join(" ")} failed:\n${out}${err}`);
}

/** Serves the finished build of the folder while `fn` runs. */
export function withBuiltApp<T>(folder: string, fn: (port: number) => Promise<T>): Promise<T> {
  const args = ["serve", "-A", "--host=127.0.0.1", "--port=0", "_fresh/server.js"];
  return withServer(folder, args, fn);
}

/** Starts a server, waits until it prints where it listens, and ends it after `fn`. */
export async function withServer<T>(
  folder: string,
  args: string[],
  fn: (port: number) => Promise<T>,
): Promise<T> {
  const options = { args, cwd: folder, env: ENV, stdout: "piped", stderr: "piped" } as const;
  const child = new Deno.Command(Deno.execPath(), options).spawn();
  const port = Promise.withResolvers<number>();
  let printed = "";
  const drain = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      printed += text;
      const match = /istening on http:\/\/\S+:(\d+)/.exec(printed);
      if (match) port.resolve(Number(match[1]));
    }
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]).then(() =>
    port.reject(new Error(`The server ended before it listened:\n${printed}`))
  );
  const stop = async () => {
    try {
      child.kill("SIGKILL");
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
    await child.status;
    await drained;
  };
  return await withCleanUp(stop, async () => await fn(await port.promise));
}

/** Removes the folder after `fn`. */
export async function withFolder<T>(folder: string, fn: () => Promise<T>): Promise<T> {
  return await withCleanUp(() => Deno.remove(folder, { recursive: true }), fn);
}
