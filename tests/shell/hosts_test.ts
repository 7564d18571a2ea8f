// The host as a process of its own, and the server's side of its socket in this one.

import assert from "node:assert/strict";
import { join } from "node:path";
import type { AgentShells } from "../../lib/shell/agent_shells.ts";
import type { ShellClient } from "../../lib/shell/client.ts";
import type { ExecResult, Resync, ShellEvent, ShellFailure } from "../../lib/shell/protocol.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor } from "../harness/wait.ts";
import { LONG, withGround } from "./host_harness.ts";

const ID = "conversation-1";

async function shellOf(server: AgentShells): Promise<ShellClient> {
  const shell = await server.for(ID);
  assert.ok(!("ok" in shell), JSON.stringify(shell));
  return shell;
}

function ran(result: ExecResult | ShellFailure): ExecResult {
  assert.ok(!("ok" in result), JSON.stringify(result));
  return result;
}

/** A watcher that puts the terminal's text together again. */
function watcher() {
  const seen = { resyncs: [] as Resync[], text: "", next: 0 };
  return {
    seen,
    onResync(resync: Resync) {
      seen.resyncs.push(resync);
      seen.text = resync.state;
      seen.next = resync.offset;
    },
    onOutput(bytes: Uint8Array, offset: number) {
      assert.equal(offset, seen.next, "no byte is missing and none comes twice");
      seen.next += bytes.length;
      seen.text += new TextDecoder().decode(bytes);
    },
  };
}

realTest("a shell runs in a host of its own, told and watched over its socket", {
  needs: ["bash"],
}, () =>
  withGround(async ({ serve, files, root, processes }) => {
    const agentPty = join(files, ID);
    const server = await serve();
    const events: ShellEvent[] = [];
    server.listen({ onEvent: (_shell, event) => events.push(event) });
    const [shell, same] = await Promise.all([shellOf(server), shellOf(server)]);
    assert.equal(shell, same, "two who ask at once get one shell");
    const result = ran(await shell.run("echo one; exit_code() { return 5; }; exit_code"));
    assert.deepEqual([result.output, result.exit_code], ["one", 5]);
    await waitFor(() => events.some(({ type }) => type === "agent_block_end"), {
      ...LONG,
      what: "the block's end",
    });
    assert.equal((await Deno.readTextFile(join(agentPty, "shell_id.txt"))).trim(), shell.shellId);
    for (const name of ["s.sock", `agent_pty/${ID}/events.jsonl`]) {
      assert.equal((await Deno.stat(join(root, name))).mode! & 0o777, 0o600, name);
    }
    // Two who watch, one of them later, see the same and every byte.
    const [first, second] = [watcher(), watcher()];
    const leave = shell.follow(first);
    await waitFor(() => first.seen.resyncs.length === 1, { ...LONG, what: "a state" });
    shell.follow(second);
    shell.write("echo typ''ed\r");
    for (const { seen } of [first, second]) {
      await waitFor(() => /typed\r\n/.test(seen.text), { ...LONG, what: "the output" });
    }
    assert.match(first.seen.text, /one/);
    leave();
    const cut = first.seen.next;
    assert.equal(ran(await shell.run("echo later")).output, "later");
    assert.equal(first.seen.next, cut, "who has left hears nothing");
    // Sizes, signals and wrong words.
    let size = "";
    shell.subscribe({ onResized: (cols, rows) => size = `${cols}x${rows}` });
    assert.equal(await shell.resize(70, 20), null);
    assert.equal(size, "70x20");
    await waitFor(async () => ran(await shell.run("stty size")).output === "20 70", {
      ...LONG,
      what: "the size",
    });
    const sleeping = shell.run("sleep 100");
    await waitFor(() => processes().includes("sleep 100"), { ...LONG, what: "the sleep" });
    assert.deepEqual(await shell.request("signal", { signal: "SIGINT" }), {});
    assert.deepEqual([ran(await sleeping).exit_code, ran(await sleeping).status], [
      130,
      "interrupted",
    ]);
    const wrong = await shell.request("resize", { cols: -1, rows: 1 });
    assert.equal("ok" in wrong && wrong.code, "invalid_params");
    const screen = await shell.screen();
    assert.ok(!("ok" in screen) && screen.rows.some((row) => row.includes("typed")));
    const blocks = await server.blocks(ID, { after_seq: 1 });
    assert.ok(Array.isArray(blocks));
    assert.equal(blocks[0]?.cmd, "echo typ''ed");
    // What it leaves behind in the background ends with it, also what has cut itself loose.
    ran(await shell.run("(setsid sleep 987 &) ; nohup sleep 988 >/dev/null 2>&1 &"));
    await waitFor(() => processes().filter((command) => /sleep 98/.test(command)).length >= 2, {
      ...LONG,
      what: "the jobs",
    });
    assert.equal(await server.end(ID), true);
    await waitFor(() => processes().length === 0, { ...LONG, what: "all to end" });
    assert.equal(server.running(ID), null);
    // Blocks stay readable, and the next shell counts on.
    const stored = await server.block(ID, { block_id: "block_000001" });
    assert.ok(!("ok" in stored));
    assert.equal(stored.text, "one");
    const next = ran(await (await shellOf(server)).run("echo again"));
    assert.ok(next.block_id! > "block_000005");
  }));

