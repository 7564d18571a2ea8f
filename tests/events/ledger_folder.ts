// A ledger in a temporary folder, with a clock that stands still until it is told to move, and a
// disk that can be told to fail.

import { join } from "node:path";
import { type CrashAt, NO_CRASH } from "../../lib/events/crash_points.ts";
import { type Candidate, Ledger, type LedgerOptions } from "../../lib/events/ledger.ts";
import type { EventRecord } from "../../lib/events/ledger_line.ts";
import { FileDevice, type LogDevice } from "../../lib/events/log_device.ts";
import { parseEventValue } from "../../lib/events/parse_event.ts";
import { trustOf } from "../../lib/events/trust.ts";

/** What a test may turn: the clock, and what the disk refuses. */
export class LedgerFolder {
  readonly path: string;
  now = 1_800_000_000_000;
  failing: "write" | "sync" | null = null;
  readonly problems: string[] = [];
  readonly announced: EventRecord[][] = [];
  readonly states: EventRecord[] = [];
  crash: CrashAt = NO_CRASH;
  #open: Ledger | null = null;

  constructor(readonly folder: string) {
    this.path = join(folder, "external_events.log.jsonl");
  }

  /** Opens the ledger, again if it was open: as a restart does, but without a goodbye. */
  async open(options: Partial<LedgerOptions> = {}): Promise<Ledger> {
    await this.#open?.close();
    this.#open = await Ledger.open({
      path: this.path,
      now: () => this.now,
      crash: (point) => this.crash(point),
      report: (problem) => this.problems.push(problem),
      onAccepted: (records) => this.announced.push([...records]),
      onState: (record) => this.states.push(record),
      openDevice: (path) => new FailingDevice(new FileDevice(path), () => this.failing),
      ...options,
    });
    return this.#open;
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = null;
  }

  lines(): string[] {
    return Deno.readTextFileSync(this.path).split("\n").filter((line) => line !== "");
  }
}

/** Runs a test with a folder that is gone afterwards. */
export async function inLedgerFolder(fn: (folder: LedgerFolder) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-ledger-" });
  const folder = new LedgerFolder(root);
  try {
    await fn(folder);
  } finally {
    await folder.close();
    await Deno.remove(root, { recursive: true });
  }
}

/** An event as a door hands it over. */
export function candidate(
  id: string,
  fields: Partial<Candidate> & { title?: string } = {},
): Candidate {
  const { title = `title of ${id}`, ...others } = fields;
  const parsed = parseEventValue({
    schema_version: 1,
    event_id: id,
    time_unix_ms: 1_730_831_111_000,
    type: "build.failed",
    severity: "error",
    title,
    summary: "",
  }, { threadId: "thr_1", nowMs: 0 });
  if (!parsed.ok) throw new Error(parsed.message);
  return {
    event: parsed.event,
    trust: trustOf({ provenance: "event_token" }),
    ...{ door: "http", state: "queued", mode: "queue_for_next_turn", reason: "default policy" },
    ...others,
  };
}

class FailingDevice implements LogDevice {
  readonly #inner: LogDevice;
  readonly #failing: () => "write" | "sync" | null;

  constructor(inner: LogDevice, failing: () => "write" | "sync" | null) {
    this.#inner = inner;
    this.#failing = failing;
  }

  write(bytes: Uint8Array, at: number): void {
    if (this.#failing() !== "write") return this.#inner.write(bytes, at);
    // A full disk takes a part.
    this.#inner.write(bytes.subarray(0, bytes.length >> 1), at);
    throw new Error("No space left on device (os error 28)");
  }

  sync(): Promise<void> {
    return this.#failing() === "sync"
      ? Promise.reject(new Error("Input/output error (os error 5)"))
      : this.#inner.sync();
  }

  truncate = (length: number) => this.#inner.truncate(length);
  read = (offset: number, length: number) => this.#inner.read(offset, length);
  size = () => this.#inner.size();
  close = () => this.#inner.close();
}
