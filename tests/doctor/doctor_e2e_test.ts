import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { codexAppServer } from "../harness/codex.ts";
import { realTest } from "../harness/real_parts.ts";
import { freePort, withService } from "../harness/service.ts";

async function doctor(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", join(REPOSITORY, "main.ts"), "doctor", "--json", ...args],
    ...{ env, stdin: "null", stderr: "null" },
  }).output();
  const { checks } = JSON.parse(new TextDecoder().decode(stdout));
  const verdicts = Object.fromEntries(
    checks.map((check: { name: string; verdict: string; says: string }) => [check.name, check]),
  );
  return { code, verdicts };
}

realTest("the doctor knows the real codex, a running service and a file that others can read", {
  needs: ["codex", "bash"],
  timeoutMs: 120_000,
}, async () => {
  const codex = codexAppServer().map((word) => JSON.stringify(word)).join(" ");
  await withService({}, async ({ home, codexHome, cwd, url }) => {
    const port = new URL(url).port;
    const env = { SHELL: "/bin/bash", HOME: join(home, "..") };
    const places = ["--home", home, "--codex-home", codexHome, "--cwd", cwd, "--app-server", codex];
    const well = await doctor([...places, "--port", port], env);
    assert.match(well.verdicts["port"].says, /^Pilothouse runs on /);
    assert.match(well.verdicts["agent's version"].says, /0\.169\.0, the one that Pilothouse/);
    assert.equal(well.verdicts["agent's login"].verdict, "warn");
    assert.equal(well.verdicts["terminal"].verdict, "ok", well.verdicts["terminal"].says);
    assert.equal(well.verdicts["private files"].verdict, "ok");
    assert.equal(well.code, 0);

    await Deno.chmod(join(home, "token"), 0o644);
    using taken = Deno.listen({ hostname: "127.0.0.1", port: freePort() });
    const ill = await doctor([...places, "--port", String(taken.addr.port)], env);
    assert.equal(ill.verdicts["private files"].verdict, "fail");
    assert.equal(ill.verdicts["port"].verdict, "fail");
    assert.equal(ill.code, 1);
    await Deno.chmod(join(home, "token"), 0o600);
  });
});
