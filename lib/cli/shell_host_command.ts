/**
 * How the server starts the host of a shell, and where it listens for hosts. The launcher decides
 * and tells by variables; a server without a launcher decides for itself.
 */
import { thisProgram } from "./launcher/program.ts";
import { shellHostArgs } from "./launcher/wrappers.ts";
import { shellSocketPath } from "../shell/socket_path.ts";
import type { Config } from "../config/schema.ts";

/** Set by the launcher to the script that starts a host. */
export const SHELL_HOST_VARIABLE = "PILOTHOUSE_SHELL_HOST";
/** Set by the launcher to the socket that the server may listen on. */
export const SHELL_SOCKET_VARIABLE = "PILOTHOUSE_SHELL_SOCKET";

/** A command to start hosts with, and the socket that they dial. */
export interface ShellHostCommand {
  readonly command: readonly [string, ...string[]];
  readonly socket: string;
}

/** What the server is to use. */
export function shellHostCommand(
  config: Pick<Config, "home" | "cwd">,
  env: (name: string) => string | undefined,
): ShellHostCommand {
  const [script, socket] = [env(SHELL_HOST_VARIABLE), env(SHELL_SOCKET_VARIABLE)];
  if (script && socket) return { command: [script], socket };
  const path = shellSocketPath({ ...config, runtimeDir: env("XDG_RUNTIME_DIR") });
  const program = thisProgram(env);
  return { command: [program.deno, ...shellHostArgs(program, path)], socket: path };
}
