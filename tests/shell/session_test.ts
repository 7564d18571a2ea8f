import assert from "node:assert/strict";
import { join } from "node:path";
import { blockText } from "../../lib/shell/host/block_text.ts";
import type { ExecResult, ShellFailure } from "../../lib/shell/protocol.ts";
import { type RealPart, realTest } from "../harness/real_parts.ts";
import { type SessionUnderTest, waitFor, withSession } from "./session_harness.ts";

const BASH = { shell: "bash", home: { ".bashrc": "PS1='$ '\nHISTCONTROL=ignoreboth\n" } };
const ALL: readonly RealPart[] = ["bash", "zsh", "fish"];

function ran(result: ExecResult | ShellFailure): ExecResult {
  assert.ok(!("ok" in result), JSON.stringify(result));
  return result;
}

async function textOf(shell: SessionUnderTest, blockId: string): Promise<string> {
  const found = shell.session.recorder.find(blockId, shell.session.status.running);
  assert.ok(found !== null);
  return (await blockText(found.kept, found.block.cols, 1024 * 1024)).text;
}

for (const shell of ALL) {
  realTest(`a command that is run for someone in ${shell} gives output, exit code and folder`, {
    needs: [shell],
  }, () =>
    withSession({ shell }, async (under) => {
      const result = ran(await under.exec("echo one; mkdir -p sub; cd sub; sh -c 'exit 5'"));
      assert.deepEqual(
        { ...result, duration_ms: 0 },
        {
          block_id: "block_000001",
          exit_code: 5,
          output: "one",
          truncated: false,
          cwd: join(under.home, "sub"),
          status: "done",
          timed_out: false,
          duration_ms: 0,
        },
      );
      assert.equal(under.blocks()[0]?.origin, "exec");
      // Nothing in it is a key: a tab completes nothing, a quote needs no care.
      const tab = shell === "fish" ? " " : "\t";
      const odd = ran(await under.exec(`printf '%s\\n' 'a${tab}b' "it's" '{[('`));
      assert.equal(odd.output, `a${tab}b\nit's\n{[(`);
      const tabbed = await under.exec("echo '\t'");
      assert.equal("ok" in tabbed && tabbed.code, shell === "fish" && "invalid_command");
      const lines = ran(await under.exec("echo first\necho second"));
      assert.equal(lines.output, "first\nsecond");
      assert.equal(under.blocks().length, shell === "fish" ? 3 : 4);
      const refused = ran(await under.exec("echo )"));
      assert.deepEqual([refused.status, refused.block_id], ["not_run", null]);
      assert.match(refused.output, /\)/);
      assert.equal(ran(await under.exec("echo fine again")).output, "fine again");
    }));

  realTest(`${shell} never runs a command for someone while a person is typing`, {
    needs: [shell],
  }, () =>
    withSession({ shell }, async (under) => {
      under.type("echo mi");
      const waiting = under.exec("echo theirs");
      await new Promise((resolve) => setTimeout(resolve, 400));
      assert.equal(under.blocks().length, 0);
      under.type("ne\r");
      assert.equal(ran(await waiting).output, "theirs");
      assert.deepEqual(under.blocks().map(({ cmd }) => cmd), ["echo mine", "echo theirs"]);
      assert.deepEqual(under.blocks().map(({ origin }) => origin), ["user", "exec"]);
      // A line that was emptied again is empty.
      under.type("rm -rf");
      under.type("\x15");
      assert.equal(ran(await under.exec("echo after")).output, "after");
      // Text that was typed ahead is a person's as well.
      under.type("sleep 0.3\r");
      await waitFor(() => under.events.at(-1)?.type === "agent_block_begin", { what: "the sleep" });
      under.type("echo ahead");
      const later = under.exec("echo last");
      await waitFor(() => under.session.status.phase === "prompt", { what: "a prompt" });
      await new Promise((resolve) => setTimeout(resolve, 300));
      under.type("\r");
      assert.equal(ran(await later).output, "last");
      assert.deepEqual(under.blocks().slice(-2).map(({ cmd }) => cmd), ["echo ahead", "echo last"]);
    }));
}

