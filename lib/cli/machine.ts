/** This machine as the doctor's checks see it: looks and runs, changes nothing. */
import { dirname } from "@std/path";
import type { Config } from "../config/schema.ts";
import { systemReason } from "../config/system_reason.ts";
import type { FileFacts, Ran, World } from "../doctor/check.ts";
import { fitsSocket } from "../events/discovery.ts";
import { eventSocketPath } from "../events/socket_path.ts";
import { chooseAgent } from "./agent_command.ts";
import type { Terminal } from "./command.ts";
import { findExecutable } from "./launcher/executables.ts";

const RUN_MS = 10_000;
const ASK_MS = 2_000;
const MOST_TEXT = 4_096;

export function thisMachine(config: Config, { env }: Pick<Terminal, "env">): World {
  const socket = eventSocketPath(config);
  return {
    ...{ config, env, run, stat, list, writeProblem, listener, readText, ptyProblem },
    find: (program) => findExecutable(program, env("PATH")),
    denoVersion: Deno.version.deno,
    os: Deno.build.os,
    arch: Deno.build.arch,
    agent: chooseAgent(config, env),
    socket: { path: socket, fits: fitsSocket(socket) },
  };
}

async function run(program: string, args: readonly string[]): Promise<Ran | null> {
  try {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args: [...args],
      stdin: "null",
      signal: AbortSignal.timeout(RUN_MS),
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, MOST_TEXT));
    return { code, out: text(stdout) || text(stderr) };
  } catch {
    return null;
  }
}

async function stat(path: string): Promise<FileFacts | null> {
  try {
    const { isFile, isDirectory, isSocket, mode, uid } = await Deno.stat(path);
    const kind = isFile ? "file" : isDirectory ? "folder" : isSocket ? "socket" : "other";
    return { kind, mode, own: uid === null || uid === Deno.uid() };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function list(folder: string): Promise<readonly string[] | null> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  } catch {
    return null;
  }
}

/** By writing, since rights alone do not tell of a full or read-only disk. */
async function writeProblem(folder: string): Promise<string | null> {
  try {
    const probe = await Deno.makeTempFile({ dir: folder, prefix: ".write_test_" });
    await Deno.remove(probe);
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

async function listener(port: number): ReturnType<World["listener"]> {
  try {
    using _ = await Deno.connect({ hostname: "127.0.0.1", port });
  } catch {
    return "nobody";
  }
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(ASK_MS),
    });
    return (await response.json()).name === "pilothouse" ? "pilothouse" : "other";
  } catch {
    return "other";
  }
}

async function readText(path: string): Promise<string | null> {
  return await Deno.readTextFile(path).catch(() => null);
}

/** Starts a program in a pseudo-terminal, as the shell host does, and waits for its end. */
async function ptyProblem(): Promise<string | null> {
  try {
    const { spawn } = await import("node-pty");
    const ended = Promise.withResolvers<number>();
    const options = { cwd: dirname(Deno.execPath()), env: {}, cols: 80, rows: 24 };
    const pty = spawn("/bin/sh", ["-c", "exit 7"], options);
    pty.onExit(({ exitCode }: { exitCode: number }) => ended.resolve(exitCode));
    const late = setTimeout(() => ended.resolve(-1), RUN_MS);
    const code = await ended.promise.finally(() => clearTimeout(late));
    return code === 7 ? null : `a shell in it ended with ${code} instead of 7`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
