/**
 * `events run`: runs a command and tells the thread that it started, and whether it passed or failed,
 * with how long it took and the end of its output. The command comes first: what goes wrong with an
 * event is told in one line on stderr and changes neither its output nor its exit code.
 */
import { clip } from "../../events/plain_text.ts";
import type { Severity } from "../../events/modes.ts";
import { parseEventText } from "../../events/parse_event.ts";
import { quoteWord } from "../../config/command_line.ts";
import { startingFolder } from "../launcher/program.ts";
import {
  type EventsCall,
  type EventsCommand,
  fail,
  misused,
  SERVER_FLAGS,
  textFlag,
  THREAD_FLAG,
} from "./events_command.ts";
import { findAccess } from "./find_door.ts";
import { OutputTail } from "./output_tail.ts";
import { sendEvent } from "./sending.ts";
import { type Ended, runWrapped } from "./wrapped_command.ts";

/** As a shell has it. */
const CANNOT_RUN = 126;
const NOT_FOUND = 127;

const TAIL_BYTES = 8 * 1024;
const DEFAULT_LINES = 40;
const MOST_LINES = 200;
/** Of these the model sees the beginning of, so they are few. */
const SUMMARY_LINES = 5;

export const command: EventsCommand = {
  name: "run",
  summary: "Run a command and tell a thread when it starts, passes or fails",
  usage: "--thread <id> [flags] -- <command> [arguments]",
  flags: [
    THREAD_FLAG,
    { name: "name", placeholder: "<text>", summary: "What to call it; the command if not given" },
    {
      name: "type",
      placeholder: "<prefix>",
      summary: "build if not given: build.started, build.passed, build.failed",
    },
    { name: "source", placeholder: "<name>", summary: "Who says it; events-run if not given" },
    { name: "correlation", placeholder: "<text>", summary: "Ties it to other events" },
    {
      name: "tail-lines",
      placeholder: "<number>",
      summary: `Lines of output in the last event; ${DEFAULT_LINES} if not given, 0 for none`,
    },
    { name: "quiet-start", summary: "Do not tell that it started" },
    ...SERVER_FLAGS,
  ],
  maxArgs: Infinity,
  notes: [
    "The exit code is the command's own: 128 and the signal's number if a signal ended it, 127 if it",
    "was not found, 126 if it cannot be run. Wrong flags give 2, and nothing is run. The command line",
    "and the end of the output go into the events: mind what they contain.",
  ],
  async run(call) {
    if (call.args.length === 0) return misused(call, "say what to run, behind --");
    const lines = Number(textFlag(call, "tail-lines") ?? DEFAULT_LINES);
    if (!Number.isInteger(lines) || lines < 0 || lines > MOST_LINES) {
      return misused(call, `--tail-lines is to be a number from 0 to ${MOST_LINES}`);
    }
    const teller = await Teller.create(call);
    if (typeof teller === "number") return teller;
    const tail = new OutputTail(TAIL_BYTES);
    const begun = performance.now();
    if (!call.flags["quiet-start"]) teller.tell("started", "info", teller.shown, {});
    const ended = await runCommand(call, (bytes) => tail.add(bytes));
    const durationMs = Math.round(performance.now() - begun);
    const kept = lines === 0 ? [] : tail.lines(lines);
    const passed = ended.code === 0;
    teller.tell(
      passed ? "passed" : "failed",
      passed ? "info" : "error",
      summaryOf(ended, durationMs, passed ? [] : kept.slice(-SUMMARY_LINES)),
      {
        ...{ exit_code: ended.code, signal: ended.signal, duration_ms: durationMs },
        ...(lines === 0 ? {} : { output_tail: kept.join("\n"), output_bytes: tail.total }),
      },
    );
    await teller.idle();
    return ended.code;
  },
};

