import assert from "node:assert/strict";
import { formatReport, reportConfig } from "../../lib/config/report.ts";
import { resolveConfig } from "../../lib/config/resolve.ts";
import { settings } from "../../lib/config/settings.ts";

Deno.test("the report lists every setting with its value and where it came from", () => {
  const env: Record<string, string> = { HOME: "/h", PILOTHOUSE_PORT: "81" };
  const result = resolveConfig({
    flags: { "app-server": "a 'b c'" },
    env: (name) => env[name],
    cwd: "/w",
    readFile: () => '{\n"debug": true}',
  });
  assert.ok(result.ok);
  const lines = reportConfig(result.config, result.origins);
  assert.deepEqual(
    lines.map(({ key }) => key),
    settings.map(({ key }) => key),
  );
  assert.equal(
    formatReport(lines.filter(({ key }) => !key.includes("."))),
    [
      "port           81                          environment PILOTHOUSE_PORT",
      "cwd            /w                          default",
      "app_server     a 'b c'                     flag --app-server",
      "home           /h/.local/share/pilothouse  default",
      "codex_home     /h/.codex                   default",
      "message_mode   queue                       default",
      "shell_grace_s  (automatic)                 default",
      "debug          true                        /h/.local/share/pilothouse/config.jsonc:2",
      "log_level      info                        default",
      "log_format     text                        default",
      "open           false                       default",
      "",
    ].join("\n"),
  );
});

Deno.test("every setting can be given by a flag or a variable, and no two share one", () => {
  for (const setting of settings) assert.ok(setting.flag ?? setting.env, setting.key);
  for (const name of ["flag", "env"] as const) {
    const names = settings.flatMap((setting) => setting[name] ?? []);
    assert.equal(new Set(names).size, names.length);
  }
});

Deno.test("a secret has no flag, because command lines can be read by others", () => {
  assert.deepEqual(settings.filter((setting) => setting.secret && setting.flag), []);
});
