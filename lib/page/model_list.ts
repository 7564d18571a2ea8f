/** The agent's models, read once per page and again when one looks after a while. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Model } from "../gateway/models.ts";
import * as api from "./api.ts";

const FRESH_MS = 5 * 60_000;

const list = signal<readonly Model[]>([]);
let readAt = -Infinity;

/** What is known of them now; empty until they were read. */
export const modelList: ReadonlySignal<readonly Model[]> = list;

/** Reads them if they are not known, or known for long. */
export async function needModels(): Promise<void> {
  if (performance.now() - readAt < FRESH_MS) return;
  readAt = performance.now();
  try {
    list.value = await api.models();
  } catch {
    readAt = -Infinity; // The agent may not run yet: the next look tries again.
  }
}
