/**
 * One shell: an id and a record that stay while its process is started, ends and is started
 * again. Owns every change of the record. Who reads the process's output, and when to start it
 * again after the wait, is up to its owner: the app-server's bridge, or a supervisor.
 */
import { join } from "@std/path";
import type { Clock } from "./clock.ts";
import { firstRecord, type ShellIdentity } from "./first_record.ts";
import type { Launch } from "./launch.ts";
import { FileLogDisk } from "./log_disk.ts";
import { LogFile } from "./log_file.ts";
import { type PipeProcess, type ProcessEnd, spawnPipe } from "./pipe_process.ts";
import type { Processes } from "./processes.ts";
import { connectsToLoopback, ReadinessWatch } from "./readiness.ts";
import { isLive, type ProcessName, type ShellRecord } from "./record.ts";
import { RecordFile } from "./record_file.ts";
import { RestartBudget, type RestartDecision } from "./restart.ts";

/** What a shell needs around it. */
export interface ShellSurroundings {
  readonly clock: Clock;
  readonly processes: Processes;
  readonly owner: ProcessName;
  readonly keepStdout: () => boolean;
  readonly log: (line: string) => void;
  readonly onChange: (record: ShellRecord) => void;
}

/** How a person stops and restarts it: through its owner, who has the last word. */
export interface ShellControl {
  stop(): Promise<void>;
  restart(): Promise<void>;
}

/** For an owner who waits although the spec says that there is nothing to wait for. */
const UNSAID_MS = 15_000;

export class Shell {
  readonly id: string;
  readonly #identity: ShellIdentity;
  readonly #around: ShellSurroundings;
  /** Fills in the spec anew for each start: a free port may be taken the next time. */
  readonly #launch: () => Launch;
  readonly #budget: RestartBudget;
  readonly #file: RecordFile;
  readonly #logs: { readonly stdout: LogFile; readonly stderr: LogFile };
  #record: ShellRecord;
  #process: PipeProcess | null = null;
  #watch: ReadinessWatch | null = null;
  #stopAsked = false;
  #noted = [0, 0, null].join();
  #closed = false;
  /** How long its owner should wait for it to be ready. */
  readonly readyWithinMs: number;
  /** Set by the owner. */
  control: ShellControl | null = null;

