// `pilothouse events …` as a process, and a thread for it: on folders alone, or of a running service.

import { join } from "node:path";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { type Service, waitFor } from "../harness/service.ts";

/** How a command ended, and what it said. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The two homes. */
export interface Homes {
  readonly home: string;
  readonly codexHome: string;
}

export const THREAD = "thr_of_a_test";

/** The words that start the command line, without `events`. */
export const PROGRAM = [
  ...[Deno.execPath(), "run", "-A", "--no-lock", "--quiet", "--cached-only"],
  ...["--config", join(REPOSITORY, "deno.json"), join(REPOSITORY, "main.ts")],
];

/** Starts `pilothouse events …` with these homes. */
export function startEvents(
  { home, codexHome }: Homes,
  words: readonly string[],
  options: Partial<Deno.CommandOptions> = {},
): Deno.ChildProcess {
  const [program = "", ...args] = PROGRAM;
  return new Deno.Command(program, {
    ...{ stdin: "null", stdout: "piped", stderr: "piped", ...options },
    args: [...args, "events", ...words],
    env: { PILOTHOUSE_HOME: home, CODEX_HOME: codexHome, NO_COLOR: "1", ...options.env },
  }).spawn();
}

/** Runs it to its end. */
export async function events(
  homes: Homes,
  words: readonly string[],
  input?: string,
): Promise<Said> {
  const child = startEvents(homes, words, input === undefined ? {} : { stdin: "piped" });
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

/** Folders with one thread that a server has served and left. */
export async function withThreadFolder(
  fn: (homes: Homes, folder: string) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-events-" });
  const homes = { home: join(root, "home"), codexHome: join(root, "codex") };
  const folder = join(homes.codexHome, "sessions", THREAD);
  try {
    await Deno.mkdir(homes.home, { recursive: true, mode: 0o700 });
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const discovery = { thread_id: THREAD, http: null, ipc: null, token: "codex_evt_tok_none" };
    await Deno.writeTextFile(join(folder, "external_events.json"), JSON.stringify(discovery), {
      mode: 0o600,
    });
    await fn(homes, folder);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** The lines of a thread's inbox file, parsed. */
export function inboxOf(folder: string): Record<string, unknown>[] {
  const text = Deno.readTextFileSync(join(folder, "external_events.inbox.jsonl"));
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** A conversation of the demo agent that has a thread and is at rest. */
export async function threadOf(service: Service): Promise<{ id: string; threadId: string }> {
  const post = async (path: string, body: unknown) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    return await (await service.fetch(`/api/appserver/${path}`, init)).json();
  };
  const { id } = await post("conversations", {});
  const { thread_id } = await post("message", { conversation_id: id, text: "hello" });
  await waitFor(async () => {
    const range = `/api/appserver/transcript/range?conversation_id=${id}&limit=50`;
    const { entries } = await (await service.fetch(range)).json();
    const answer = await service.fetch(`/api/appserver/conversations/${id}`);
    return entries.some(({ role }: { role: string }) => role === "assistant") &&
      (await answer.json()).conversation.running === false;
  }, { timeoutMs: 20_000, what: "the first turn to end" });
  const discovery = join(service.codexHome, "sessions", thread_id, "external_events.json");
  await waitFor(async () => JSON.parse(await Deno.readTextFile(discovery)).http !== null, {
    ...{ timeoutMs: 20_000, what: "the thread's discovery file" },
  });
  return { id, threadId: thread_id };
}
