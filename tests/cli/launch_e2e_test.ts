// The launcher as people start it: what it refuses before it does anything, and that it, the
// server and the agent share one fate whoever is killed, and by what.

import assert from "node:assert/strict";
import { join } from "@std/path";
import { findExecutable } from "../../lib/cli/launcher/executables.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { ProcessTree } from "../harness/process_tree.ts";
import { signal } from "../harness/processes.ts";
import { waitFor } from "../harness/wait.ts";

const START_LIMIT_MS = 60_000;
const LAUNCH = ["run", "-A", "lib/cli/launch.ts"];

/** npm's wrapper of deno, in short: it waits for the real one and passes no signal on. */
const WRAPPER = `require("child_process").spawnSync(process.argv[2], process.argv.slice(3), ` +
  `{ stdio: "inherit" });`;

interface Folders {
  readonly root: string;
  readonly flags: string[];
}

async function withFolders(fn: (folders: Folders) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-launch-" });
  const [home, codex] = [join(root, "home"), join(root, "codex")];
  try {
    await fn({ root, flags: ["--port", "0", "--home", home, "--codex-home", codex] });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

// Without codex, so that the demo agent answers.
const PATH = (Deno.env.get("PATH") ?? "").split(":")
  .filter((folder) => findExecutable("codex", folder) === undefined).join(":");
const env = { PATH, NO_COLOR: "1" };

// A test that is run in a terminal would pass that on, and its hangup is none of ours (hangup.ts).
const WITHOUT_TERMINAL = Deno.build.os === "linux" ? ["setsid"] : [];

async function launch(args: readonly string[], cwd = REPOSITORY) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", join(REPOSITORY, "lib/cli/launch.ts"), ...args],
    cwd,
    env,
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

async function started(
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<ProcessTree> {
  const tree = new ProcessTree({ command, cwd: REPOSITORY, env: { ...env, ...more } });
  const ready = () => tree.stdout.length >= 2 || tree.status !== undefined;
  await waitFor(ready, { timeoutMs: START_LIMIT_MS, what: "the service to listen" });
  assert.match(tree.stdout[0] ?? tree.stderr, /^pilothouse listening on http:\/\/127\.0\.0\.1:/);
  return tree;
}

function pidOf(tree: ProcessTree, part: RegExp): number {
  const found = tree.processes().find(({ command }) => part.test(command));
  assert.ok(found, `nobody is called ${part}`);
  return found.pid;
}

const SERVER = / serve --/;
const LAUNCHER = /lib\/cli\/launch\.ts/;

Deno.test("a mistake in the configuration ends with 2 and leaves nothing behind", () =>
  withFolders(async ({ root, flags }) => {
    const ran = await launch([...flags.slice(2), "--port", "abc"]);
    assert.deepEqual(ran, {
      code: 2,
      out: "",
      err: 'pilothouse: --port is "abc": expected a whole number from 0 to 65535\n',
    });
    assert.deepEqual(names(root), []);
  }));

Deno.test("an unknown flag ends with 2 and names the nearest", async () => {
  const ran = await launch(["--prot", "1"]);
  assert.deepEqual([ran.code, ran.err], [
    2,
    "pilothouse: unknown flag --prot; did you mean --port?\n",
  ]);
});

Deno.test("an app-server that does not exist ends with 1, says what to do, and leaves nothing", () =>
  withFolders(async ({ root, flags }) => {
    const ran = await launch([...flags, "--app-server", "no-such-agent --x"]);
    assert.equal(ran.code, 1);
    assert.match(ran.err, /^pilothouse: app-server command not found: "no-such-agent": .*install/);
    assert.deepEqual(names(root), []);
  }));

Deno.test("a home that is a file ends with 1 and one line", () =>
  withFolders(async ({ root, flags }) => {
    Deno.writeTextFileSync(join(root, "home"), "");
    const ran = await launch(flags);
    assert.equal(ran.code, 1);
    assert.match(ran.err, /^pilothouse: cannot use .*home: it is a file; .*\n$/);
    assert.deepEqual(names(root), ["home"]);
  }));

Deno.test("a home around the program is refused", async () => {
  const ran = await launch(["--home", REPOSITORY]);
  assert.equal(ran.code, 1);
  assert.match(ran.err, /cannot be a home/);
});

Deno.test("--help shows the flags and starts nothing", async () => {
  const ran = await launch(["--help"]);
  assert.equal(ran.code, 0);
  assert.match(ran.out, /usage: deno task start \[flags\][^]*--port <number>/);
});

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  Deno.test(`${name} to the launcher ends everything with exit code 0`, () =>
    withFolders(async ({ flags }) => {
      const tree = await started([...WITHOUT_TERMINAL, Deno.execPath(), ...LAUNCH, ...flags]);
      assert.ok(tree.processes().length >= 3, "launcher, server and agent");
      assert.match(tree.stderr, /^ +write +.*home/m);
      assert.deepEqual(await tree.stop(name), []);
      assert.equal(tree.status?.code, 0);
    }));
}

Deno.test("the launcher killed the hard way takes everything with it", () =>
  withFolders(async ({ flags }) => {
    const tree = await started([Deno.execPath(), ...LAUNCH, ...flags]);
    assert.deepEqual(await tree.stop("SIGKILL"), []);
  }));

Deno.test("a server killed the hard way is reported, and nothing of it survives", () =>
  withFolders(async ({ flags }) => {
    const tree = await started([Deno.execPath(), ...LAUNCH, ...flags]);
    assert.deepEqual(await tree.stop("SIGKILL", pidOf(tree, SERVER)), []);
    assert.equal(tree.status?.code, 137);
    assert.match(tree.stderr, /pilothouse: the server was ended by SIGKILL\n$/);
  }));

for (const name of ["SIGTERM", "SIGKILL"] as const) {
  Deno.test({
    name: `${name} to npm's wrapper of deno ends everything, though it passes no signal on`,
    ignore: Deno.build.os !== "linux",
    fn: () =>
      withFolders(async ({ root, flags }) => {
        const wrapper = join(root, "deno", "bin.cjs");
        await Deno.mkdir(join(root, "deno"));
        await Deno.writeTextFile(wrapper, WRAPPER);
        const task = [Deno.execPath(), "task", "start", ...flags];
        const tree = await started(["node", wrapper, ...task]);
        assert.deepEqual(await tree.stop(name), []);
      }),
  });

  Deno.test({
    name: `${name} to deno task ends everything`,
    ignore: Deno.build.os !== "linux",
    fn: () =>
      withFolders(async ({ flags }) => {
        const tree = await started([Deno.execPath(), "task", "start", ...flags]);
        assert.deepEqual(await tree.stop(name), []);
      }),
  });
}

Deno.test("a shell that exits leaves a service in the background running", () =>
  withFolders(async ({ root, flags }) => {
    const script = `nohup "$0" task start "$@" >"${root}/out" 2>"${root}/err" & exec sleep 1000`;
    const tree = new ProcessTree({
      command: ["sh", "-c", script, Deno.execPath(), ...flags],
      cwd: REPOSITORY,
      env,
    });
    const address = await waitFor(
      () => /listening on (\S+)/.exec(Deno.readTextFileSync(join(root, "out")))?.[1],
      { timeoutMs: START_LIMIT_MS, what: "the service to listen" },
    );
    tree.processes();
    signal(tree.pid, "SIGKILL");
    await waitFor(() => tree.status !== undefined, { what: "the shell to end" });
    // Longer than the launcher takes to notice the end of an ancestor that it is tied to.
    const until = performance.now() + 2_500;
    await waitFor(() => performance.now() > until, { what: "time to pass" });
    const answer = await fetch(`${address}/healthz`);
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
    assert.deepEqual(await tree.stop("SIGTERM", pidOf(tree, LAUNCHER)), []);
  }));

Deno.test("the folder that the person was in is the working folder", () =>
  withFolders(async ({ root, flags }) => {
    const work = join(root, "project");
    await Deno.mkdir(work);
    const tree = new ProcessTree({
      // A task that runs this test has set the variable already, and `deno task` leaves it then.
      command: ["env", "-u", "INIT_CWD", Deno.execPath(), "task"]
        .concat("--config", join(REPOSITORY, "deno.json"), "start", flags),
      cwd: work,
      env,
    });
    await waitFor(() => tree.stdout.length >= 2 || tree.status !== undefined, {
      timeoutMs: START_LIMIT_MS,
      what: "the service to listen",
    });
    assert.match(tree.stderr, new RegExp(`^ +read +.*${work}`, "m"));
    assert.deepEqual(await tree.stop(), []);
  }));

Deno.test("Ctrl-C, which deno task doubles, stops the service once and cleanly", () =>
  withFolders(async ({ flags }) => {
    const tree = await started([...WITHOUT_TERMINAL, Deno.execPath(), "task", "start", ...flags]);
    // A negative id is the whole process group, as a terminal does it.
    if (WITHOUT_TERMINAL.length > 0) Deno.kill(-tree.pid, "SIGINT");
    assert.deepEqual(await tree.stop("SIGINT"), []);
    assert.equal(tree.status?.code, 0);
  }));

Deno.test("an agent that runs on Deno is started without the right to run Deno", () =>
  withFolders(async ({ flags }) => {
    const agent = [Deno.execPath(), "run", `--allow-read=${REPOSITORY}`, "main.ts", "demo-agent"];
    const tree = await started([Deno.execPath(), ...LAUNCH].concat(flags, [
      "--app-server",
      agent.join(" ").replace("main.ts", join(REPOSITORY, "main.ts")),
    ]));
    const grants = /^ +run +(.*)$/m.exec(tree.stderr)?.[1]?.split(", ") ?? [];
    assert.match(grants[0] ?? "", /\/bin\/deno-[0-9a-f]{8}$/);
    assert.ok(!grants.includes(Deno.execPath()));
    assert.ok(tree.processes().some(({ command }) => command.endsWith(" demo-agent")));
    assert.deepEqual(await tree.stop(), []);
  }));

Deno.test("--open gives the link to the browser and leaves stdout as it is", () =>
  withFolders(async ({ root, flags }) => {
    const [bin, opened] = [join(root, "bin"), join(root, "opened")];
    await Deno.mkdir(bin);
    for (const name of ["xdg-open", "open"]) {
      const script =
        `#!/bin/sh\nprintf '%s\\n' "$@" >"${opened}.new" && mv "${opened}.new" "${opened}"\n`;
      await Deno.writeTextFile(join(bin, name), script, { mode: 0o755 });
    }
    const command = [Deno.execPath(), ...LAUNCH, ...flags, "--open"];
    const tree = await started(command, { PATH: `${bin}:${PATH}` });
    const link = await waitFor(() => Deno.readTextFileSync(opened), { what: "the browser" });
    assert.equal(link, `${tree.stdout[1]}\n`);
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/login\?t=\S+\n$/);
    assert.deepEqual(await tree.stop(), []);
  }));
