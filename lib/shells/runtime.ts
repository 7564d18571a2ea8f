/**
 * The runtime: one folder per secret and working folder, so that projects never see each other's
 * shells. Owns the secret's rules, the fingerprint and the layout of `runtimes/`.
 */
import { createHmac } from "node:crypto";
import { join } from "@std/path";
import { writeJsonFile } from "../disk/json_file.ts";

export const SECRET_VARIABLE = "PILOTHOUSE_SECRET";
const SHORTEST_SECRET = 16;

/** Where the runtimes of a home are. */
export function runtimesFolder(home: string): string {
  return join(home, "runtimes");
}

/** Where the shells of a runtime are. */
export function shellsFolder(runtime: string): string {
  return join(runtime, "shells");
}

/**
 * The runtime secret: the variable, else the file in the home, which is made at first start.
 * There is no third way: without a secret nothing is started.
 */
export async function runtimeSecret(
  home: string,
  env: (name: string) => string | undefined,
  load: (path: string) => Promise<string>,
): Promise<string> {
  const given = env(SECRET_VARIABLE);
  if (given) {
    if (given.length >= SHORTEST_SECRET) return given;
    throw new Error(
      `${SECRET_VARIABLE} is too short: give it ${SHORTEST_SECRET} characters or more, or unset ` +
        `it to use the file ${join(home, "secret")}`,
    );
  }
  try {
    return await load(join(home, "secret"));
  } catch (error) {
    throw new Error(
      `a runtime secret is required, and there is none: ${(error as Error).message}; or set ` +
        SECRET_VARIABLE,
      { cause: error },
    );
  }
}

/** The name of the runtime of a working folder; it tells neither the folder nor the secret. */
export function fingerprint(secret: string, cwd: string): string {
  return createHmac("sha256", secret).update(`runtime:${cwd}`).digest("hex").slice(0, 24);
}

/** Makes the folder of a runtime, with a note for people about what it belongs to. */
export async function openRuntime(
  home: string,
  secret: string,
  cwd: string,
  nowIso: string,
): Promise<string> {
  // The same folder under two names is one project.
  const folder = await Deno.realPath(cwd).catch(() => cwd);
  const runtime = join(runtimesFolder(home), fingerprint(secret, folder));
  for (const path of [runtimesFolder(home), runtime, shellsFolder(runtime)]) {
    await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  }
  const note = { cwd: folder, last_used_at: nowIso };
  await writeJsonFile(join(runtime, "runtime.json"), note);
  return runtime;
}
