import assert from "node:assert/strict";
import { join, normalize, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compile, INCLUDED } from "../../lib/cli/compile.ts";
import { buildIfStale } from "../../lib/cli/launcher/build_if_stale.ts";
import { type Program, thisProgram } from "../../lib/cli/launcher/program.ts";
import { mcpArgs, shellHostArgs } from "../../lib/cli/launcher/wrappers.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { realTest } from "../harness/real_parts.ts";

const env = (name: string) => Deno.env.get(name);
const program = thisProgram(env);

async function compiled(args: readonly string[], changes: Partial<Program> = {}) {
  let [out, err] = ["", ""];
  const code = await compile(args, { ...program, ...changes }, {
    ...{ env, cwd: REPOSITORY },
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { code, out, err };
}

function filesUnder(path: string): string[] {
  const at = join(REPOSITORY, path);
  if (Deno.statSync(at).isFile) return [path];
  return [...Deno.readDirSync(at)].flatMap(({ name }) => filesUnder(join(path, name)));
}

/** Some bytes of the middle: enough to know a file again. */
function excerpt(bytes: Uint8Array): Uint8Array {
  const begin = Math.max(0, Math.floor(bytes.length / 2) - 100);
  return bytes.subarray(begin, begin + 200);
}

function has(whole: string, bytes: Uint8Array): boolean {
  return whole.includes(latin1.decode(bytes));
}
const latin1 = new TextDecoder("latin1");

Deno.test("whatever is read by its place beside the code is put into the executable", () => {
  const sources = ["lib", "main.ts"].flatMap(filesUnder).filter((path) => /\.tsx?$/.test(path));
  const outside = sources.flatMap((path) => {
    const text = Deno.readTextFileSync(join(REPOSITORY, path));
    return [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, target = ""]) => {
      const from = pathToFileURL(join(REPOSITORY, path));
      return relative(REPOSITORY, normalize(fileURLToPath(new URL(target, from))));
    });
  }).filter((path) => path !== "" && !path.startsWith(".."));
  assert.ok(outside.length >= 4, "the search itself works");
  const missing = outside.filter((path) =>
    !INCLUDED.some((part) => path === part || path.startsWith(`${part}/`))
  );
  assert.deepEqual(missing, []);
});

Deno.test("a compiled program is its own Deno: its helpers are its own commands", () => {
  assert.deepEqual(shellHostArgs(program, "/s.sock", true), ["shell-host", "--socket", "/s.sock"]);
  assert.deepEqual(mcpArgs(program, undefined, true), ["mcp"]);
  assert.equal(shellHostArgs(program, "/s.sock", false)[0], "run");
});

// The base program is a stand-in here, so that the test needs no download: what is put around it is
// the same. That the whole runs is not proven where Deno's own base cannot be had.
realTest("everything that the program needs is inside the executable", {
  needs: [],
  timeoutMs: 180_000,
}, async () => {
  const folder = await Deno.makeTempDir({ prefix: "ph-compile-" });
  try {
    const output = join(folder, "pilothouse");
    const wrapper = join(folder, "deno");
    const script = `#!/bin/sh\nDENORT_BIN=/bin/true exec '${Deno.execPath()}' "$@"\n`;
    await Deno.writeTextFile(wrapper, script, { mode: 0o755 });
    const made = await compiled(["--output", output], { deno: wrapper });
    assert.deepEqual([made.code, made.out], [0, `${output}\n`], made.err);
    const whole = latin1.decode(await Deno.readFile(output));

    const data = ["shellspec", "static", "lib/shell/integration", "lib/demo/scenarios", "_fresh"]
      .flatMap(filesUnder).filter((path) => !/\.tsx?$|\.js$|\.map$/.test(path));
    const missing = data.filter((path) => {
      const bytes = Deno.readFileSync(join(REPOSITORY, path));
      return bytes.length > 0 && !has(whole, excerpt(bytes));
    });
    assert.deepEqual(missing, []);
    assert.ok(data.length > 20);

    const commands = filesUnder("lib/cli/commands").map((path) => path.split("/").at(-1)!);
    for (const name of [...commands, "search_worker.ts", "server.js", "run.ts"]) {
      assert.ok(whole.includes(name), name);
    }
    assert.ok(whole.includes("pty.node"), "the terminal's addon");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

realTest("where Deno's base program cannot be had, the task says so and how to give it one", {
  needs: [],
  timeoutMs: 60_000,
}, async () => {
  const folder = await Deno.makeTempDir({ prefix: "ph-compile-" });
  try {
    assert.ok((await buildIfStale(program, () => {}, false)).ok);
    const deno = join(folder, "deno");
    const script = "#!/bin/sh\necho 'error: failed to download denort: no address' >&2\nexit 1\n";
    await Deno.writeTextFile(deno, script, { mode: 0o755 });
    const { code, err } = await compiled(["--output", join(folder, "x")], { deno });
    assert.equal(code, 1);
    assert.match(err, /base program \(denort \d+\.\d+\.\d+\) cannot be downloaded here/);
    assert.match(err, /DENORT_BIN=<file>/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
