// The layers of the configuration and every mistake a person can make in them.

import assert from "node:assert/strict";
import { type ConfigResult, type FlagValues, resolveConfig } from "../../lib/config/resolve.ts";

interface Given {
  readonly flags?: FlagValues;
  readonly env?: Readonly<Record<string, string>>;
  readonly file?: string;
  readonly readFile?: (path: string) => string;
}

const FILE = "/home/me/.local/share/pilothouse/config.jsonc";

function resolve({ flags = {}, env = {}, file, readFile }: Given): ConfigResult {
  const all: Record<string, string> = { HOME: "/home/me", ...env };
  return resolveConfig({
    flags,
    env: (name) => all[name],
    cwd: "/project",
    readFile: readFile ?? (() => {
      if (file === undefined) throw new Deno.errors.NotFound("no such file");
      return file;
    }),
  });
}

function effective(given: Given): Record<string, unknown> {
  const result = resolve(given);
  assert.ok(result.ok, JSON.stringify(result));
  return result.config;
}

function mistakes(given: Given): string[] {
  const result = resolve(given);
  assert.ok(!result.ok, "it was accepted");
  return result.errors;
}

Deno.test("without any setting the defaults hold", () => {
  const { events, ...others } = effective({});
  assert.equal((events as { default_delivery: string }).default_delivery, "queue_for_next_turn");
  assert.deepEqual(others, {
    port: 12359,
    cwd: "/project",
    app_server: null,
    home: "/home/me/.local/share/pilothouse",
    codex_home: "/home/me/.codex",
    message_mode: "queue",
    shell_grace_s: null,
    debug: false,
    log_level: "info",
    log_format: "text",
    open: false,
    context: { commands: true, carrier: "envelope" },
  });
});

Deno.test("flags win over environment over file over defaults, and each origin is told", () => {
  const file = '{ // mine\n  "port": 1,\n  "debug": true, "app_server": ["a b", "c"]\n}';
  const env = { PILOTHOUSE_PORT: "2", PILOTHOUSE_DEBUG: "no" };
  const result = resolve({ flags: { port: "3" }, env, file });
  assert.ok(result.ok);
  const { port, debug, app_server } = result.config;
  assert.deepEqual({ port, debug, app_server }, {
    port: 3,
    debug: false,
    app_server: ["a b", "c"],
  });
  const origins = Object.entries(result.origins).filter(([key]) => !key.includes("."));
  assert.deepEqual(Object.fromEntries(origins), {
    port: { from: "flag", detail: "--port" },
    debug: { from: "environment", detail: "PILOTHOUSE_DEBUG" },
    app_server: { from: "file", detail: `${FILE}:3` },
    cwd: { from: "default" },
    home: { from: "default" },
    codex_home: { from: "default" },
    message_mode: { from: "default" },
    shell_grace_s: { from: "default" },
    log_level: { from: "default" },
    log_format: { from: "default" },
    open: { from: "default" },
  });
});

const ACCEPTED: readonly [name: string, given: Given, key: string, value: unknown][] = [
  ["the data home of XDG is used", { env: { XDG_DATA_HOME: "/xdg" } }, "home", "/xdg/pilothouse"],
  ["a relative XDG folder is ignored", { env: { XDG_DATA_HOME: "x" } }, "home", FILE.slice(0, -13)],
  ["a relative path starts where the person is", { flags: { cwd: "../b" } }, "cwd", "/b"],
  [
    "a relative path in the file starts there",
    { file: '{"cwd": "w"}' },
    "cwd",
    `${FILE.slice(0, -13)}/w`,
  ],
  [
    "a tilde means the person's home",
    { env: { CODEX_HOME: "~/c" } },
    "codex_home",
    "/home/me/c",
  ],
  ["a command line is split", { flags: { "app-server": "a 'b c'" } }, "app_server", ["a", "b c"]],
  ["a program with a slash is a path", { flags: { "app-server": "./a b" } }, "app_server", [
    "/project/a",
    "b",
  ]],
  ["a string in the file is split too", { file: '{"app_server": "x y"}' }, "app_server", [
    "x",
    "y",
  ]],
  ["null in the file means automatic", { file: '{"app_server": null}' }, "app_server", null],
  ["an empty variable counts as unset", { env: { PILOTHOUSE_PORT: "" } }, "port", 12359],
  [
    "a switch can be turned off",
    { flags: { debug: "false" }, env: { PILOTHOUSE_DEBUG: "1" } },
    "debug",
    false,
  ],
  [
    "rules can be given as JSON in a variable",
    { env: { PILOTHOUSE_EVENTS_RULES: '[{"match_type":"a.*","debounce":"2s"}]' } },
    "events.rules",
    [{ match_type: "a.*", debounce: 2_000 }],
  ],
  ["the file may hold comments only", { file: "// nothing yet\n" }, "port", 12359],
  ["trailing commas and a byte order mark are fine", { file: '\uFEFF{"port": 5,}' }, "port", 5],
];

for (const [name, given, key, value] of ACCEPTED) {
  Deno.test(name, () => {
    const found = key.split(".").reduce<unknown>(
      (at, step) => (at as Record<string, unknown>)[step],
      effective(given),
    );
    assert.deepEqual(found, value);
  });
}

const PORT = "expected a whole number from 0 to 65535";