realTest("commands for several wait in line, and a late one says that it still runs", {
  needs: ["bash"],
}, () =>
  withSession(BASH, async (under) => {
    const results = await Promise.all([1, 2, 3].map((n) => under.exec(`echo ${n}`)));
    assert.deepEqual(results.map((result) => ran(result).output), ["1", "2", "3"]);
    const late = ran(await under.exec("echo begun; sleep 30", 300));
    assert.deepEqual([late.timed_out, late.status, late.output], [true, "running", "begun"]);
    const busy = await under.exec("echo no", 100);
    assert.deepEqual("ok" in busy && busy.code, "prompt_busy");
    assert.equal(under.session.signal("SIGINT"), true);
    const block = await waitFor(() => under.blocks().find(({ seq }) => seq === 4), { what: "end" });
    assert.deepEqual([block.exit_code, block.status], [130, "interrupted"]);
    const open = await under.exec("echo 'not closed", 400);
    assert.equal("ok" in open && open.code, "incomplete_command");
    assert.equal(ran(await under.exec("echo closed")).output, "closed");
    const keys = await under.exec("echo \x03");
    assert.equal("ok" in keys && keys.code, "invalid_command");
  }));

realTest("a flood is counted to the byte and kept within its caps, and the next command is exact", {
  needs: ["bash"],
}, () =>
  withSession(BASH, async (under) => {
    const block = await under.run("head -c 4000000 /dev/zero | tr '\\0' 'x' | fold -w 99");
    assert.equal(block.bytes, 4_000_000 + 2 * 40_404);
    assert.equal(block.truncated, true);
    const kept = under.output(block);
    assert.equal(kept.length, 1024 * 1024);
    assert.ok(/^(x{99}\r\n)+/.test(kept));
    const text = await textOf(under, block.block_id);
    assert.match(text, /\n\[… \d+ bytes left out …\]\n/);
    assert.equal((await under.run("echo small")).bytes, 7);
    const size = (await Deno.stat(join(under.agentPty, "events.jsonl"))).size;
    assert.ok(size < 300_000, `events.jsonl has ${size} bytes`);
  }));

realTest(
  "binary output and our own event log do not disturb the blocks",
  { needs: ["bash"] },
  () =>
    withSession(BASH, async (under) => {
      await under.run("head -c 200000 /bin/ls");
      await under.run("echo between");
      // The log holds what the binary was, as text of JSON: no byte of it is a mark.
      await under.run(`cat ${under.agentPty}/events.jsonl ${under.agentPty}/blocks/*.out`);
      const last = await under.run("echo after");
      assert.deepEqual(under.blocks().map(({ exit_code }) => exit_code), [0, 0, 0, 0]);
      assert.equal(under.output(last), "after\r\n");
      const files = [...Deno.readDirSync(under.agentPty)].map(({ name }) => name);
      assert.ok(!files.some((name) => name.startsWith("start-")), "the nonces are gone from disk");
    }),
);

