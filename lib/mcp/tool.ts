/**
 * What a tool of the agent is: a name, what it is for, what it takes, and what it does for one
 * conversation. Tools see the world through `ToolHost` only, which is bound to a conversation: there
 * is no way to name another one's shell.
 */
import { z } from "zod";
import type { Block } from "../shell/blocks.ts";
import type {
  BlockMatch,
  BlockText,
  ExecResult,
  ScreenView,
  ScrollbackView,
  ShellFailure,
  ShellStatus,
} from "../shell/protocol.ts";

type OrFailure<T> = Promise<T | ShellFailure>;

/** A running shell, as far as tools use it. */
export interface ToolShell {
  screen(): OrFailure<ScreenView>;
  scrollback(lines: number): OrFailure<ScrollbackView>;
  status(): OrFailure<ShellStatus>;
  exec(command: string, timeoutMs: number): OrFailure<ExecResult>;
  waitPrompt(timeoutMs: number): OrFailure<{ readonly ready: boolean }>;
  /** False if the keys could not be sent. */
  write(keys: string): boolean;
}

/** An event as the agent is told of it; all of it is data from outside. */
export type ToldEvent = Readonly<Record<string, unknown>>;

/** What the tools of one conversation may use. */
export interface ToolHost {
  /** The shell if it runs; it is not started for someone who only looks. */
  running(): ToolShell | null;
  /** The shell, started where there is none. */
  shell(): OrFailure<ToolShell>;
  blocks(query: { limit: number; before_seq?: number | undefined }): OrFailure<readonly Block[]>;
  block(query: { block_id: string; max_bytes: number }): OrFailure<BlockText>;
  search(query: { query: string; limit: number }): OrFailure<readonly BlockMatch[]>;
  events(query: { limit: number; unread: boolean }): OrFailure<readonly ToldEvent[]>;
  ackEvents(ids: readonly string[]): OrFailure<ToldEvent>;
  send(message: { to: string; text: string; title?: string | undefined }): OrFailure<ToldEvent>;
}

/** One tool. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** It changes nothing; the agent's program need not ask a person. */
  readonly readOnly: boolean;
  call(args: unknown, host: ToolHost): Promise<string | ShellFailure>;
}

/** Ties what a tool takes to what it does. */
export function tool<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  run: (
    args: z.output<z.ZodObject<Shape>>,
    host: ToolHost,
  ) => Promise<string | ShellFailure>,
  readOnly = true,
): Tool {
  const input = z.strictObject(shape);
  const call = (args: unknown, host: ToolHost) => run(args as z.output<z.ZodObject<Shape>>, host);
  return { name, description, input, readOnly, call };
}

/** True for a refusal. */
export function isFailure(answer: unknown): answer is ShellFailure {
  return typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false;
}