const REFUSED: readonly [name: string, given: Given, errors: readonly string[]][] = [
  [
    "a wrong value in the file is named with its line",
    { file: '{\n  // the port\n\n  "port": "abc"\n}' },
    [`${FILE}:4: "port" is "abc": ${PORT}`],
  ],
  ["a port may not be a fraction", { file: '{"port": 1.5}' }, [
    `${FILE}:1: "port" is 1.5: ${PORT}`,
  ]],
  ["a port ends at 65535", { flags: { port: "65536" } }, [`--port is "65536": ${PORT}`]],
  ["a port is not negative", { flags: { port: "-1" } }, [`--port is "-1": ${PORT}`]],
  ["a variable is named", { env: { PILOTHOUSE_PORT: "80x" } }, [
    `PILOTHOUSE_PORT is "80x": ${PORT}`,
  ]],
  [
    "a wrong element of an array is named with its own line",
    { file: '{"app_server": [\n  "codex",\n  7\n]}' },
    [
      `${FILE}:3: "app_server" is ["codex",7]: expected a command line such as "codex app-server", ` +
      `or an array of strings (1: Invalid input: expected string, received number)`,
    ],
  ],
  [
    "an open quote in a command line is pointed out",
    { flags: { "app-server": "codex 'x" } },
    [
      `--app-server is "codex 'x": expected a command line such as "codex app-server", ` +
      `or an array of strings (a ' is not closed)`,
    ],
  ],
  [
    "an unknown key gets the nearest one",
    { file: '{\n"prot": 1}' },
    [`${FILE}:2: unknown key "prot"; did you mean port?`],
  ],
  [
    "a key that resembles none gets the list",
    { file: '{"zzzzzz": 1}' },
    [
      `${FILE}:1: unknown key "zzzzzz"; there is port, cwd, app_server, codex_home, message_mode, ` +
      `shell_grace_s, debug, log_level, log_format, open, context, events`,
    ],
  ],
  [
    "a mistake in a rule is named with its line",
    { file: '{"events": {"rules": [\n{"match_type": "a"},\n{"match_type": "b", "delivery": 1}]}}' },
    [
      `${FILE}:3: "events.rules" is [{"match_type":"a"},{"match_type":"b","delivery":1}]: expected ` +
      `a list of rules such as [{"match_type": "build.*", "delivery": "steer"}] (1.delivery: ` +
      `Invalid option: expected one of "notify_only"|"append_to_thread"|"queue_for_next_turn"|` +
      `"steer"|"auto_turn")`,
    ],
  ],
  ["a key in a group gets the nearest one of it", { file: '{"events": {"rulez": []}}' }, [
    `${FILE}:1: unknown key "events.rulez"; did you mean events.rules?`,
  ]],
  [
    "a key that is set twice is refused",
    { file: '{"port": 1,\n"port": 2}' },
    [`${FILE}:2: "port" is set on line 1 already`],
  ],
  [
    "the home cannot be set in the file that lies in it",
    { file: '{"home": "/x"}' },
    [`${FILE}:1: "home" cannot be set in this file: use --home or PILOTHOUSE_HOME`],
  ],
  ["broken syntax is named with line and column", { file: '{\n  "port": 1 "debug": true\n}' }, [
    `${FILE}:2:13: comma expected`,
  ]],
  ["the file must hold an object", { file: "\n[1]" }, [`${FILE}:2: expected an object, { … }`]],
  ["a long value is cut in the message", { file: `{"port": "${"x".repeat(500)}"}` }, [
    `${FILE}:1: "port" is "${"x".repeat(78)}…: ${PORT}`,
  ]],
  [
    "without a home folder it says which flags help",
    { env: { HOME: "" } },
    [
      '"home" is not set: expected the path of a folder; HOME is not set, so name one with --home',
      '"codex_home" is not set: expected the path of a folder; HOME is not set, so name one with --codex-home',
    ],
  ],
  [
    "a wrong value in the file is told even where a flag hides it",
    { flags: { port: "1" }, file: '{"port": "abc"}' },
    [`${FILE}:1: "port" is "abc": ${PORT}`],
  ],
  [
    "all mistakes of all layers come at once",
    { flags: { open: "maybe" }, env: { PILOTHOUSE_PORT: "x" }, file: '{"debugg": 1,\n"debug": 2}' },
    [
      `${FILE}:1: unknown key "debugg"; did you mean debug?`,
      `PILOTHOUSE_PORT is "x": ${PORT}`,
      `${FILE}:2: "debug" is 2: expected true or false`,
      `--open is "maybe": expected true or false`,
    ],
  ],
];

for (const [name, given, errors] of REFUSED) {
  Deno.test(name, () => assert.deepEqual(mistakes(given), errors));
}

Deno.test("an unreadable file is named with what the system said", () => {
  const readFile = () => {
    throw new Deno.errors.PermissionDenied("Permission denied (os error 13)");
  };
  assert.deepEqual(mistakes({ readFile }), [
    `cannot read ${FILE}: Permission denied (os error 13); make it readable, or name another ` +
    `folder with --home`,
  ]);
});

Deno.test("the file is read from the home that a flag names", () => {
  const read: string[] = [];
  const readFile = (path: string) => (read.push(path), '{"port": 7}');
  assert.equal(effective({ flags: { home: "/h" }, readFile })["port"], 7);
  assert.deepEqual(read, ["/h/config.jsonc"]);
});
