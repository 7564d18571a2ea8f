// What a bench asks the flooding agent for, by the text of a message, and the service on that agent.

import { join } from "node:path";
import { REPOSITORY } from "../tests/harness/cache_folder.ts";
import { type Service, type ServiceOptions, withService } from "../tests/harness/service.ts";
import { post } from "./event_socket.ts";

/** A turn to be. */
export interface Flood {
  readonly deltas: number;
  /** As quickly as they are taken where this is left out. */
  readonly per_second?: number;
  /** `times`: the moment at which each was said; `numbers`: 400 bytes each. */
  readonly text: "numbers" | "words" | "times" | "markdown";
  /** All in one message; else a thousand in each. */
  readonly in_one?: boolean;
}

/** Runs `fn` with the service on the flooding agent. */
export function withFloods<T>(
  fn: (service: Service) => Promise<T>,
  options: ServiceOptions = {},
): Promise<T> {
  const agent = join(REPOSITORY, "bench", "flooding_agent.ts");
  const appServer = `"${Deno.execPath()}" run --no-lock "${agent}"`;
  return withService({ appServer, ...options }, fn);
}

/** Starts a flood. */
export async function flood(service: Service, id: string, wanted: Flood): Promise<void> {
  await post(service, "message", { conversation_id: id, text: JSON.stringify(wanted) });
}
