import assert from "node:assert/strict";
import { ModelServer, say } from "./model_server.ts";
import { survivorsOf } from "./processes.ts";
import { realTest } from "./real_parts.ts";
import { type Service, waitFor, withService } from "./service.ts";

realTest(
  "the service starts as a user starts it, and nothing survives",
  { needs: [] },
  async () => {
    const { processes, root } = await withService({}, async (service) => {
      const health = await fetch(`${service.url}/healthz`);
      assert.equal(health.status, 200);
      assert.equal((await health.json()).ok, true);
      const status = await service.fetch("/api/appserver/status");
      assert.equal((await status.json()).agent, "demo");
      assert.match(service.stderr(), /net/);
      return { processes: service.processes(), root: service.home };
    });
    assert.ok(processes.length >= 3, "launcher, server and agent");
    assert.deepEqual(survivorsOf(processes), []);
    await assert.rejects(Deno.stat(root), Deno.errors.NotFound);
  },
);

realTest("the service can have the real codex behind it", { needs: ["codex"] }, async () => {
  await using model = ModelServer.start([say("aye aye ")]);
  await withService({ modelUrl: model.url }, async (service) => {
    const codex = () => service.processes().some(({ command }) => / app-server( |$)/.test(command));
    await waitFor(codex, { what: "codex to run" });
    const status = await (await service.fetch("/api/appserver/status")).json();
    assert.equal(status.running, true);
  });
});

realTest("an app-server that does not exist is told in the failure", { needs: [] }, async () => {
  const starting = withService({ appServer: "no-such-program" }, () => Promise.resolve());
  await assert.rejects(starting, /did not start.*exit code 1[^]*"no-such-program"/);
});

for (const name of ["launcher", "server"] as const) {
  realTest(`kill -9 of the ${name} leaves no process after 5 s`, { needs: [] }, async () => {
    await withService({}, async (service: Service) => {
      assert.deepEqual(await service.end("SIGKILL", service.pids[name]), []);
    });
  });
}