realTest("a person's PS0, prompt commands, traps and options keep working in bash", {
  needs: ["bash"],
}, () =>
  withSession({
    shell: "bash",
    home: {
      ".bashrc": [
        "PS1='$ '",
        "PS0='[ps0]\\n'",
        "PROMPT_COMMAND='seen=$?; echo \"[pc $seen]\"'",
        "trap 'debugged=yes' DEBUG",
        "trap 'echo [exit trap]' EXIT",
        "set -u -o noclobber",
        "alias printf='echo aliased' local='echo aliased' history='echo aliased'",
        "HISTTIMEFORMAT='%F %T '",
        "IFS=:",
      ].join("\n"),
    },
  }, async (under) => {
    const failed = await under.run("false");
    assert.deepEqual([failed.cmd, failed.exit_code, failed.bytes], ["false", 1, 0]);
    assert.equal((await under.run("echo $debugged")).exit_code, 0);
    const screen = under.session.screen.view().rows.join("\n");
    assert.match(screen, /\$ false\n\[ps0\]\n\[pc 1\]\n\$ echo \$debugged\n\[ps0\]\nyes\n\[pc 0\]/);
    await under.run("set -e");
    await under.run("PROMPT_COMMAND='echo [other]'; PS0='[new]'; PS1='> '");
    const after = await under.run("echo still here");
    assert.deepEqual([after.cmd, under.output(after)], ["echo still here", "still here\r\n"]);
    under.type("exit\r");
    await waitFor(() => under.exitCode !== undefined, { what: "the end" });
    assert.match(under.output(under.blocks().at(-1) ?? assert.fail()), /\[exit trap\]/);
  }));

realTest("a person's hooks and options keep working in zsh", { needs: ["zsh"] }, () =>
  withSession({
    shell: "zsh",
    home: {
      ".zshenv": "export ZDOTDIR=$HOME/dots\n",
      "dots/.zshrc": [
        "PS1='%# '",
        "setopt ksh_arrays sh_word_split prompt_subst",
        'precmd() { echo "[precmd $?]" }',
        'preexec() { echo "[preexec $1]" }',
        "HISTFILE=$ZDOTDIR/history",
      ].join("\n"),
    },
  }, async (under) => {
    const failed = await under.run("false");
    assert.deepEqual([failed.cmd, failed.exit_code], ["false", 1]);
    assert.equal(under.output(await under.run("echo $ZDOTDIR")), `${under.home}/dots\r\n`);
    assert.match(under.session.screen.view().rows.join("\n"), /\[preexec false\]\n\[precmd 1\]/);
    assert.equal(under.output(await under.run("zsh -c 'echo $ZDOTDIR'")), `${under.home}/dots\r\n`);
  }));

realTest(
  "a person's prompt and functions keep working in fish",
  { needs: ["fish"] },
  () =>
    withSession({
      shell: "fish",
      home: {
        ".config/fish/config.fish": [
          "set -g fish_greeting",
          'function fish_prompt; echo -n "[$status] > "; end',
          "function mine --on-event fish_preexec; echo [mine $argv]; end",
        ].join("\n"),
      },
    }, async (under) => {
      assert.equal((await under.run("false")).exit_code, 1);
      await waitFor(() => under.session.screen.view().rows.join("\n").includes("[1] > "), {
        what: "the person's own prompt",
      });
    }),
);

realTest(
  "a shell that ends closes its block, with its own exit code",
  { needs: ["bash"] },
  () =>
    withSession(BASH, async (under) => {
      under.type("exit 7\r");
      await waitFor(() => under.exitCode !== undefined, { what: "the end" });
      assert.equal(under.exitCode, 7);
      const [block] = under.blocks();
      assert.deepEqual([block?.status, block?.exit_code], ["shell_exited", 7]);
      assert.equal(under.events.at(-1)?.type, "agent_block_end");
    }),
);

realTest(
  "a shell that is killed closes its block without an exit code",
  { needs: ["bash"] },
  () =>
    withSession(BASH, async (under) => {
      under.type("kill -9 $$\r");
      await waitFor(() => under.exitCode !== undefined, { what: "the end" });
      const [block] = under.blocks();
      assert.deepEqual([block?.status, block?.exit_code], ["shell_exited", null]);
    }),
);

realTest(
  "another program in the shell's place goes on with low confidence",
  { needs: ["bash"] },
  () =>
    withSession(BASH, async (under) => {
      const replaced = await under.run("exec bash --norc");
      assert.deepEqual([replaced.status, replaced.exit_code], ["replaced", null]);
      const block = await under.run("echo low");
      assert.deepEqual([block.cmd, block.confidence, block.exit_code], ["echo low", "low", null]);
      assert.equal(ran(await under.exec("echo exec")).output, "exec");
    }),
);