  constructor(identity: ShellIdentity, launch: () => Launch, around: ShellSurroundings) {
    this.id = identity.id;
    this.#identity = identity;
    this.#around = around;
    this.#launch = launch;
    const first = launch();
    this.#budget = new RestartBudget(first.restart);
    const { readiness } = first;
    this.readyWithinMs = readiness.kind === "none" ? UNSAID_MS : readiness.timeout_s * 1_000;
    this.#file = new RecordFile(identity.folder, around.log);
    const log = (name: string) =>
      new LogFile(new FileLogDisk(join(identity.folder, name)), around.clock);
    this.#logs = { stdout: log("stdout.log"), stderr: log("stderr.log") };
    this.#record = firstRecord(identity, first, around.owner, this.#now());
    for (const kept of Object.values(this.#logs)) kept.onGrowth(() => this.#noteLogs());
  }

  /** The record as it is now. */
  get record(): ShellRecord {
    const { stdout, stderr } = this.#logs;
    const log_problem = stdout.problem ?? stderr.problem;
    return {
      ...this.#record,
      logs: { stdout: stdout.place, stderr: stderr.place },
      log_problem,
    };
  }

  get folder(): string {
    return this.#identity.folder;
  }

  /** Its logs while it is ours; they tell when they grow. */
  get logs(): { readonly stdout: LogFile; readonly stderr: LogFile } {
    return this.#logs;
  }

  /** Starts the process; rejects with one clear sentence if that does not work. */
  async open(): Promise<PipeProcess> {
    if (this.#process !== null) throw new Error(`${this.#identity.label} runs already`);
    await Deno.mkdir(this.folder, { recursive: true, mode: 0o700 }).catch((error) => {
      // A full disk must not keep the agent from working.
      this.#around.log(`${this.#identity.label} runs without log and record: ${error.message}`);
    });
    const again = this.#record.status === "waiting";
    // Whoever starts it by hand has looked into it: the count begins anew.
    if (!again) this.#budget.reset();
    this.#stopAsked = false;
    const restarts = this.#record.restarts + (again ? 1 : 0);
    try {
      this.#process = this.#spawn(this.#launch());
    } catch (error) {
      const reason = (error as Error).message;
      this.#set({ status: "failed", reason, restarts, ended_at: this.#now(), restart_at: null });
      throw error;
    }
    return this.#begin(this.#process, restarts);
  }

  /** Its owner found it ready. */
  ready(): void {
    this.#watch?.settle();
  }

  /** Its owner has no more use for it: the end to come, or that was, is no failure. */
  stopped(): void {
    this.#stopAsked = true;
    if (this.#process === null && isLive(this.#record)) {
      this.#set({ status: "stopped", reason: null, restart_at: null });
    }
  }

  /** What is to follow after an end that nobody asked for; the record says the same. */
  afterEnd(): RestartDecision {
    const { exit_code, signal, status, reason } = this.#record;
    const failed = exit_code !== 0 || signal !== null || status === "failed";
    const decision = this.#budget.decide(failed, this.#around.clock.now());
    if (decision.restart) {
      const at = new Date(this.#around.clock.now() + decision.waitMs).toISOString();
      this.#set({ status: "waiting", restart_at: at });
    } else {
      const why = decision.gaveUp ? `given up: ${decision.reason}; it ${reason}` : reason;
      this.#set({ status: failed ? "failed" : "exited", reason: why });
    }
    return decision;
  }

  /** Ends the process, if there is one, and writes the last word. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.stopped();
    await this.#process?.close();
    await Promise.all([this.#logs.stdout.close(), this.#logs.stderr.close()]);
    if (this.#record.started_at !== null) await this.#file.save(this.record);
  }

  #spawn(launch: Launch): PipeProcess {
    const { clock, processes, keepStdout } = this.#around;
    const watch = new ReadinessWatch(launch.readiness, {
      clock,
      connects: connectsToLoopback,
      onReady: () => this.#set({ status: "running", ready_at: this.#now() }),
      onLate: (what) => {
        this.#set({ reason: what });
        void this.#process?.close();
      },
    });
    this.#watch = watch;
    return spawnPipe(launch, {
      ...{ shellId: this.id, label: this.#identity.label, logs: this.#logs },
      ...{ keepStdout, processes, clock },
      watch: (stream, chunk) => watch.see(stream, chunk),
    });
  }

  #begin(process: PipeProcess, restarts: number): PipeProcess {
    const { pid } = process;
    const now = this.#now();
    this.#logs.stderr.note(`${this.#identity.label} started, pid ${pid}, ${now}`);
    this.#set({
      ...{ status: "starting", reason: null, pid, since: null, restarts },
      ...{ started_at: now, ready_at: null, ended_at: null, restart_at: null },
      ...{ exit_code: null, signal: null },
    });
    void this.#noteSince(pid);
    this.#watch?.start();
    // In front of everybody else who waits for the end.
    void process.ended.then((end) => this.#onEnd(end));
    return process;
  }

  #onEnd({ code, signal, reason }: ProcessEnd): void {
    this.#watch?.cancel();
    this.#process = null;
    const wasReady = this.#record.ready_at !== null;
    const late = this.#record.reason;
    const status = this.#stopAsked ? "stopped" : wasReady ? "exited" : "failed";
    this.#logs.stderr.note(`${this.#identity.label} ${reason}, ${this.#now()}`);
    this.#set({
      ...{ status, pid: null, exit_code: signal === null ? code : null, signal },
      reason: this.#stopAsked
        ? null
        : late ?? (wasReady ? reason : `${reason} before it was ready`),
      ended_at: this.#now(),
    });
  }

  /** The process's start as the system has it; asked for afterwards, since nobody waits for it. */
  async #noteSince(pid: number): Promise<void> {
    const all = await this.#around.processes.list().catch(() => []);
    const since = all.find((process) => process.pid === pid)?.since ?? null;
    if (since !== null && this.#record.pid === pid) this.#set({ since });
  }

  /** What a later reader needs to find its way in the logs, and what a person should know. */
  #noteLogs(): void {
    const { stdout, stderr } = this.#logs;
    const noted = [stdout.place.start, stderr.place.start, stdout.problem ?? stderr.problem].join();
    if (noted === this.#noted) return;
    this.#noted = noted;
    this.#set({});
  }

  #set(change: Partial<ShellRecord>): void {
    this.#record = { ...this.#record, ...change };
    void this.#file.save(this.record);
    this.#around.onChange(this.record);
  }

  #now(): string {
    return new Date(this.#around.clock.now()).toISOString();
  }
}
