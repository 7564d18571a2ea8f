import assert from "node:assert/strict";
import {
  describeGrants,
  type GrantInput,
  grantProblem,
  permissionFlags,
  serverGrants,
} from "../../lib/cli/launcher/permissions.ts";

const INPUT: GrantInput = {
  program: "/opt/pilothouse",
  cwd: "/home/me/project",
  homes: ["/home/me/.local/share/pilothouse", "/home/me/.codex"],
  sockets: ["/home/me/.local/share/pilothouse/events.sock"],
  executables: ["/cache/bin/codex-1", "/usr/bin/git"],
  behindWrappers: ["/usr/bin/codex"],
  guarded: ["/opt/pilothouse", "/cache", "/usr/bin/deno"],
  realPath: (path) => path,
};

const HOMES = "/home/me/.local/share/pilothouse,/home/me/.codex";

Deno.test("the server gets loopback, its homes to write, and the named programs to run", () => {
  const flags = permissionFlags(serverGrants(INPUT));
  assert.deepEqual(flags.filter((flag) => !flag.startsWith("--allow-env=")), [
    "--no-prompt",
    "--cached-only",
    "--allow-net=127.0.0.1,localhost,[::1],unix:/home/me/.local/share/pilothouse/events.sock",
    `--allow-read=${HOMES},/home/me/project,/opt/pilothouse`,
    `--allow-write=${HOMES}`,
    "--allow-run=/cache/bin/codex-1,/usr/bin/git",
    "--ignore-env",
  ]);
});

Deno.test("no flag grants everything of a kind, nor ffi, sys or import", () => {
  for (const flag of permissionFlags(serverGrants(INPUT))) {
    assert.doesNotMatch(flag, /^(-A|--allow-(all|ffi|sys|import)\b.*|--allow-[a-z]+=?)$/);
  }
});

Deno.test("behind a symbolic link both names are granted", () => {
  const realPath = (path: string) => path.replace("/home/me", "/disk2/me");
  const grants = serverGrants({ ...INPUT, realPath });
  assert.deepEqual(grants.write, [
    "/home/me/.local/share/pilothouse",
    "/disk2/me/.local/share/pilothouse",
    "/home/me/.codex",
    "/disk2/me/.codex",
  ]);
  assert.ok(grants.read.includes("/disk2/me/project"));
});

Deno.test("an agent that lies in a home cannot be overwritten", () => {
  const grants = serverGrants({ ...INPUT, behindWrappers: ["/home/me/.codex/bin/codex"] });
  assert.deepEqual(grants.denyWrite, ["/home/me/.codex/bin/codex"]);
  assert.ok(permissionFlags(grants).includes("--deny-write=/home/me/.codex/bin/codex"));
});

Deno.test("a home around the program, the scripts or Deno is refused", () => {
  assert.equal(grantProblem(INPUT), undefined);
  for (
    const [home, inside] of [["/opt", "/opt/pilothouse"], ["/cache", "/cache"], [
      "/",
      "/opt/pilothouse",
    ], ["/usr/bin", "/usr/bin/deno"]] as const
  ) {
    assert.equal(
      grantProblem({ ...INPUT, homes: [home] }),
      `${home} cannot be a home: ${inside} lies in it, and the server could change it; name another folder`,
    );
  }
});

Deno.test("a home that only begins like the program's path is fine", () => {
  assert.equal(grantProblem({ ...INPUT, homes: ["/opt/pilot"] }), undefined);
});

Deno.test("a comma, which would split a path into two grants, is refused", () => {
  const problem = grantProblem({ ...INPUT, cwd: "/home/me/a,/etc" });
  assert.match(problem ?? "", /^\/home\/me\/a,\/etc has a comma in its path/);
});

Deno.test("the grants are printed with one line per kind", () => {
  const lines = describeGrants(serverGrants(INPUT)).trimEnd().split("\n");
  assert.deepEqual(lines.map((line) => line.trim().split(/ {2,}/)[0]), [
    "the server may use:",
    "net",
    "read",
    "write",
    "run",
    "env",
    "ffi",
    "sys",
  ]);
});
