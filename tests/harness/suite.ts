// Runs `deno test` once over the given files, passes its output on as it comes, and finds out what
// became of it: counts, module errors, type errors, hangs, and processes that were left behind.
// What to run and what to print in the end is tests/run.ts's.

import { join } from "node:path";
import { tellingLine } from "./bounded_command.ts";
import { REPOSITORY } from "./cache_folder.ts";
import { type Tally, tallyOf } from "./junit.ts";
import { descendantsOf, describe, processesOf, signal } from "./processes.ts";
import { waitFor } from "./wait.ts";

/** What to run. */
export interface SuiteOptions {
  readonly paths: readonly string[];
  readonly flags: readonly string[];
  readonly unit: boolean;
  readonly limitMs: number;
}

/** What became of it. `trouble` is whatever went wrong outside of a test, a sentence each. */
export interface SuiteResult {
  readonly tally: Tally;
  readonly trouble: readonly string[];
  readonly notes: readonly string[];
}

const SUITE_MARKER = "PILOTHOUSE_TEST_SUITE";
const NOTHING: Tally = { passed: 0, failed: [], skipped: [] };

/** Runs the suite to its end, or to the end of its time. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const scratch = await Deno.makeTempDir({ prefix: "pilothouse-suite-" });
  try {
    return await runIn(scratch, options);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

async function runIn(scratch: string, options: SuiteOptions): Promise<SuiteResult> {
  const junit = join(scratch, "junit.xml");
  const notes = join(scratch, "notes");
  const marker = crypto.randomUUID();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--parallel", `--junit-path=${junit}`].concat(
      await lockFlag(scratch),
      options.flags,
      options.paths,
    ),
    cwd: REPOSITORY,
    env: {
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? "2",
      PILOTHOUSE_TEST_NOTES: notes,
      PILOTHOUSE_TEST_UNIT: options.unit ? "1" : "0",
      [SUITE_MARKER]: marker,
      ...(Deno.stdout.isTerminal() ? { FORCE_COLOR: "1" } : {}),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();

  const end = () => endTree(child.pid, marker);
  const release = onInterrupt(end);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end();
  }, options.limitMs);
  const [status, stdout, stderr] = await Promise.all([
    child.status,
    passOn(child.stdout, Deno.stdout),
    passOn(child.stderr, Deno.stderr),
  ]);
  clearTimeout(timer);
  release();

  const xml = await textOrEmpty(junit);
  const tally = xml === "" ? NOTHING : tallyOf(xml);
  const trouble = [
    ...moduleErrors(stdout),
    ...await leftBehind(marker),
    ...(late ? [`the run was stopped after ${options.limitMs / 1000} s: a test hangs`] : []),
  ];
  if (!status.success && tally.failed.length === 0 && trouble.length === 0) {
    trouble.push(whyNothingRan(stderr));
  }
  const noted = (await textOrEmpty(notes)).split("\n").filter((line) => line !== "");
  return { tally, trouble, notes: noted };
}

// `deno task start` fetches every package in deno.lock. Tests lean on the same versions, but what
// they alone need goes into a copy, so that nobody who starts the program downloads a browser.
async function lockFlag(scratch: string): Promise<string> {
  const copy = join(scratch, "deno.lock");
  try {
    await Deno.copyFile(join(REPOSITORY, "deno.lock"), copy);
    return `--lock=${copy}`;
  } catch {
    return "--no-lock";
  }
}

/** Passes bytes on and returns the last part of them as text without colours. */
async function passOn(
  from: ReadableStream<Uint8Array>,
  to: { write(bytes: Uint8Array): Promise<number> },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of from) {
    for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
    text = (text + decoder.decode(bytes, { stream: true })).slice(-200_000);
  }
  // deno-lint-ignore no-control-regex -- colour codes start with the escape character
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}

// A test file that dies outside of its tests is in no JUnit file; deno lists it at the end.
function moduleErrors(stdout: string): string[] {
  const files = [...stdout.matchAll(/^(\S+) \(uncaught error\)$/gm)].map(([, file]) => file);
  return [...new Set(files)].map((file) => `${file} died outside of its tests`);
}

function whyNothingRan(stderr: string): string {
  if (/error sending request|Failed loading \S+ for package/.test(stderr)) {
    return "the npm registry is out of reach and deno's cache lacks a package that the tests " +
      "import: connect, or name a mirror in NPM_CONFIG_REGISTRY, and run again " +
      `(${tellingLine(stderr)})`;
  }
  if (/Type checking failed|\bTS\d+ \[ERROR\]/.test(stderr)) return "type checking failed";
  return `deno test failed: ${tellingLine(stderr)}`;
}

/** Ends what outlived the tests, and says so. */
async function leftBehind(marker: string): Promise<string[]> {
  const living = () => processesOf(marker, SUITE_MARKER);
  try {
    await waitFor(() => living().length === 0, { timeoutMs: 2_000, what: "all to be gone" });
    return [];
  } catch {
    const survivors = living();
    for (const { pid } of survivors) signal(pid, "SIGKILL");
    return survivors.length === 0 ? [] : [`outlived the tests:\n${describe(survivors)}`];
  }
}

function endTree(pid: number, marker: string): void {
  const tree = [...descendantsOf(pid), ...processesOf(marker, SUITE_MARKER)];
  for (const process of tree) signal(process.pid, "SIGKILL");
  signal(pid, "SIGKILL");
}

function onInterrupt(end: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const handlers = signals.map((name, index) => {
    const handler = () => {
      end();
      Deno.exit(index === 0 ? 130 : 143);
    };
    Deno.addSignalListener(name, handler);
    return () => Deno.removeSignalListener(name, handler);
  });
  return () => handlers.forEach((remove) => remove());
}

async function textOrEmpty(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return "";
  }
}
