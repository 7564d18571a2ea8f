import assert from "node:assert/strict";
import type { Command, Host, Terminal } from "../../lib/cli/command.ts";
import { commandNames, loadCommands } from "../../lib/cli/discover.ts";
import { runCli } from "../../lib/cli/run.ts";
import type { Config } from "../../lib/config/schema.ts";
import manifest from "../../deno.json" with { type: "json" };

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly served: readonly Config[];
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const served: Config[] = [];
  let out = "";
  let err = "";
  const host: Host = { serve: (config) => Promise.resolve(served.push(config) + 41) };
  const variables: Record<string, string> = { HOME: "/nowhere", ...env };
  const terminal: Terminal = {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    env: (name) => variables[name],
    cwd: "/project",
  };
  return { code: await runCli(args, host, terminal), out, err, served };
}

Deno.test("without a command it serves, and gives the host's exit code", async () => {
  const ran = await run([]);
  assert.equal(ran.code, 42);
  assert.equal(ran.served[0]?.port, 12359);
});

Deno.test("flags reach the server with and without the command's name", async () => {
  for (const args of [["--port", "0", "--debug"], ["serve", "--port=0", "--debug"]]) {
    const { served: [config] } = await run(args);
    assert.deepEqual([config?.port, config?.debug], [0, true]);
  }
});

const MISTAKES: readonly [args: readonly string[], message: string][] = [
  [["srve"], 'unknown command "srve"; did you mean serve?'],
  [["xyzzy"], `unknown command "xyzzy"; there is ${commandNames().join(", ")}`],
  [["../run"], `unknown command "../run"; there is ${commandNames().join(", ")}`],
  [["--prot", "1"], "unknown flag --prot; did you mean --port?"],
  [["--prot=1"], "unknown flag --prot; did you mean --port?"],
  [["-port", "1"], "unknown flag -port; did you mean --port?"],
  [["--hlep"], "unknown flag --hlep; did you mean --help?"],
  [["version", "--jsn"], "unknown flag --jsn; did you mean --json?"],
  [["version", "-x"], "unknown flag -x; there is --json, --help, --version"],
  [["serve", "--port"], "flag --port needs a value: --port <number>"],
  [["serve", "--home", "--debug"], "flag --home needs a value: --home <folder>"],
  [["serve", "--home="], "flag --home needs a value: --home <folder>"],
  [["serve", "--port", "1", "--port", "2"], "flag --port is given twice"],
  [["serve", "now"], 'unexpected word "now" after "serve"'],
  [["help", "confg"], 'unknown command "confg"; did you mean config?'],
  [["config", "--port", "x"], '--port is "x": expected a whole number from 0 to 65535'],
];

Deno.test("a mistake is one line on stderr that names the nearest valid one, with exit code 2", async () => {
  for (const [args, message] of MISTAKES) {
    assert.deepEqual(
      await run(args),
      { code: 2, out: "", err: `pilothouse: ${message}\n`, served: [] },
      args.join(" "),
    );
  }
});

Deno.test("the server does not start half-configured", async () => {
  const ran = await run(["serve"], { PILOTHOUSE_PORT: "x", PILOTHOUSE_DEBUG: "y" });
  assert.equal(ran.code, 2);
  assert.deepEqual(ran.served, []);
  assert.equal(ran.err.split("\n").length, 3);
});

Deno.test("every command answers --help with its flags, and the overview lists them all", async () => {
  const overview = (await run(["--help"])).out;
  for (const command of await loadCommands()) {
    const ran = await run([command.name, "--help"]);
    assert.equal(ran.code, 0);
    assert.ok(ran.out.startsWith(`${command.summary}\n`), command.name);
    for (const flag of command.flags) assert.ok(ran.out.includes(`--${flag.name}`), flag.name);
    assert.equal((await run(["help", command.name])).out, ran.out);
    assert.ok(overview.includes(command.summary), command.name);
  }
  assert.equal((await run(["help"])).out, overview);
});

Deno.test("a command's file is named after the command", async () => {
  const commands: Command[] = await loadCommands();
  assert.deepEqual(commands.map((command) => command.name), commandNames());
  for (const name of ["serve", "demo-agent", "config", "version", "help"]) {
    assert.ok(commandNames().includes(name), name);
  }
});

Deno.test("the version is that of deno.json", async () => {
  const expected = `pilothouse ${manifest.version} (deno ${Deno.version.deno})\n`;
  for (const args of [["version"], ["--version"], ["--port", "1", "--version"]]) {
    assert.deepEqual(await run(args), { code: 0, out: expected, err: "", served: [] });
  }
  const { out } = await run(["version", "--json"]);
  assert.deepEqual(JSON.parse(out), { pilothouse: manifest.version, deno: Deno.version.deno });
});

Deno.test("config prints values with their origins, as lines or as JSON", async () => {
  const text = await run(["config", "--port", "0"]);
  assert.match(text.out, /^port +0 +flag --port$/m);
  const { out } = await run(["config", "--json"], { PILOTHOUSE_PORT: "9" });
  assert.deepEqual(JSON.parse(out)["port"], {
    value: 9,
    from: "environment",
    detail: "PILOTHOUSE_PORT",
  });
});
