// The shell host on its own: how fast output goes through marks, blocks and screen, beside a bare
// node-pty that only reads; what a gigabyte of output costs in memory; and how soon a key is echoed
// while another shell floods.

import { join } from "node:path";
import nodePty from "node-pty";
import type { AgentShells } from "../lib/shell/agent_shells.ts";
import type { ShellClient } from "../lib/shell/client.ts";
import { residentBytes } from "../tests/harness/processes.ts";
import { withGround } from "../tests/shell/host_harness.ts";
import { type Measure, median, quantile } from "./measure.ts";

const ROUNDS = 5;
const FILE_BYTES = 48 * 1024 * 1024;
const FLOOD_BYTES = 1024 * 1024 * 1024;
const KEYS = 300;
const MIB = 1024 * 1024;

export default async function shell(): Promise<Measure[]> {
  return await withGround(async ({ root, serve }) => {
    const file = join(root, "log");
    await writeLog(file);
    const server = await serve();
    const [one, two] = [await shellOf(server, "one"), await shellOf(server, "two")];
    watched(one);
    return [
      ...await throughput(one, file),
      ...await keys(one, two),
      ...await memory(one),
    ];
  });
}

/** Text as builds write it: lines of many lengths, some in colour. */
async function writeLog(path: string): Promise<void> {
  const lines = Array.from({ length: 20_000 }, (_, i) => {
    const name = `src/module_${i % 97}/file_${(i * 7919) % 1009}.ts`;
    if (i % 11 === 0) return `\x1b[32mok\x1b[0m ${name} \x1b[2m(${i % 300} ms)\x1b[0m`;
    return `compiling ${name} with ${"options ".repeat(i % 9)}`;
  });
  const piece = new TextEncoder().encode(`${lines.join("\n")}\n`);
  using out = await Deno.open(path, { write: true, create: true });
  for (let done = 0; done < FILE_BYTES; done += piece.length) {
    for (let at = 0; at < piece.length;) at += await out.write(piece.subarray(at));
  }
}

async function throughput(shell: ShellClient, file: string): Promise<Measure[]> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await readBarely(file));
    ours.push(await timed(() => run(shell, `cat ${file}`)));
  }
  return [{
    what: "shell output through blocks and screen, speed against a bare node-pty read",
    value: median(bare) / median(ours),
    unit: "×",
    bar: 0.8,
    atLeast: true,
  }, {
    what: `${Math.round(FILE_BYTES / MIB)} MiB of output through blocks and screen`,
    value: median(ours),
    unit: "ms",
    reference: { what: "a bare node-pty read", value: median(bare) },
  }];
}

/** Reads what the same program writes and does nothing with it. */
function readBarely(file: string): Promise<number> {
  return timed(() => {
    const pty = nodePty.spawn("/bin/bash", ["--norc", "-c", `cat ${file}`], {
      ...{ cols: 120, rows: 32, encoding: null },
    });
    pty.onData(() => {});
    return new Promise<void>((resolve) => pty.onExit(() => resolve()));
  });
}

async function keys(flooding: ShellClient, typing: ShellClient): Promise<Measure[]> {
  const idle = await echoes(typing);
  const flood = flooding.run("yes 'a line that never ends'", { timeoutMs: 600_000 });
  await until(async () => {
    const status = await flooding.request("status", {});
    return !("ok" in status) && (status.running?.bytes ?? 0) > MIB;
  });
  const late = await echoes(typing);
  await flooding.request("signal", { signal: "SIGINT" });
  await flood;
  return [{
    what: "echo of a key while another shell floods, p99",
    value: quantile(late, 0.99),
    unit: "ms",
    bar: 20,
    reference: { what: "without the flood", value: quantile(idle, 0.99) },
  }];
}

/** Types one key after the other at a prompt, each when the one before was echoed. */
async function echoes(shell: ShellClient): Promise<number[]> {
  const times: number[] = [];
  let echoed = () => {};
  let typed = false;
  const leave = shell.follow({
    onResync: () => echoed(),
    onOutput: (bytes) => {
      if (typed && bytes.includes(0x78)) echoed();
    },
  });
  await new Promise<void>((resolve) => echoed = resolve);
  for (let key = 0; key < KEYS; key += 1) {
    const back = new Promise<void>((resolve) => echoed = resolve);
    typed = true;
    const begin = performance.now();
    shell.write("x");
    await back;
    times.push(performance.now() - begin);
    typed = false;
    // Short lines: a redraw of a long one would be measured, too.
    if (key % 50 === 49) shell.write("\x15");
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  shell.write("\x15");
  leave();
  return times;
}

async function memory(shell: ShellClient): Promise<Measure[]> {
  const sizes: number[] = [];
  const looking = setInterval(() => sizes.push(residentBytes(shell.hostPid) / MIB), 100);
  const begin = performance.now();
  const text = `head -c ${FLOOD_BYTES} /dev/zero | tr '\\0' y | fold -w 100`;
  await run(shell, text);
  clearInterval(looking);
  const first = sizes.slice(0, Math.ceil(sizes.length / 5));
  return [{
    what: "growth of the host's memory over 1 GiB of output, after its first fifth",
    value: Math.max(0, Math.max(...sizes) - Math.max(...first)),
    unit: "MiB",
    bar: 32,
  }, {
    what: "the host's memory at most",
    value: Math.max(...sizes),
    unit: "MiB",
  }, {
    what: "1 GiB of output",
    value: performance.now() - begin,
    unit: "ms",
  }];
}

function watched(shell: ShellClient): void {
  shell.follow({ onResync: () => {}, onOutput: () => {} });
}

async function shellOf(server: AgentShells, id: string): Promise<ShellClient> {
  const shell = await server.for(id);
  if ("ok" in shell) throw new Error(shell.message);
  return shell;
}

async function run(shell: ShellClient, command: string): Promise<void> {
  const result = await shell.run(command, { timeoutMs: 600_000 });
  if ("ok" in result) throw new Error(result.message);
  if (result.exit_code !== 0) throw new Error(`${command} ended with ${result.exit_code}`);
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!await condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
