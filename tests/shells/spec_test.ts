import assert from "node:assert/strict";
import { join } from "node:path";
import { launchOf } from "../../lib/shells/launch.ts";
import { parseSpec, type SpecProblem } from "../../lib/shells/spec_file.ts";
import { parseReference } from "../../lib/shells/spec_source.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";

function problemsOf(text: string): readonly SpecProblem[] {
  const result = parseSpec(text, "x.jsonc");
  return result.ok ? [] : result.problems;
}

/** A spec with one shell; `lines` are its keys, the first on line 3. */
function withShell(...lines: string[]): string {
  return ['{ "version": "1", "shells": {', '"a": {', lines.join(",\n"), "} } }"].join("\n");
}
const BASICS = ['"backend": "pipe"', '"cwd": "/"', '"command": ["x"]'];

Deno.test("the program's own shellspecs are valid and fill in", () => {
  for (const { name } of Deno.readDirSync(join(REPOSITORY, "shellspec"))) {
    const text = Deno.readTextFileSync(join(REPOSITORY, "shellspec", name));
    const result = parseSpec(text, name);
    assert.ok(result.ok, JSON.stringify(result));
    assert.ok(Object.keys(result.loaded.spec.shells).length > 0, name);
  }
});

Deno.test("comments and trailing commas are welcome, and what is left out has a default", () => {
  const result = parseSpec(`// one\n${withShell(...BASICS, "/* two */")}`, "x.jsonc");
  assert.ok(result.ok);
  const { a } = result.loaded.spec.shells;
  assert.deepEqual(a?.readiness, { kind: "none" });
  assert.equal(a?.restart.policy, "never");
  assert.deepEqual([a?.env, a?.subgroups, a?.labels], [{}, [], {}]);
});

const MISTAKES: readonly [what: string, text: string, message: RegExp][] = [
  ["an empty file", "", /^x\.jsonc:1:1: value expected$/],
  ["a broken bracket", '{\n"version" "1"\n}', /^x\.jsonc:2:11: colon expected$/],
  ["no object", "[]", /^x\.jsonc:1: the file is \[\]: expected an object/],
  [
    "another version",
    '{\n"version": "2", "shells": {}}',
    /^x\.jsonc:2: "version" is "2": expected "1"/,
  ],
  [
    "an unknown backend",
    withShell('"backend": "pip"', ...BASICS.slice(1)),
    /^x\.jsonc:3: "shells\.a\.backend" is "pip": expected "pipe", "pty" or "host"$/,
  ],
  [
    "a mistyped key",
    withShell(...BASICS, '"restrat": {}'),
    /^x\.jsonc:6: "shells\.a\.restrat" is \{\}: unknown key; did you mean restart\?$/,
  ],
  [
    "a missing key",
    withShell(...BASICS.slice(0, 2)),
    /^x\.jsonc:2: "shells\.a\.command" is missing: expected a list/,
  ],
  [
    "a policy that does not exist",
    withShell(...BASICS, '"restart": {\n"policy": "sometimes" }'),
    /^x\.jsonc:7: "shells\.a\.restart\.policy" is "sometimes": expected "never", "on-failure" or "always"$/,
  ],
  [
    "a negative wait",
    withShell(...BASICS, '"restart": { "policy": "always", "backoff_ms": [-1] }'),
    /"shells\.a\.restart\.backoff_ms\.0" is -1: expected at least 0$/,
  ],
  [
    "a variable that would keep Deno from starting it",
    withShell(...BASICS, '"env": { "LD_PRELOAD": "x" }'),
    /"shells\.a\.env\.LD_PRELOAD" is "x": expected the key to be .* other than LD_/,
  ],
  [
    "a broken pattern",
    withShell(...BASICS, '"readiness": { "kind": "line", "pattern": "(" }'),
    /"shells\.a\.readiness\.pattern" is "\(": expected a regular expression$/,
  ],
  [
    "an unknown kind of readiness",
    withShell(...BASICS, '"readiness": { "kind": "prot" }'),
    /"shells\.a\.readiness\.kind" is "prot": expected "none", "line", "port" or "handshake"$/,
  ],
];

for (const [what, text, message] of MISTAKES) {
  Deno.test(`a shellspec with ${what} names file, line, key and value`, () => {
    const [first] = problemsOf(text);
    assert.match(first?.message ?? "", message);
    assert.equal(first?.file, "x.jsonc");
  });
}

function launch(text: string, name = "a") {
  const result = parseSpec(text, "x.jsonc");
  assert.ok(result.ok, JSON.stringify(result));
  return launchOf(result.loaded, name, {
    context: { CWD: "/w", AGENT: ["codex", "app-server"], REL: "here" },
    env: (variable) => variable === "KEY" ? "hush" : undefined,
    freePort: () => 5555,
  });
}

Deno.test("a spec becomes a launch; what may be shown has no value of the environment", () => {
  const result = launch(withShell(
    ...['"backend": "pipe"', '"cwd": "${CWD}/x"', '"command": ["${AGENT}", "--key", "${env:KEY}"]'],
    ...['"env": { "TOKEN": "${env:KEY}" }', '"labels": { "k": "${env:KEY}" }'],
    '"readiness": { "kind": "port", "port": "${free_port}" }',
  ));
  assert.ok(result.ok);
  const { launch: found } = result;
  assert.deepEqual(found.command, ["codex", "app-server", "--key", "hush"]);
  assert.deepEqual(found.env, { TOKEN: "hush" });
  assert.deepEqual(found.readiness, { kind: "port", port: 5555, timeout_s: 30 });
  assert.deepEqual(found.shown.command, ["codex", "app-server", "--key", "${env:KEY}"]);
  assert.ok(!JSON.stringify(found.shown).includes("hush"));
});

Deno.test("every template that cannot be filled in is named with its line and text", () => {
  const result = launch(withShell(
    ...['"backend": "pipe"', '"cwd": "${CWDD}"', '"command": [\n"${env:NO}"]'],
    '"readiness": { "kind": "port", "port": "${CWD}" }',
  ));
  assert.ok(!result.ok);
  const messages = result.problems.map(({ message }) => message).sort();
  assert.equal(messages.length, 3, messages.join("\n"));
  assert.match(messages[0]!, /^x\.jsonc:4: "shells\.a\.cwd" is "\$\{CWDD\}": unknown variable/);
  assert.match(messages[1]!, /^x\.jsonc:6: "shells\.a\.command\.0" is "\$\{env:NO\}": the env/);
  assert.match(
    messages[2]!,
    /^x\.jsonc:7: "shells\.a\.readiness\.port" is "\$\{CWD\}": expected a/,
  );
});

Deno.test("a relative folder and a shell that is not there are refused", () => {
  const relative = launch(withShell('"backend": "pipe"', '"cwd": "${REL}"', '"command": ["x"]'));
  assert.match(relative.ok ? "" : relative.problems[0]!.message, /expected the whole path/);
  const other = launch(withShell(...BASICS), "toString");
  assert.match(other.ok ? "" : other.problems[0]!.message, /missing: the shells here are: a$/);
});

Deno.test("a reference names a file and a shell, and no path", () => {
  assert.deepEqual(parseReference("a_b.jsonc#c"), { file: "a_b.jsonc", shell: "c" });
  for (
    const ref of ["a.jsonc", "../a.jsonc#b", "/a.jsonc#b", "a.yaml#b", "a.jsonc#", "a.jsonc#../b"]
  ) {
    assert.throws(() => parseReference(ref), /expected file\.jsonc#shell/, ref);
  }
});
