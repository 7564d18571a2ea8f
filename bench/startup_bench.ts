// How soon the service answers, what it weighs when idle, and how much script the page loads. The
// reference is the least that could answer: a Deno.serve of one line, started the same way.

import { join } from "node:path";
import { withPage } from "../tests/harness/browser.ts";
import { REPOSITORY } from "../tests/harness/cache_folder.ts";
import { ProcessTree } from "../tests/harness/process_tree.ts";
import { type ProcessInfo, residentBytes } from "../tests/harness/processes.ts";
import { freePort, waitFor } from "../tests/harness/wait.ts";
import { type Measure, median } from "./measure.ts";

const ROUNDS = 5;
const SETTLE_MS = 2_000;

/** A program to start by `deno task start`, and what of it to weigh. */
interface Candidate {
  readonly folder: string;
  readonly flags: (port: number) => string[];
  readonly launcher: (process: ProcessInfo) => boolean;
  readonly server: (process: ProcessInfo) => boolean;
}

interface Started {
  readonly tree: ProcessTree;
  readonly url: string;
  readonly tookMs: number;
}

export default async function startup(): Promise<Measure[]> {
  const scratch = await Deno.makeTempDir({ prefix: "ph-bench-" });
  try {
    const [ours, bare] = [service(scratch), await bareServer(scratch)];
    // The first start builds the page and fills the caches: what follows is warm.
    await once(ours, () => Promise.resolve());
    await once(bare, () => Promise.resolve());
    const [own, other] = await starts(ours, bare);
    const ownWeight = await once(ours, (started) => weigh(ours, started));
    const bareWeight = await once(bare, (started) => weigh(bare, started));
    const script = await once(ours, pageScript);
    return [
      {
        what: `warm start to the first 200 (median of ${ROUNDS})`,
        value: own,
        unit: "ms",
        bar: 1_000,
        reference: { what: "a bare Deno.serve", value: other },
      },
      {
        what: "idle memory of the server (RSS)",
        value: ownWeight.server,
        unit: "MiB",
        bar: 150,
        reference: { what: "a bare Deno.serve", value: bareWeight.server },
      },
      { what: "idle memory of the launcher (RSS)", value: ownWeight.launcher, unit: "MiB" },
      { what: "script of the page, gzipped", value: script, unit: "KB", bar: 130 },
    ];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

function service(scratch: string): Candidate {
  const folders = ["home", "codex-home", "cwd"].flatMap((name) => {
    const folder = join(scratch, name);
    Deno.mkdirSync(folder);
    return [`--${name}`, folder];
  });
  return {
    folder: REPOSITORY,
    flags: (port) => ["--port", String(port), ...folders],
    launcher: ({ command }) => command.includes("lib/cli/launch.ts"),
    server: ({ command }) => command.includes(" serve "),
  };
}

async function bareServer(scratch: string): Promise<Candidate> {
  const folder = join(scratch, "bare");
  await Deno.mkdir(folder);
  const tasks = { start: "deno run -A bare.ts" };
  await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify({ tasks }));
  await Deno.writeTextFile(
    join(folder, "bare.ts"),
    `Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.args[0]) }, () => new Response("ok"));`,
  );
  const self = ({ command }: ProcessInfo) => command.includes("run -A bare.ts");
  return { folder, flags: (port) => [String(port)], launcher: self, server: self };
}

/** Starts both in turn, so that a busy moment of the machine meets both. */
async function starts(ours: Candidate, bare: Candidate): Promise<[number, number]> {
  const own: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await once(ours, ({ tookMs }) => Promise.resolve(tookMs)));
    other.push(await once(bare, ({ tookMs }) => Promise.resolve(tookMs)));
  }
  return [median(own), median(other)];
}

async function once<T>(candidate: Candidate, fn: (started: Started) => Promise<T>): Promise<T> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const before = performance.now();
  const tree = new ProcessTree({
    command: [Deno.execPath(), "task", "start", ...candidate.flags(port)],
    cwd: candidate.folder,
  });
  try {
    const over = async () => tree.status !== undefined || await answers(url);
    await waitFor(over, { timeoutMs: 60_000, everyMs: 2, what: `${candidate.folder} to answer` });
    if (tree.status !== undefined) throw new Error(`it did not start:\n${tree.stderr}`);
    return await fn({ tree, url, tookMs: performance.now() - before });
  } finally {
    await tree.stop();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`);
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function weigh(candidate: Candidate, { tree }: Started) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const weight = (wanted: (process: ProcessInfo) => boolean) => {
    const process = tree.processes().find(wanted);
    if (process === undefined) throw new Error("the process to weigh is not there");
    return residentBytes(process.pid) / 1024 ** 2;
  };
  return { server: weight(candidate.server), launcher: weight(candidate.launcher) };
}

/** What a browser loads as script for the first screen, in KB after gzip. */
async function pageScript({ tree, url }: Started): Promise<number> {
  const link = await waitFor(() => tree.stdout[1], { what: "the login link" });
  return await withPage(async (page) => {
    const bodies: Promise<Uint8Array>[] = [];
    page.on("response", (response) => {
      const script = response.request().resourceType() === "script";
      if (script && response.url().startsWith(url)) bodies.push(response.body());
    });
    await page.goto(link, { waitUntil: "networkidle" });
    const sizes = (await Promise.all(bodies)).map(gzippedBytes);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  });
}

async function gzippedBytes(bytes: Uint8Array): Promise<number> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}
