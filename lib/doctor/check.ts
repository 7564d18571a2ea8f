/**
 * What a check is and what it may touch. A check looks at one thing, changes nothing, and says what
 * to do about what it found. The world is passed in, so that a test can show it a broken one.
 */
import type { Config } from "../config/schema.ts";

/** `fail`: Pilothouse will not work. `warn`: something of it will not, or not safely. */
export type Verdict = "ok" | "warn" | "fail";

export interface Finding {
  readonly verdict: Verdict;
  /** What was found, in one line. */
  readonly says: string;
  /** What to do about it; only where there is something to do. */
  readonly todo?: string;
}

/** What a program said when it was run. */
export interface Ran {
  readonly code: number;
  readonly out: string;
}

export interface FileFacts {
  readonly kind: "file" | "folder" | "socket" | "other";
  readonly mode: number | null;
  readonly own: boolean;
}

/** The machine as checks see it. */
export interface World {
  readonly config: Config;
  readonly env: (name: string) => string | undefined;
  /** Absolute path of a program; undefined if there is none. */
  readonly find: (program: string) => string | undefined;
  /** Runs a program for a few seconds at most; null if it did not come to an end. */
  readonly run: (program: string, args: readonly string[]) => Promise<Ran | null>;
  readonly stat: (path: string) => Promise<FileFacts | null>;
  readonly list: (folder: string) => Promise<readonly string[] | null>;
  /** Why a folder cannot be written, or null. */
  readonly writeProblem: (folder: string) => Promise<string | null>;
  /** Who listens on a port of 127.0.0.1: nobody, we, or somebody else. */
  readonly listener: (port: number) => Promise<"nobody" | "pilothouse" | "other">;
  readonly readText: (path: string) => Promise<string | null>;
  readonly denoVersion: string;
  readonly os: string;
  readonly arch: string;
  /** The command that would be started as the agent. */
  readonly agent: { readonly kind: string; readonly command: readonly string[] };
  /** Where the one socket for events will be, and whether a socket's address holds that path. */
  readonly socket: { readonly path: string; readonly fits: boolean };
  /** Loads the terminal's addon as the shell host does; null if it works, else the reason. */
  readonly ptyProblem: () => Promise<string | null>;
}

export interface Check {
  readonly name: string;
  run(world: World): Promise<Finding> | Finding;
}

export function ok(says: string): Finding {
  return { verdict: "ok", says };
}

export function warn(says: string, todo: string): Finding {
  return { verdict: "warn", says, todo };
}

export function fail(says: string, todo: string): Finding {
  return { verdict: "fail", says, todo };
}
