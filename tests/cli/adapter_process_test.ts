import assert from "node:assert/strict";
import { join } from "node:path";
import { ScopedTokens } from "../../lib/events/event_tokens.ts";
import { tokensFile } from "../../lib/events/start.ts";
import { adapterArgs, adapterToken, hostsOf } from "../../lib/cli/adapter_process.ts";
import { thisProgram } from "../../lib/cli/launcher/program.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";

const jsonOf = (path: string) => JSON.parse(Deno.readTextFileSync(join(REPOSITORY, path)));

Deno.test("an adapter may reach its broker and its door, and nothing else", () => {
  const program = thisProgram(() => undefined);
  const args = adapterArgs({
    ...{ kind: "redis", url: "rediss://:secret@redis.example", door: "http://127.0.0.1:12359" },
    ...{ token_file: "/home/me/t", metrics_port: 9100, ack_wait_s: 30 },
    ...{ streams: ["a"], group: "g", consumer: "c" },
  }, program);
  assert.ok(args.includes("--allow-net=redis.example:6379,127.0.0.1:12359,127.0.0.1:9100"));
  assert.ok(args.includes(`--allow-read=/home/me/t,/home/me/t,${program.folder}`));
  assert.ok(!args.some((arg) => /^(-A|--allow-(all|run|write|ffi|sys))/.test(arg)));
  assert.ok(!args.join(" ").includes("secret"), "a password must not be on a command line");
});

Deno.test("addresses become the hosts and ports that Deno grants", () => {
  assert.deepEqual(hostsOf("nats://a,tls://b:4443,c:4223"), ["a:4222", "b:4443", "c:4223"]);
  assert.deepEqual(hostsOf("https://pilothouse.example"), ["pilothouse.example:443"]);
});

Deno.test("an adapter has one token of its own, for events from a queue", async () => {
  const home = await Deno.makeTempDir();
  try {
    const path = await adapterToken(home, "nats", 1);
    const token = await Deno.readTextFile(path);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    assert.equal(await adapterToken(home, "nats", 2), path);
    assert.equal(await Deno.readTextFile(path), token, "the same one at the second start");
    const tokens = new ScopedTokens(tokensFile(home), () => 3);
    const scope = await tokens.find(token.trim());
    assert.deepEqual([scope?.origin, scope?.max_mode, (await tokens.list()).length], [
      ...["queue", "queue_for_next_turn", 1],
    ]);
    await tokens.revoke("adapter nats");
    await adapterToken(home, "nats", 4);
    assert.notEqual(await Deno.readTextFile(path), token, "a revoked one is replaced");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("nobody downloads a broker's client who starts no adapter, and both configurations agree", () => {
  const { imports } = jsonOf("lib/adapters/process.json");
  const manifest = jsonOf("deno.json");
  const scoped = manifest.scopes["./lib/adapters/brokers/"];
  for (const [name, from] of Object.entries(scoped)) assert.equal(imports[name], from);
  assert.equal(imports["zod"], manifest.imports["zod"]);
  const fetched = Object.keys(jsonOf("deno.lock").npm);
  assert.deepEqual(fetched.filter((name) => /nats|redis/.test(name)), []);
  const own = Object.keys(jsonOf("lib/adapters/process.lock").npm);
  assert.equal(own.some((name) => name.startsWith("@nats-io/jetstream@")), true);
});
