import assert from "node:assert/strict";
import type { Config } from "../../lib/config/schema.ts";
import type { FileFacts, World } from "../../lib/doctor/check.ts";
import { CHECKS, examine, reportText } from "../../lib/doctor/examine.ts";
import { compareVersions, versionIn } from "../../lib/doctor/version.ts";

const FOLDER: FileFacts = { kind: "folder", mode: 0o700, own: true };
const FILE: FileFacts = { kind: "file", mode: 0o600, own: true };
const FILES: Record<string, FileFacts | null> = {
  "/h": FOLDER,
  "/c": FOLDER,
  "/h/token": FILE,
};

const VERSIONS: Record<string, string> = {
  "/bin/bash": "GNU bash, version 5.2.15(1)-release",
  "/usr/bin/codex": "codex-cli 0.169.0",
};

/** A machine on which all is well, but for what a test changes. */
function world(changes: Partial<World> = {}): World {
  return {
    config: { home: "/h", codex_home: "/c", cwd: "/w", port: 12359 } as Config,
    env: (name) => name === "SHELL" ? "/bin/bash" : undefined,
    find: (program) => program.startsWith("/") ? program : `/usr/bin/${program}`,
    run: (program, [first]) =>
      Promise.resolve({ code: 0, out: first === "login" ? "Logged in" : VERSIONS[program] ?? "" }),
    stat: (path) => Promise.resolve(FILES[path] ?? null),
    list: () => Promise.resolve([]),
    writeProblem: () => Promise.resolve(null),
    listener: () => Promise.resolve("nobody"),
    readText: () => Promise.resolve("65536\n"),
    ...{ denoVersion: "2.9.6", os: "linux", arch: "x86_64" },
    agent: { kind: "codex", command: ["/usr/bin/codex", "app-server"] },
    socket: { path: "/h/s.sock", fits: true },
    ptyProblem: () => Promise.resolve(null),
    ...changes,
  };
}

async function findings(changes: Partial<World>) {
  const found = await examine(world(changes));
  return found.filter(({ verdict }) => verdict !== "ok")
    .map(({ name, verdict, todo }) => [name, verdict, todo]);
}

Deno.test("on a machine where all is well every check says ok and nothing is to do", async () => {
  const found = await examine(world());
  assert.deepEqual(found.filter(({ verdict }) => verdict !== "ok"), []);
  assert.match(reportText(found), /\nall is well\n$/);
});

const stat = (changes: Record<string, FileFacts | null>) => ({
  stat: (path: string) => Promise.resolve({ ...FILES, ...changes }[path] ?? null),
});
const noProgram = (...missing: string[]) => ({
  find: (program: string) => missing.includes(program) ? undefined : `/usr/bin/${program}`,
});

const CASES: readonly [
  what: string,
  Partial<World>,
  name: string,
  verdict: string,
  todo: RegExp,
][] = [
  ["an old Deno", { denoVersion: "2.8.3" }, "deno", "fail", /npm install -g deno/],
  [
    "no codex",
    { agent: { kind: "demo", command: ["deno"] } },
    ...["agent", "warn", /npm install -g @openai\/codex/] as const,
  ],
  [
    "an agent that is not there",
    { agent: { kind: "configured", command: ["mine"] }, ...noProgram("mine") },
    ...["agent", "fail", /app_server/] as const,
  ],
  [
    "another codex",
    { run: () => Promise.resolve({ code: 0, out: "codex-cli 0.171.2" }) },
    ...["agent's version", "warn", /@openai\/codex@0\.169\.0/] as const,
  ],
  [
    "nobody logged in",
    { run: (_, [a]) => Promise.resolve({ code: a === "login" ? 1 : 0, out: "0.169.0" }) },
    ...["agent's login", "warn", /codex login/] as const,
  ],
  ["a file as home", stat({ "/h": FILE }), "home", "fail", /--home/],
  [
    "a home that others see",
    stat({ "/h": { ...FOLDER, mode: 0o755 } }),
    ...["home", "warn", /chmod 700 \/h/] as const,
  ],
  [
    "a token that others can read",
    stat({ "/h/token": { ...FILE, mode: 0o640 } }),
    ...["private files", "fail", /chmod 600 \/h\/token/] as const,
  ],
  [
    "a token of somebody else",
    stat({ "/h/token": { ...FILE, own: false } }),
    ...["private files", "fail", /delete/] as const,
  ],
  ["no working folder", { list: () => Promise.resolve(null) }, "working folder", "fail", /--cwd/],
  ["a taken port", { listener: () => Promise.resolve("other") }, "port", "fail", /--port/],
  [
    "a home with a long path",
    { socket: { path: "/long", fits: false } },
    ...["event socket", "warn", /--home/] as const,
  ],
  ["a file as socket", stat({ "/h/s.sock": FILE }), "event socket", "fail", /move it away/],
  [
    "few watches",
    { readText: () => Promise.resolve("100") },
    ...["file watches", "warn", /sysctl/] as const,
  ],
  ["a shell that is gone", noProgram("/bin/bash"), "shell", "fail", /SHELL/],
  [
    "another shell",
    { env: (name) => name === "SHELL" ? "/bin/dash" : undefined },
    ...["shell", "warn", /bash, zsh or fish/] as const,
  ],
  [
    "no addon for this machine",
    { ptyProblem: () => Promise.resolve("no such module") },
    ...["terminal", "fail", /binaries/] as const,
  ],
  ["no git", noProgram("git"), "git", "warn", /install git/],
  [
    "a person at another machine",
    { env: (name) => ({ SHELL: "/bin/bash", SSH_CONNECTION: "x" })[name] },
    ...["browser", "warn", /ssh -L/] as const,
  ],
];

for (const [what, changes, name, verdict, todo] of CASES) {
  Deno.test(`the doctor notices ${what} and says what to do`, async () => {
    const found = await findings(changes);
    const mine = found.find(([check]) => check === name);
    assert.equal(mine?.[1], verdict, JSON.stringify(found));
    assert.match(String(mine?.[2]), todo);
  });
}

Deno.test("a check that throws is a finding, and the others still run", async () => {
  const found = await examine(world({ list: () => Promise.reject(new Error("boom")) }));
  assert.equal(found.length, CHECKS.length);
  const broken = found.find(({ name }) => name === "working folder");
  assert.deepEqual([broken?.verdict, broken?.says], ["fail", "it could not be checked: boom"]);
  assert.match(reportText(found), /\n1 to repair before Pilothouse works\n$/);
});

Deno.test("versions are compared as numbers", () => {
  assert.deepEqual(versionIn("codex-cli 0.169.0-alpha"), [0, 169, 0]);
  assert.equal(versionIn("none"), null);
  assert.ok(compareVersions([0, 9], [0, 10, 1]) < 0);
  assert.equal(compareVersions([1, 2], [1, 2, 0]), 0);
});
