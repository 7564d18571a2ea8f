// Tests on real parts: registers a test with Deno.test where its parts are there, else says in one
// line what is missing and skips it, or fails it under PILOTHOUSE_REQUIRE_REAL=1 (as .ci/run does).
// Knows where each part comes from; what a part can do is the business of its own harness file.

import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, existsSync, REPOSITORY } from "./cache_folder.ts";
import { cachedChromium } from "./chromium.ts";
import { cachedCodex, CODEX_VERSION } from "./codex.ts";
import { cleanUpAll } from "./lifetime.ts";

/** A real part that a test may need. */
export type RealPart = keyof typeof PARTS;

/** What a real test needs and how long it may take. */
export interface RealTestOptions {
  /** The parts without which it cannot run; none for a test that only starts our own processes. */
  readonly needs: readonly RealPart[];
  /** Fails the test after this time; 60 s unless given. */
  readonly timeoutMs?: number;
}

/** Why a part cannot be had, or undefined where it is there. */
type Lookup = () => string | undefined;

const DEFAULT_TIMEOUT_MS = 60_000;
const FETCHER = fileURLToPath(new URL("./fetch_part.ts", import.meta.url));

const PARTS = {
  bash: debian("bash", "bash"),
  chromium: npm("chromium", "npm package @sparticuz/chromium", cachedChromium),
  codex: npm("codex", `npm package @openai/codex@${CODEX_VERSION}`, cachedCodex),
  curl: debian("curl", "curl"),
  fish: debian("fish", "fish"),
  "nats-server": debian("nats-server", "nats-server"),
  "redis-server": debian("redis-server", "redis-server"),
  rg: debian("rg", "ripgrep"),
  zsh: debian("zsh", "zsh"),
} as const satisfies Record<string, Lookup>;

/**
 * Registers a test that starts processes, a browser or other real parts. `deno task test:unit`
 * leaves these out. The sanitizers are off: the parts outlive a single await by nature, and the
 * harnesses check themselves that nothing survives.
 */
export function realTest(
  name: string,
  options: RealTestOptions,
  fn: (t: Deno.TestContext) => void | Promise<void>,
): void {
  if (Deno.env.get("PILOTHOUSE_TEST_UNIT") === "1") return;
  const missing = missingParts(options.needs);
  note(`registered: "${name}" in ${callingFile()}`);
  const common = { name, sanitizeOps: false, sanitizeResources: false };
  if (missing.length === 0) {
    const limit = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    Deno.test({ ...common, fn: (t) => withinLimit(limit, () => fn(t)) });
    return;
  }
  const sentence = `"${name}" needs ${missing.join(" and ")}`;
  if (Deno.env.get("PILOTHOUSE_REQUIRE_REAL") === "1") {
    Deno.test({ ...common, fn: () => Promise.reject(new Error(sentence)) });
    return;
  }
  note(`skipped: ${sentence}`);
  Deno.test({ ...common, ignore: true, fn });
}

/** What of `parts` is not there, each with how to get it: `zsh (Debian package zsh)`. */
export function missingParts(parts: readonly RealPart[]): string[] {
  return parts.map((part) => PARTS[part]()).filter((reason) => reason !== undefined);
}

function debian(program: string, debianPackage: string): Lookup {
  return () => onPath(program) ? undefined : `${program} (Debian package ${debianPackage})`;
}

function onPath(program: string): boolean {
  const folders = (Deno.env.get("PATH") ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => existsSync(join(folder, program)));
}

function npm(part: string, origin: string, cached: () => string | undefined): Lookup {
  // The environment is shared by all test files of a run: one failed fetch answers for all.
  const memo = `PILOTHOUSE_TEST_MISSING_${part.toUpperCase()}`;
  return () => {
    if (cached() !== undefined) return undefined;
    const known = Deno.env.get(memo);
    const failure = known ?? fetchNow(part);
    if (failure === undefined) return undefined;
    Deno.env.set(memo, failure);
    return `${part} (${origin}; ${failure})`;
  };
}

function fetchNow(part: string): string | undefined {
  note(`fetching ${part} into ${cacheFolder()}, once`);
  const { success, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", "--no-check", "--no-lock", FETCHER, part],
    cwd: REPOSITORY,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).outputSync();
  if (success) return undefined;
  return new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "it could not be fetched";
}

async function withinLimit(limitMs: number, fn: () => void | Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`the test was not done after ${limitMs / 1000} s`));
  }, limitMs);
  try {
    await Promise.race([fn(), late]);
  } finally {
    clearTimeout(timer);
    // After a time-out the body of the test still hangs somewhere; what it started must not.
    await cleanUpAll();
  }
}

// Deno takes the place of the call to Deno.test, this file, for the test's own.
function callingFile(): string {
  const url = /file:\/\/\S+?_test\.tsx?/.exec(new Error().stack ?? "")?.[0];
  return url === undefined ? "an unknown file" : relative(REPOSITORY, fileURLToPath(url));
}

// tests/run.ts collects the notes in a file and prints those that matter at the end. What is
// fetched is said at once, as it takes a while; on its own, a test file tells the skips as well.
function note(line: string): void {
  const file = Deno.env.get("PILOTHOUSE_TEST_NOTES");
  const bytes = new TextEncoder().encode(`${line}\n`);
  if (file !== undefined) Deno.writeFileSync(file, bytes, { append: true });
  const atOnce = file === undefined ? !line.startsWith("registered") : line.startsWith("fetching");
  if (atOnce) Deno.stderr.writeSync(bytes);
}