realTest("a command that runs while no server does is a complete block of the same shell", {
  needs: ["bash"],
}, () =>
  withGround(async ({ serve, processes }) => {
    const first = await serve();
    const shell = await shellOf(first);
    ran(await shell.run("mine=kept; echo before"));
    shell.write("sleep 1; echo $mine; false\r");
    await waitFor(async () => {
      const blocks = await first.blocks(ID);
      return Array.isArray(blocks) && blocks.length === 2;
    }, { ...LONG, what: "the command to begin" });
    const before = shell.shellId;
    first.abandon();
    const second = await serve();
    const attached: string[] = [];
    second.listen({ onAttached: (one) => attached.push(one.shellId) });
    const again = await shellOf(second);
    assert.equal(again.shellId, before);
    assert.deepEqual(attached, [before]);
    const { block, text } = await waitFor(async () => {
      const found = await second.block(ID, { block_id: "block_000002" });
      return !("ok" in found) && found.block.status === "done" && found;
    }, { ...LONG, what: "the block's end" });
    assert.deepEqual([text, block.exit_code, block.truncated], ["kept", 1, false]);
    assert.equal(ran(await again.run("echo $mine")).output, "kept");
    const watch = watcher();
    again.follow(watch);
    await waitFor(() => /before[^]*kept/.test(watch.seen.text), { ...LONG, what: "the screen" });
    assert.ok(processes().length > 0);
  }));

realTest("a host whose server does not come back ends with all below it", {
  needs: ["bash"],
}, () =>
  withGround(async ({ serve, processes }) => {
    const server = await serve(1);
    const shell = await shellOf(server);
    ran(await shell.run("trap '' HUP TERM; (trap '' HUP TERM; exec sleep 989) &"));
    assert.ok(processes().length >= 3);
    server.abandon();
    await waitFor(() => processes().length === 0, { ...LONG, what: "all to end" });
  }));

realTest("a shell that ends is told with its exit code, and the next one is new", {
  needs: ["bash"],
}, () =>
  withGround(async ({ serve }) => {
    const server = await serve();
    const shell = await shellOf(server);
    const gone = new Promise((resolve) => shell.subscribe({ onGone: resolve }));
    shell.write("exit 7\r");
    assert.deepEqual(await gone, {
      reason: "shell_exited",
      exit_code: 7,
      message: "the shell has ended",
    });
    const late = await shell.run("echo no");
    assert.equal("ok" in late && late.code, "shell_gone");
    const next = await waitFor(async () => {
      const opened = await server.for(ID);
      return !("ok" in opened) && opened;
    }, { ...LONG, what: "another shell" });
    assert.notEqual(next.shellId, shell.shellId);
    assert.equal(ran(await next.run("echo new")).output, "new");
  }));

realTest("a host that is killed is told as gone, and a shell that cannot start says why", {
  needs: ["bash"],
}, () =>
  withGround(async ({ serve, root }) => {
    const server = await serve();
    const shell = await shellOf(server);
    const gone = new Promise<{ reason: string }>((resolve) => shell.subscribe({ onGone: resolve }));
    Deno.kill(shell.hostPid, "SIGKILL");
    assert.equal((await gone).reason, "failed");
    assert.equal(server.running(ID), null);
    await Deno.remove(join(root, "home"), { recursive: true });
    const refused = await server.for("another");
    assert.ok("ok" in refused);
    assert.equal(refused.code, "shell_failed");
    assert.match(refused.message, /there is no folder \S+\/home to work in/);
  }));