/** Runs it; one that cannot be run has ended as a shell would tell. */
async function runCommand(
  { args, terminal }: EventsCall,
  onOutput: (bytes: Uint8Array) => void,
): Promise<Ended & { readonly problem?: string }> {
  try {
    return await runWrapped(args, startingFolder(terminal), onOutput);
  } catch (error) {
    const missing = error instanceof Deno.errors.NotFound;
    const problem = missing ? "there is no such program" : (error as Error).message;
    terminal.err(`pilothouse: ${args[0]} cannot be run: ${problem}\n`);
    return { code: missing ? NOT_FOUND : CANNOT_RUN, signal: null, problem };
  }
}

function summaryOf(
  { code, signal, problem }: Ended & { readonly problem?: string },
  durationMs: number,
  lines: readonly string[],
): string {
  const seconds = (durationMs / 1_000).toFixed(1);
  if (problem !== undefined) return `it could not be run: ${problem}`;
  const how = signal === null ? `exit code ${code}` : `ended by ${signal}`;
  return [`${how} after ${seconds} s`, ...lines].join("\n");
}

/** Sends the events of one run, one after the other, beside the command. */
class Teller {
  /** The command as text. */
  readonly shown: string;
  readonly #call: EventsCall;
  readonly #name: string;
  readonly #runId = `run_${crypto.randomUUID()}`;
  #last: Promise<void> = Promise.resolve();

  private constructor(call: EventsCall) {
    this.#call = call;
    this.shown = clip(call.args.map(quoteWord).join(" "), 500);
    this.#name = textFlag(call, "name") ?? clip(this.shown, 120);
  }

  /** Checks the flags by an event like those that will be sent; an exit code if they are wrong. */
  static async create(call: EventsCall): Promise<Teller | number> {
    const found = await findAccess(call);
    if (!found.ok) return found.code === "usage" ? fail(call, found) : new Teller(call);
    const teller = new Teller(call);
    const sample = JSON.stringify(teller.#event("started", "info", "", {}));
    const { threadId } = found.access;
    const parsed = parseEventText(sample, { threadId, nowMs: call.now() });
    return parsed.ok ? teller : fail(call, parsed);
  }

  tell(word: string, severity: Severity, summary: string, more: Record<string, unknown>): void {
    const event = this.#event(word, severity, summary, more);
    this.#last = this.#last.then(() => this.#send(event)).catch((error) => {
      this.#complain(error instanceof Error ? error.message : String(error));
    });
  }

  /** Resolves when all is told. */
  idle(): Promise<void> {
    return this.#last;
  }

  #event(word: string, severity: Severity, summary: string, more: Record<string, unknown>) {
    const { args, now } = this.#call;
    const correlation = textFlag(this.#call, "correlation") ?? this.#runId;
    return {
      ...{ schema_version: 1, event_id: `evt_${crypto.randomUUID()}`, time_unix_ms: now() },
      type: `${textFlag(this.#call, "type") ?? "build"}.${word}`,
      ...{ severity, title: `${this.#name}: ${word}`, summary },
      source: { name: textFlag(this.#call, "source") ?? "events-run", run_id: this.#runId },
      routing: { thread_id: textFlag(this.#call, "thread"), correlation_id: correlation },
      payload: { status: word, command: args.slice(0, 64).map((arg) => clip(arg, 1_000)), ...more },
    };
  }

  async #send(event: Record<string, unknown> & { event_id: string }): Promise<void> {
    // Looked up anew each time: a server may have come or gone while the command ran.
    const found = await findAccess(this.#call);
    if (!found.ok) return this.#complain(found.message);
    const mayWrite = textFlag(this.#call, "server") === undefined;
    const { config } = this.#call;
    const result = await sendEvent(found.access, event, event.event_id, config, mayWrite);
    if (!result.ok) this.#complain(result.message);
  }

  #complain(problem: string): void {
    this.#call.terminal.err(`pilothouse: an event was not sent: ${problem.replace(/\s+/g, " ")}\n`);
  }
}
