// Hosts as processes of their own, with the permissions that the launcher gives them, and a server's
// side of the socket in this process. Ends all of them, and removes their folder, in any case.

import { join } from "node:path";
import { programAt } from "../../lib/cli/launcher/program.ts";
import { shellHostArgs } from "../../lib/cli/launcher/wrappers.ts";
import { AgentShells } from "../../lib/shell/agent_shells.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { withCleanUp } from "../harness/lifetime.ts";
import { processesOf } from "../harness/processes.ts";
import { waitFor } from "../harness/wait.ts";

/** How long a busy machine may take for anything. */
export const LONG = { timeoutMs: 20_000 };

/** A place for hosts. */
export interface Ground {
  readonly root: string;
  /** The folder of each shell's files is the conversation's id below this one. */
  readonly files: string;
  /** A server: what listens for hosts. */
  serve(graceS?: number): Promise<AgentShells>;
  /** All processes of this ground, by their environment. */
  processes(): string[];
}

/** Runs `fn` with a place of its own. */
export async function withGround<T>(fn: (ground: Ground) => Promise<T>): Promise<T> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "ph-host-" }));
  const home = join(root, "home");
  await Deno.mkdir(home);
  await Deno.writeTextFile(join(home, ".bashrc"), "PS1='$ '\n");
  const files = join(root, "agent_pty");
  const marker = crypto.randomUUID();
  const socket = join(root, "s.sock");
  const servers: AgentShells[] = [];
  const program = programAt(REPOSITORY, (name) => Deno.env.get(name));
  const { HOME = "", XDG_CACHE_HOME = join(HOME, ".cache") } = Deno.env.toObject();
  const denoDir = Deno.env.get("DENO_DIR") ?? join(XDG_CACHE_HOME, "deno");
  const set = [
    `HOME=${home}`,
    `DENO_DIR=${denoDir}`,
    `PILOTHOUSE_TEST_RUN=${marker}`,
    "SHELL=/bin/bash",
  ];
  const ground: Ground = {
    root,
    files,
    async serve(graceS = 20) {
      const server = await AgentShells.listen({
        command: ["/usr/bin/env", ...set, program.deno, ...shellHostArgs(program, socket)],
        ...{ socket, graceS, log: () => {} },
        placeOf: (id) => Promise.resolve({ agentPty: join(files, id), cwd: home }),
      });
      servers.push(server);
      return server;
    },
    processes: () => processesOf(marker).map(({ command }) => command),
  };
  const cleanUp = async () => {
    await Promise.all(servers.map((server) => server.close()));
    try {
      await waitFor(() => ground.processes().length === 0, { ...LONG, what: "all to end" });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  };
  return await withCleanUp(cleanUp, () => fn(ground));
}
