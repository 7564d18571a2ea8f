/** The rollout that a request means, by its path or by its thread. */
import { z } from "zod";
import { ActionFailure } from "../gateway/failure.ts";
import type { RolloutFile } from "../transcript/rollouts/rollout_files.ts";
import type { Services } from "./services.ts";

/** How a request names one. */
export const rolloutName = {
  path: z.string().min(1).max(4096).optional(),
  thread_id: z.string().min(1).max(200).optional(),
} as const;

/** The file; throws what the caller is to be told. */
export async function rolloutOf(
  { rollouts: { files } }: Pick<Services, "rollouts">,
  { path, thread_id }: { path?: string | undefined; thread_id?: string | undefined },
): Promise<RolloutFile> {
  if (path === undefined && thread_id === undefined) {
    throw new ActionFailure(400, "invalid_query", "name a path or a thread_id");
  }
  const file = path !== undefined ? await files.find(path) : await files.ofThread(thread_id ?? "");
  if (file !== null) return file;
  throw new ActionFailure(404, "unknown_rollout", `there is no rollout ${path ?? thread_id}`);
}