realTest("a start file that becomes another shell leaves a shell that works", {
  needs: ["bash"],
  timeoutMs: 60_000,
}, () =>
  withSession({ shell: "bash", home: { ".bashrc": "exec dash\n" } }, async (under) => {
    assert.equal(under.session.status.confidence, "low");
    assert.equal(ran(await under.exec("echo $0 works")).output, "dash works");
  }));

realTest(
  "any other shell has blocks of low confidence",
  { needs: [] },
  () =>
    withSession({ shell: "dash" }, async (under) => {
      const block = await under.run("echo plain");
      assert.deepEqual([block.cmd, block.confidence, block.exit_code], ["echo plain", "low", null]);
      assert.match(under.output(block), /plain\r\n/);
      assert.equal(ran(await under.exec("sleep 0.4; echo slow")).output, "slow");
      under.type("\r");
      assert.equal(ran(await under.exec("echo last")).output, "last");
      assert.equal(under.blocks().length, 3, "an empty line is no block");
    }),
);

realTest(
  "a bash without PS0 tells ends only, and its blocks have low confidence",
  {
    needs: ["bash"],
  },
  () =>
    withSession(
      { shell: "bash", home: { ".bashrc": "PS1='$ '\nshopt -u promptvars\n" } },
      async (under) => {
        const block = await under.run("echo old; false");
        assert.deepEqual([block.cmd, block.confidence, block.exit_code], [
          "echo old; false",
          "low",
          1,
        ]);
        const edited = await under.run("echo lxw\x7f\x7fow");
        assert.deepEqual([edited.cmd, edited.exit_code], ["echo low", 0]);
      },
    ),
);

realTest("a nested shell, a pager, an editor and a multiplexer are one block each", {
  needs: ["bash"],
}, () =>
  withSession(BASH, async (under) => {
    const whole = async (line: string, keys: string, until: RegExp) => {
      const before = under.blocks().length;
      under.type(`${line}\r`);
      const shown = () => until.test(under.session.screen.view().rows.join("\n"));
      await waitFor(shown, { what: `${line} to show ${until}` });
      under.type(keys);
      await waitFor(() => under.blocks().length > before, { what: `the end of ${line}` });
      await under.ready();
      assert.equal(under.blocks().length, before + 1, line);
      return under.blocks().at(-1) ?? assert.fail();
    };
    const nested = await whole("PS1='inner> ' bash --norc", "echo in\rfalse\rexit 3\r", /inner> /);
    assert.equal(nested.exit_code, 3);
    await Deno.writeTextFile(join(under.home, "long"), "a line\n".repeat(500));
    for (
      const [program, line, keys, until] of [
        ["less", "less long", "q", /a line/],
        ["vim", "vim -u NONE long", ":q!\r", /a line/],
        ["tmux", "tmux -L ph-test -f /dev/null new -s t", "exit\r", /\[t\]/],
      ] as const
    ) {
      if (!under.session || !exists(program)) continue;
      const block = await whole(line, keys, until);
      assert.deepEqual([block.cmd, block.alt_screen, block.exit_code], [line, true, 0]);
      assert.doesNotMatch(await textOf(under, block.block_id), /a line/);
    }
  }));

