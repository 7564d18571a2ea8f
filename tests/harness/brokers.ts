// Real brokers on loopback, each with its files in a folder that outlives it, so that a test can kill
// one and start it again where it was. The clients are for the tests' own side of the stream.

import { join } from "node:path";
import { jetstream, jetstreamManager } from "npm:@nats-io/jetstream@3.4.0";
import { connect as connectNats } from "npm:@nats-io/transport-node@3.4.0";
import { createClient } from "npm:@redis/client@5.12.1";
import { ProcessTree } from "./process_tree.ts";
import { waitFor } from "./wait.ts";

export { connectNats, createClient as createRedis, jetstream, jetstreamManager };

/** A program that can be killed and started again. */
export interface Restartable {
  readonly name: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** A broker in `folder` on `port`. */
export function natsServer(folder: string, port: number): Restartable {
  return broker("nats-server", port, [
    ...["nats-server", "-a", "127.0.0.1", "-p", String(port)],
    ...["-js", "-sd", join(folder, "nats")],
  ]);
}

export function redisServer(folder: string, port: number): Restartable {
  return broker("redis-server", port, [
    ...["redis-server", "--bind", "127.0.0.1", "--port", String(port), "--dir", folder],
    ...["--appendonly", "yes", "--appendfsync", "always", "--save", ""],
  ]);
}

function broker(name: string, port: number, command: readonly string[]): Restartable {
  let tree: ProcessTree | null = null;
  return {
    name,
    async start() {
      tree = new ProcessTree({ command });
      await waitFor(() => answers(port), { timeoutMs: 30_000, what: `${name} to listen` });
    },
    async kill() {
      await tree?.stop("SIGKILL");
      tree = null;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  using _ = await Deno.connect({ hostname: "127.0.0.1", port });
  return true;
}
