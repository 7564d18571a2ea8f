import assert from "node:assert/strict";
import { parseShellSpec, shellCommand, shellEnvironment } from "../../lib/shell/spec.ts";
import { SPEC } from "./session_harness.ts";

Deno.test("the spec of the project is right", () => {
  assert.deepEqual(SPEC.command, ["${SHELL}"]);
  assert.equal(SPEC.grace_s, 60);
});

Deno.test("a mistake in a spec names its key", () => {
  const withHost = (change: Record<string, unknown>) => {
    const { command, env, ...host } = SPEC;
    return JSON.stringify({
      shells: { agent_shell: { command, env, host: { ...host, ...change } } },
    });
  };
  assert.deepEqual(parseShellSpec(withHost({})), SPEC);
  assert.throws(() => parseShellSpec(withHost({ cols: 0 })), /agent_shell\.host\.cols/);
  assert.throws(() => parseShellSpec(withHost({ colour: "red" })), /colour/);
});

Deno.test("the shell is the person's own", () => {
  assert.deepEqual(shellCommand(SPEC, "/bin/zsh"), ["/bin/zsh"]);
});

Deno.test("the shell gets the person's variables and none of our secrets", () => {
  const env = shellEnvironment(SPEC, {
    PATH: "/bin",
    EDITOR: "vi",
    PILOTHOUSE_SECRET: "s",
    PILOTHOUSE_AGENT_KIND: "codex",
    PILOTHOUSE_HOME: "/data",
    VSCODE_PID: "1",
    TERM: "dumb",
    TMUX: "x",
  });
  assert.deepEqual(env, {
    PATH: "/bin",
    EDITOR: "vi",
    PILOTHOUSE_HOME: "/data",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    TERM_PROGRAM: "pilothouse",
  });
});
