/** What a session is made from, and whom it tells. */
import type { ShellEvent } from "../protocol.ts";
import type { ShellSpec } from "../spec.ts";

/** One shell to be. */
export interface SessionOptions {
  readonly spec: ShellSpec;
  /** Program and arguments of the shell. */
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The conversation's `agent_pty` folder; it exists. */
  readonly agentPty: string;
  readonly conversationId: string;
  readonly shellId: string;
  readonly now: () => number;
  /** This process, where it adopts orphans: all below it then belongs to the shell. */
  readonly adopter: number | null;
  /** Output came; it is in the ring. */
  readonly onOutput: () => void;
  readonly onEvent: (event: ShellEvent) => void;
  /** The shell has ended, and all that it wrote is dealt with. */
  readonly onExit: (exitCode: number | null) => void;
}