realTest(
  "a storm of resizes ends in the last size, and blocks go on",
  { needs: ["bash"] },
  () =>
    withSession(BASH, async (under) => {
      const running = under.exec("for i in 1 2 3 4 5 6 7 8; do echo line $i; sleep 0.05; done");
      for (let i = 0; i < 300; i += 1) {
        under.session.resize(20 + i % 150, 5 + i % 60);
        if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      under.session.resize(77, 20);
      const result = ran(await running);
      assert.equal(result.exit_code, 0);
      await waitFor(() => under.session.screen.cols === 77, { what: "the last size" });
      const size = ran(await under.exec("stty size"));
      assert.equal(size.output, "20 77");
      assert.equal(under.blocks().at(-1)?.cols, 77);
    }),
);

realTest("background jobs make no blocks of their own, and do not hold commands back", {
  needs: ["bash"],
}, () =>
  withSession(BASH, async (under) => {
    await under.run("(while sleep 0.01; do echo noise; done) &");
    assert.match(ran(await under.exec("echo signal")).output, /signal/);
    await under.run("kill %1");
    assert.deepEqual(under.blocks().map(({ exit_code }) => exit_code), [0, 0, 0]);
  }));

realTest(
  "a large paste arrives whole",
  { needs: ["bash"] },
  () =>
    withSession(BASH, async (under) => {
      const text = Array.from({ length: 20_000 }, (_, i) => `pasted line ${i}`).join("\n");
      under.type("stty -echo; cat > pasted\r");
      await waitFor(() => under.session.status.phase === "running", { what: "cat" });
      under.type(`${text}\n\x04`);
      const path = join(under.home, "pasted");
      await waitFor(() => under.blocks().length === 1, { what: "its end" });
      assert.equal(await Deno.readTextFile(path), `${text}\n`);
    }),
);

realTest(
  "events and files tell the same story",
  { needs: ["bash"] },
  () =>
    withSession(BASH, async (under) => {
      await under.run("printf 'é%.0s' 1 2 3; echo; false");
      await waitFor(() => under.events.at(-1)?.type === "agent_block_end", {
        what: "the end event",
      });
      const lines = Deno.readTextFileSync(join(under.agentPty, "events.jsonl")).trim().split("\n");
      assert.deepEqual(lines.map((line) => JSON.parse(line)), under.events);
      assert.deepEqual(under.events.map(({ seq }) => seq), under.events.map((_, i) => i + 1));
      const [begin, ...rest] = under.events;
      const end = rest.at(-1);
      assert.ok(begin?.type === "agent_block_begin" && end?.type === "agent_block_end");
      assert.equal(begin.block.block_id, end.block.block_id);
      assert.equal(begin.conversation_id, "conversation");
      assert.deepEqual(end.preview, { lines: ["ééé"], truncated: false });
      const text = rest.map((event) => event.type === "agent_block_delta" ? event.text : "").join(
        "",
      );
      assert.equal(text, "ééé\r\n");
      await waitFor(() => exists(join(under.agentPty, "screen.snapshot.json")), {
        what: "snapshot",
      });
      const screen = JSON.parse(
        Deno.readTextFileSync(join(under.agentPty, "screen.snapshot.json")),
      );
      assert.ok(screen.rows.includes("ééé"));
      const path = join(under.agentPty, "scrollback.snapshot.json");
      assert.ok(JSON.parse(Deno.readTextFileSync(path)).lines.includes("ééé"));
    }),
);

function exists(path: string): boolean {
  const found = path.includes("/")
    ? [path]
    : (Deno.env.get("PATH") ?? "").split(":").map((folder) => join(folder, path));
  return found.some((one) => {
    try {
      return Deno.statSync(one).isFile;
    } catch {
      return false;
    }
  });
}

realTest("a shell goes on without its folder, says why, and writes again when it can", {
  needs: ["bash"],
}, () =>
  withSession(BASH, async (under) => {
    await under.run("echo one");
    await waitFor(() => under.events.length >= 2, { what: "its events" });
    await Deno.rename(under.agentPty, `${under.agentPty}-away`);
    const lost = ran(await under.exec("echo two"));
    assert.equal(lost.output, "two");
    await waitFor(() => under.session.status.problem !== null, { what: "the problem to be told" });
    assert.match(under.session.status.problem ?? "", /^cannot write: /);
    await Deno.rename(`${under.agentPty}-away`, under.agentPty);
    await under.run("echo three");
    await waitFor(() => under.session.status.problem === null, { what: "the problem to go" });
    assert.deepEqual(under.blocks().map(({ cmd }) => cmd), ["echo one", "echo two", "echo three"]);
  }));
