// The whole service as a user starts it: launcher, scoped server, agent, on a free port with
// temporary homes. Hands out what a test needs to talk to it, and guarantees that nothing of it
// survives the test. Knows the command line and the first two lines of output, nothing inside.

import { delimiter, join } from "node:path";
import { existsSync, REPOSITORY } from "./cache_folder.ts";
import { codexAppServer, writeCodexConfig } from "./codex.ts";
import { withCleanUp } from "./lifetime.ts";
import { ProcessTree } from "./process_tree.ts";
import type { ProcessInfo } from "./processes.ts";
import { waitFor } from "./wait.ts";

export { processesOf } from "./processes.ts";
export { freePort, waitFor } from "./wait.ts";

/** How to start the service. Without anything, the demo agent answers. */
export interface ServiceOptions {
  /** The real codex on the scripted model at this URL. Needs the part "codex". */
  readonly modelUrl?: string;
  /** More lines for codex's config.toml, such as an MCP server. */
  readonly codexConfig?: string;
  /** Any other command as app-server. */
  readonly appServer?: string;
  /** Folders to use and keep, where a test starts the service twice on the same ones. */
  readonly home?: string;
  readonly codexHome?: string;
  readonly cwd?: string;
  /** The port to listen on, where it must be the same twice; else a free one. */
  readonly port?: number;
  /** More flags of `deno task start`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A running service. */
export interface Service {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** The one-time link that logs a browser in. */
  readonly loginUrl: string;
  /** The bearer token, as in `<home>/token`. */
  readonly token: string;
  readonly home: string;
  readonly codexHome: string;
  readonly cwd: string;
  readonly pids: { readonly launcher: number; readonly server: number };
  stderr(): string;
  /** Everything that is running on its behalf. */
  processes(): ProcessInfo[];
  /** fetch with the bearer token; `path` starts with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Ends it early by a signal to one of `pids`; returns who was still there 5 s later. */
  end(name: Deno.Signal, pid?: number): Promise<ProcessInfo[]>;
}

// The first start builds the page, and fetches what it imports.
const START_LIMIT_MS = 60_000;

/** Starts the service, runs `fn`, stops it, and fails if one of its processes did not go. */
export async function withService<T>(
  options: ServiceOptions,
  fn: (service: Service) => Promise<T>,
): Promise<T> {
  const root = await Deno.makeTempDir({ prefix: "ph-" });
  const { home = join(root, "home"), codexHome = join(root, "codex"), cwd = join(root, "work") } =
    options;
  const person = join(root, "person");
  for (const folder of [home, codexHome, cwd, person]) {
    await Deno.mkdir(folder, { recursive: true });
  }
  if (options.modelUrl !== undefined) {
    await writeCodexConfig(codexHome, options.modelUrl, options.codexConfig);
  }
  const tree = new ProcessTree({
    command: [Deno.execPath(), "run", "-A", "lib/cli/launch.ts"].concat(
      [
        "--port",
        String(options.port ?? 0),
        "--home",
        home,
        "--codex-home",
        codexHome,
        "--cwd",
        cwd,
      ],
      agentFlags(options),
      options.args ?? [],
    ),
    cwd: REPOSITORY,
    env: { PATH: pathWithoutCodex(), ...emptyHome(person), ...options.env },
  });
  let ended = false;
  const stop = async () => {
    try {
      if (!ended) await tree.stopCleanly();
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  };
  return await withCleanUp(stop, async () => {
    const { url, loginUrl } = await addresses(tree);
    const token = (await Deno.readTextFile(join(home, "token"))).trim();
    return await fn({
      ...{ url, loginUrl, token, home, codexHome, cwd },
      pids: { launcher: tree.pid, server: serverPid(tree) },
      stderr: () => tree.stderr,
      processes: () => tree.processes(),
      fetch: (path, init) => fetch(url + path, withBearer(token, init)),
      end: (name, pid) => {
        ended = true;
        return tree.stop(name, pid);
      },
    });
  });
}

/** The two lines that the service prints first, and prints first in fact. */
async function addresses(tree: ProcessTree): Promise<{ url: string; loginUrl: string }> {
  const lines = () => tree.stdout.length >= 2 || tree.status !== undefined;
  await waitFor(lines, { timeoutMs: START_LIMIT_MS, what: "the service to listen" })
    .catch(() => failToStart(tree, "it did not say where it listens"));
  const [first = "", second = ""] = tree.stdout;
  const url = /^pilothouse listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(first)?.[1];
  if (url === undefined) return failToStart(tree, "its first line does not say where it listens");
  if (!second.startsWith(`${url}/login?t=`)) {
    return failToStart(tree, "its second line is not the link to open");
  }
  return { url, loginUrl: second };
}

function failToStart(tree: ProcessTree, reason: string): never {
  const ended = tree.status === undefined ? "" : `, exit code ${tree.status.code}`;
  const said = [...tree.stdout, tree.stderr.slice(-4_000)].join("\n");
  throw new Error(`the service did not start: ${reason}${ended}\n${said}`);
}

function serverPid(tree: ProcessTree): number {
  const children = tree.processes().filter(({ parent }) => parent === tree.pid);
  const [server] = children.filter(({ command }) => command.includes(" serve "));
  if (server === undefined) throw new Error("the launcher has no server below it");
  return server.pid;
}

function agentFlags({ modelUrl, appServer }: ServiceOptions): string[] {
  if (appServer !== undefined) return ["--app-server", appServer];
  if (modelUrl === undefined) return [];
  return ["--app-server", codexAppServer().map((word) => JSON.stringify(word)).join(" ")];
}

// A codex on the developer's PATH would be taken for the agent, where a test wants the demo.
function pathWithoutCodex(): string {
  const folders = (Deno.env.get("PATH") ?? "").split(delimiter);
  return folders.filter((folder) => !existsSync(join(folder, "codex"))).join(delimiter);
}

// The agent's commands run in a login shell: with our own HOME they would run our profile, too, and
// what a killed profile leaves locked would hang the next test.
function emptyHome(home: string): Record<string, string> {
  const { HOME = "", XDG_CACHE_HOME = join(HOME, ".cache") } = Deno.env.toObject();
  return { HOME: home, DENO_DIR: Deno.env.get("DENO_DIR") ?? join(XDG_CACHE_HOME, "deno") };
}

function withBearer(token: string, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
