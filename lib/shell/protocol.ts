/**
 * What host and server say to each other, version 1: the types of frames and the shapes in them.
 * The host dials the server's socket and says hello; the server attaches or refuses. Pure.
 */
import { z } from "zod";
import type { Block } from "./blocks.ts";
import type { Preview } from "./preview.ts";

export const PROTOCOL_VERSION = 1;

/** Types of frames. */
export const FRAME = {
  // host to server
  hello: 1,
  output: 2,
  resync: 3,
  event: 4,
  reply: 5,
  bye: 6,
  // server to host
  attach: 64,
  refuse: 65,
  request: 66,
  input: 67,
  ack: 68,
} as const;

/** Who dials in. */
export const helloSchema = z.object({
  v: z.number().int(),
  shell_id: z.string().min(1).max(100),
  conversation_id: z.string().min(1).max(200),
  pid: z.number().int(),
  /** The shell's path. */
  shell: z.string(),
  cols: z.number().int(),
  rows: z.number().int(),
  started_at: z.number(),
  /** Numbers that can still be asked for: output by byte, events by count. */
  output_from: z.number(),
  output_to: z.number(),
  event_from: z.number(),
  event_to: z.number(),
});
export type Hello = z.infer<typeof helloSchema>;

/**
 * How much of the output the server wants. `live`: what a screen needs, with jumps under a flood.
 * `durable`: every byte, and the shell waits for the server. `none`: events only.
 */
export const attachSchema = z.object({
  v: z.number().int(),
  output: z.enum(["live", "durable", "none"]),
  /** Go on behind this byte and this event; absent for a server that knows nothing. */
  since_output: z.number().int().min(0).optional(),
  since_event: z.number().int().min(0).optional(),
});
export type Attach = z.infer<typeof attachSchema>;

/** Why a host is not wanted; it ends. */
export const refuseSchema = z.object({ code: z.string(), message: z.string() });

/** What the host tells about blocks, numbered from 1 within a shell. The same lines are in events.jsonl. */
export type ShellEvent =
  | (EventHead & { readonly type: "agent_block_begin"; readonly block: Block })
  | (EventHead & {
    readonly type: "agent_block_delta";
    readonly block_id: string;
    /** Where `text` starts in the block's output, in bytes; there may be a gap before it. */
    readonly offset: number;
    readonly text: string;
  })
  | (EventHead & {
    readonly type: "agent_block_end";
    readonly block: Block;
    readonly preview: Preview;
  });

/** What all events carry. */
export interface EventHead {
  readonly seq: number;
  readonly ts: number;
  readonly conversation_id: string;
  readonly shell_id: string;
}

/** The last words of a host. */
export interface Bye {
  readonly reason: "shell_exited" | "stopped" | "failed";
  readonly exit_code: number | null;
  readonly message: string;
}

const size = z.number().int().min(1).max(1000);
const count = (most: number) => z.number().int().min(1).max(most);
const timeout = z.number().min(0).max(24 * 3_600_000);

/** Requests by name, with their parameters. */
export const requestSchemas = {
  exec: z.object({
    command: z.string().min(1).max(256 * 1024),
    timeout_ms: timeout.default(60_000),
    origin: z.string().min(1).max(100).default("exec"),
  }),
  wait_prompt: z.object({ timeout_ms: timeout.default(60_000) }),
  resize: z.object({ cols: size, rows: size }),
  signal: z.object({
    signal: z.enum(["SIGINT", "SIGTERM", "SIGKILL", "SIGHUP", "SIGQUIT"]),
  }),
  status: z.object({}),
  screen: z.object({}),
  scrollback: z.object({ lines: count(10_000).default(200) }),
  snapshot: z.object({}),
  blocks_list: z.object({
    limit: count(1000).default(50),
    before_seq: z.number().int().optional(),
    after_seq: z.number().int().optional(),
  }),
  blocks_read: z.object({
    block_id: z.string().max(100),
    max_bytes: count(1024 * 1024).default(64 * 1024),
  }),
  blocks_search: z.object({ query: z.string().min(1).max(500), limit: count(100).default(20) }),
  stop: z.object({}),
} as const;

export type RequestName = keyof typeof requestSchemas;
export type RequestParams<K extends RequestName> = z.input<(typeof requestSchemas)[K]>;
export type CheckedParams<K extends RequestName> = z.output<(typeof requestSchemas)[K]>;

/** A refusal on the wire. */
export interface ShellFailure {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

/** A refusal of ours. */
export function failure(code: string, message: string): ShellFailure {
  return { ok: false, code, message };
}

/** What became of a command. */
export interface ExecResult {
  /** Null where nothing ran: a comment, or a line that the shell could not read. */
  readonly block_id: string | null;
  readonly exit_code: number | null;
  /** The output as a screen shows it. */
  readonly output: string;
  readonly truncated: boolean;
  /** Where the shell is now. */
  readonly cwd: string;
  readonly status: Block["status"] | "not_run";
  /** True where the time was over first; the command still runs. */
  readonly timed_out: boolean;
  readonly duration_ms: number | null;
}

/** What is to be seen. */
export interface ScreenView {
  readonly cols: number;
  readonly height: number;
  readonly rows: readonly string[];
  readonly cursor: { readonly x: number; readonly y: number };
  readonly alt_screen: boolean;
}

/** What was scrolled out and what is to be seen, oldest first. */
export interface ScrollbackView {
  readonly lines: readonly string[];
  /** Lines that there are in all. */
  readonly total: number;
}

/** A terminal's state: written to an empty one of this size it gives the same screen. */
export interface Resync {
  /** The state is that after this byte of the output. */
  readonly offset: number;
  readonly cols: number;
  readonly rows: number;
  readonly state: string;
}

/** A block with its text. */
export interface BlockText {
  readonly block: Block;
  readonly text: string;
  /** True where text is missing, at its beginning or in the middle. */
  readonly truncated: boolean;
}

/** A block in which the words were found. */
export interface BlockMatch {
  readonly block: Block;
  /** Lines with the words, a few. */
  readonly lines: readonly string[];
}

/** How the shell is. */
export interface ShellStatus {
  readonly shell_id: string;
  readonly pid: number;
  readonly shell: string;
  readonly phase: "starting" | "prompt" | "running" | "gone";
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
  readonly confidence: "high" | "low";
  readonly running: Block | null;
  readonly waiting: number;
  /** Why its files are not written at the moment, or null. */
  readonly problem: string | null;
}

/** Answers by request. */
export interface Replies {
  exec: ExecResult;
  wait_prompt: { readonly ready: boolean };
  resize: Record<never, never>;
  signal: Record<never, never>;
  status: ShellStatus;
  screen: ScreenView;
  scrollback: ScrollbackView;
  snapshot: Resync;
  blocks_list: { readonly blocks: readonly Block[] };
  blocks_read: BlockText;
  blocks_search: { readonly matches: readonly BlockMatch[] };
  stop: Record<never, never>;
}
