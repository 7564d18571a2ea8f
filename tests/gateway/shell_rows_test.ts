// Blocks of a shell as rows and context, with a shell that is a list in memory.

import assert from "node:assert/strict";
import type { BlockSource } from "../../lib/gateway/shell_rows.ts";
import type { Block } from "../../lib/shell/blocks.ts";
import type { ShellEvent } from "../../lib/shell/protocol.ts";
import { type Bench, until, withGateway } from "./with_gateway.ts";

const block = (seq: number, more: Partial<Block> = {}): Block => ({
  ...{ block_id: `b${seq}`, seq, cmd: `echo ${seq}`, cwd: "/work", cwd_after: "/work" },
  ...{ exit_code: 0, ts_begin: 1_000 * seq, ts_end: 1_000 * seq + 5, duration_ms: 5 },
  ...{ status: "done", bytes: 2, truncated: false, alt_screen: false, confidence: "high" },
  ...{ origin: "user", cols: 80, ...more } as Partial<Block> as Block,
});

/** A shell whose blocks all say their number. */
function shellOf(...blocks: Block[]): BlockSource & { all: Block[] } {
  const all = [...blocks];
  return {
    all,
    blocks: (_, { after_seq }) => Promise.resolve(all.filter(({ seq }) => seq > after_seq)),
    block: (_, { block_id }) => {
      const found = all.find((one) => one.block_id === block_id);
      return Promise.resolve(
        found === undefined
          ? { ok: false, code: "unknown_block", message: "no such block" }
          : { block: found, text: `${found.seq}\n`, truncated: false },
      );
    },
  };
}

function tell({ gateway }: Bench, id: string, event: Record<string, unknown>): void {
  const head = { seq: 1, ts: 0, conversation_id: id, shell_id: "shell_1" };
  gateway.shell.receive({ ...head, ...event } as ShellEvent);
}

const commands = async ({ gateway }: Bench, id: string) =>
  (await gateway.context.view(id)).commands.map(({ cmd, type }) => type ? `${type} ${cmd}` : cmd);

Deno.test("a command is a row while it runs, also for who comes later, and is told when it ends", () =>
  withGateway({}, async (bench) => {
    const id = await bench.draft();
    const running = block(1, { status: "running", exit_code: null });
    const shell = bench.gateway.shell.source = shellOf(running);
    tell(bench, id, { type: "agent_block_begin", block: running });
    tell(bench, id, { type: "agent_block_delta", block_id: "b1", offset: 0, text: "1" });
    await bench.event(({ type }) => type === "shell_delta");
    const { live } = await bench.gateway.open(id);
    assert.deepEqual(live.items.map((item) => "stdout" in item && item.stdout), ["1"]);
    shell.all[0] = block(1);
    tell(bench, id, { type: "agent_block_end", block: block(1) });
    await until(async () => (await commands(bench, id)).length === 1);
    assert.deepEqual((await bench.gateway.open(id)).live.items, []);
    const entries = await bench.conversations.transcript(id).last(10);
    assert.deepEqual(entries.map(({ role }) => role), ["shell_input", "shell_output"]);
    const output = entries[1] as unknown as { stdout: string; status: string; id: string };
    assert.deepEqual([output.stdout, output.status, output.id], ["1\n", "completed", "shell:b1"]);
  }));

Deno.test("commands that ended while no server ran are told once when the shell is back", () =>
  withGateway({}, async (bench) => {
    const id = await bench.draft();
    const shell = bench.gateway.shell.source = shellOf(block(1), block(2, { exit_code: 3 }));
    bench.gateway.shell.attached(id, "shell_1");
    bench.gateway.shell.attached(id, "shell_1");
    await until(async () => (await commands(bench, id)).length === 2);
    shell.all.push(block(3));
    tell(bench, id, { type: "agent_block_end", block: block(3) });
    await until(async () => (await commands(bench, id)).length === 3);
    bench.gateway.shell.attached(id, "shell_1");
    tell(bench, id, { type: "agent_block_end", block: block(3) });
    await bench.gateway.context.remove(id, null);
    await until(async () => (await bench.conversations.get(id))?.shell_seq === 3);
    const entries = await bench.conversations.transcript(id).last(100);
    assert.equal(entries.filter(({ role }) => role === "shell_output").length, 3);
    assert.deepEqual(await commands(bench, id), []);
  }));

Deno.test("what the agent ran, and what the shell's history skips, is neither row nor context", () =>
  withGateway({}, async (bench) => {
    const id = await bench.draft();
    const blocks = [block(1, { origin: "agent" }), block(2, { cmd: null }), block(3)];
    bench.gateway.shell.source = shellOf(...blocks);
    for (const one of blocks) {
      tell(bench, id, { type: "agent_block_begin", block: { ...one, status: "running" } });
      tell(bench, id, { type: "agent_block_end", block: one });
    }
    await until(async () => (await commands(bench, id)).length === 1);
    assert.deepEqual(await commands(bench, id), ["echo 3"]);
    const rows = await bench.rows(id);
    assert.equal(rows.length, 2);
  }));

Deno.test("a command that the person stopped is told as user_kill", () =>
  withGateway({}, async (bench) => {
    const id = await bench.draft();
    const stopped = block(1, { status: "interrupted", exit_code: 130 });
    bench.gateway.shell.source = shellOf(stopped);
    tell(bench, id, { type: "agent_block_end", block: stopped });
    await until(async () => (await commands(bench, id)).length === 1);
    assert.deepEqual(await commands(bench, id), ["user_kill echo 1"]);
    assert.match((await bench.gateway.context.view(id)).text ?? "", /"signal":"SIGINT"/);
  }));

Deno.test("a person may attach any block to the next message, also one that was sent or removed", () =>
  withGateway({ contextSettings: { commands: false, carrier: "envelope" } }, async (bench) => {
    const id = await bench.draft({ command_context: true });
    bench.gateway.shell.source = shellOf(block(1, { origin: "agent" }));
    await bench.gateway.shell.attach(id, "b1");
    assert.deepEqual(await commands(bench, id), ["echo 1"]);
    await assert.rejects(bench.gateway.shell.attach(id, "b9"), { status: 404 });
  }));

Deno.test("a shell that dies leaves no command running", () =>
  withGateway({}, async (bench) => {
    const id = await bench.draft();
    bench.gateway.shell.source = shellOf();
    tell(bench, id, { type: "agent_block_begin", block: block(1, { status: "running" }) });
    bench.gateway.shell.gone(id);
    await bench.event(({ type }) => type === "shell_end");
    assert.deepEqual(bench.gateway.shell.running(id), []);
  }));
