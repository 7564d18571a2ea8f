/**
 * Answers the server's requests: a function each, behind one check of their parameters. A refusal
 * says what was wrong; nothing here throws at the server.
 */
import { z } from "zod";
import { searchBlocks, selectBlocks } from "../block_files.ts";
import type { Block } from "../blocks.ts";
import { joined } from "../frames.ts";
import {
  type CheckedParams,
  failure,
  type Replies,
  type RequestName,
  requestSchemas,
  type ShellFailure,
} from "../protocol.ts";
import { blockText } from "./block_text.ts";
import type { ShellSession } from "./session.ts";

type Answer<K extends RequestName> = Replies[K] | ShellFailure;
type Handlers = {
  readonly [K in RequestName]: (
    session: ShellSession,
    params: CheckedParams<K>,
    stop: () => void,
  ) => Answer<K> | Promise<Answer<K>>;
};

/** A reply as it goes out. */
export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | ({ readonly id: number } & ShellFailure);

const SNAPSHOT_SCROLLBACK = 2_000;
const LOOK_EVERY_MS = 10;

const HANDLERS: Handlers = {
  exec: (session, params) => session.execs.exec(params),
  wait_prompt: async (session, { timeout_ms }) => {
    const deadline = performance.now() + timeout_ms;
    while (!session.isReady() && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return { ready: session.isReady() };
  },
  resize: (session, { cols, rows }) => {
    session.resize(cols, rows);
    return {};
  },
  signal: (session, { signal }) =>
    session.signal(signal) ? {} : failure("nothing_running", "no command runs in the shell"),
  status: (session) => session.status,
  screen: (session) => onScreen(session, () => session.screen.view()),
  scrollback: (session, { lines }) => onScreen(session, () => session.screen.scrollback(lines)),
  snapshot: (session) => session.screen.resync(SNAPSHOT_SCROLLBACK),
  blocks_list: (session, params) => ({ blocks: selectBlocks(allBlocks(session), params) }),
  blocks_read: async (session, { block_id, max_bytes }) => {
    const found = session.recorder.find(block_id, session.status.running);
    if (found === null) return failure("unknown_block", `there is no block ${block_id} any more`);
    const { text, truncated } = await blockText(found.kept, found.block.cols, max_bytes);
    return { block: found.block, text, truncated: truncated || found.block.truncated };
  },
  blocks_search: (session, params) => ({
    matches: searchBlocks(allBlocks(session), (block) => outputOf(session, block), params),
  }),
  stop: (_session, _params, stop) => {
    // The answer has to get out first.
    setTimeout(stop, 0);
    return {};
  },
};

const requestSchema = z.object({
  id: z.number().int(),
  method: z.string(),
  params: z.unknown(),
});

/** The reply to a request, or null where it has not even a number to answer to. */
export async function answer(
  value: unknown,
  session: ShellSession,
  stop: () => void,
): Promise<Reply | null> {
  const request = requestSchema.safeParse(value);
  if (!request.success) return null;
  const { id, method, params } = request.data;
  if (!isRequestName(method)) return { id, ...failure("unknown_method", `no method ${method}`) };
  const checked = requestSchemas[method].safeParse(params ?? {});
  if (!checked.success) {
    return { id, ...failure("invalid_params", z.prettifyError(checked.error)) };
  }
  try {
    const handler = HANDLERS[method] as Handlers["status"];
    const result: unknown = await handler(session, checked.data as CheckedParams<"status">, stop);
    if (isFailure(result)) return { id, ...result };
    return { id, ok: true, value: result };
  } catch (error) {
    return { id, ...failure("failed", error instanceof Error ? error.message : String(error)) };
  }
}

function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(HANDLERS, name);
}

function isFailure(value: unknown): value is ShellFailure {
  return typeof value === "object" && value !== null && "ok" in value && value.ok === false;
}

function onScreen<T>({ screen }: ShellSession, look: () => T): Promise<T> {
  return new Promise((resolve) => screen.after(() => resolve(look())));
}

function allBlocks(session: ShellSession): Block[] {
  const { running } = session.status;
  return [...session.recorder.store.blocks, ...(running === null ? [] : [running])];
}

function outputOf(session: ShellSession, block: Block): Uint8Array {
  const found = session.recorder.find(block.block_id, session.status.running);
  return found === null ? new Uint8Array(0) : joined([found.kept.head, found.kept.tail]);
}
