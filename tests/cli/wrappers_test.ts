import assert from "node:assert/strict";
import { join } from "@std/path";
import type { Program } from "../../lib/cli/launcher/program.ts";
import {
  agentWrapper,
  subprocessWrappers,
  writeWrappers,
} from "../../lib/cli/launcher/wrappers.ts";

const STRANGE = "it's a $(touch /tmp/never) folder";

function programIn(root: string, deno: string): Program {
  const folder = join(root, STRANGE);
  return {
    folder,
    deno,
    main: join(folder, "main.ts"),
    manifest: join(folder, "deno.json"),
    built: join(folder, "_fresh"),
    state: join(root, "state"),
  };
}

async function inTemporary(fn: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-wrappers-" });
  try {
    await fn(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** A program that prints its arguments, one per line, then its environment. */
function writeProbe(root: string): string {
  const path = join(root, "probe 'n' go");
  const text = `#!/bin/sh\nprintf '%s\\n' "$@"\necho ---\n/usr/bin/env\n`;
  Deno.writeTextFileSync(path, text, { mode: 0o755 });
  return path;
}

async function run(path: string, args: string[], env: Record<string, string>) {
  const { stdout } = await new Deno.Command(path, { args, env, clearEnv: true }).output();
  const [words = "", variables = ""] = new TextDecoder().decode(stdout).split("---\n");
  return { words: words.trimEnd().split("\n"), variables: variables.trimEnd().split("\n") };
}

Deno.test("the demo agent's script runs Deno with its own permissions and a clean environment", () =>
  inTemporary(async (root) => {
    const program = programIn(root, writeProbe(root));
    const wrappers = subprocessWrappers(program);
    const [demo] = wrappers;
    assert.equal(demo?.variable, "PILOTHOUSE_DEMO_AGENT");
    assert.deepEqual(writeWrappers(wrappers), { ok: true, value: undefined });
    const { words, variables } = await run(demo.path, ["a b", "$c"], {
      HOME: "/home/me",
      DENO_PERMISSION_BROKER_PATH: "/evil",
      PILOTHOUSE_DEMO_SPEED: "0",
      SECRET: "x",
    });
    assert.deepEqual(words, [
      ...["run", "--no-prompt", "--cached-only", "--quiet", "--config", program.manifest],
      ...["--ignore-env", `--allow-read=${program.folder}`],
      ...["--allow-env=PILOTHOUSE_DEMO_SPEED", program.main, "demo-agent", "a b", "$c"],
    ]);
    // The probe's own shell adds these.
    const ours = variables.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line)).sort();
    assert.deepEqual(ours, [
      "DENO_NO_UPDATE_CHECK=1",
      "HOME=/home/me",
      "PILOTHOUSE_DEMO_SPEED=0",
    ]);
  }));

Deno.test("the agent's script runs the configured words and keeps the environment", () =>
  inTemporary(async (root) => {
    const program = programIn(root, "/usr/bin/deno");
    const wrapper = agentWrapper(program, writeProbe(root), ["app server", "it's"], "V");
    assert.deepEqual(writeWrappers([wrapper]), { ok: true, value: undefined });
    const { words, variables } = await run(wrapper.path, ["-c", "x=1"], { OPENAI_API_KEY: "k" });
    assert.deepEqual(words, ["app server", "it's", "-c", "x=1"]);
    assert.ok(variables.includes("OPENAI_API_KEY=k"));
  }));

Deno.test("other words make another script, so that two starts do not disturb each other", () => {
  const program = programIn("/x", "/usr/bin/deno");
  const path = (...args: string[]) => agentWrapper(program, "/usr/bin/codex", args, "V").path;
  assert.equal(path("app-server"), path("app-server"));
  assert.notEqual(path("app-server"), path("app-server", "-v"));
  assert.match(path("app-server"), /\/bin\/codex-[0-9a-f]{8}$/);
});

Deno.test("a script that is up to date is not written again, and one that was changed is", () =>
  inTemporary(async (root) => {
    const wrapper = agentWrapper(programIn(root, "/d"), "/bin/true", [], "V");
    writeWrappers([wrapper]);
    const first = await Deno.stat(wrapper.path);
    writeWrappers([wrapper]);
    assert.equal((await Deno.stat(wrapper.path)).ino, first.ino);
    await Deno.writeTextFile(wrapper.path, "#!/bin/sh\nexec evil\n");
    writeWrappers([wrapper]);
    assert.equal(await Deno.readTextFile(wrapper.path), wrapper.text);
    assert.deepEqual([...Deno.readDirSync(join(root, "state/bin"))].length, 1);
  }));
