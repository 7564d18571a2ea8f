import assert from "node:assert/strict";
import { fromFileUrl } from "@std/path";
import { residentBytes } from "../harness/processes.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor, withService } from "../harness/service.ts";

const MIB = 1024 * 1024;

realTest("whatever the agent's process spews, the conversation goes on in bounded memory", {
  needs: [],
}, () => {
  const agent = fromFileUrl(new URL("./spewing_agent.ts", import.meta.url));
  const appServer = `"${Deno.execPath()}" run --no-lock "${agent}"`;
  return withService({ appServer }, async (service) => {
    const call = async (path: string, body?: unknown) => {
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      return await (await service.fetch(`/api/appserver/${path}`, init)).json();
    };
    const { id } = await call("conversations", {});
    const before = residentBytes(service.pids.server) ?? 0;
    assert.equal((await call("message", { conversation_id: id, text: "hello" })).ok, true);
    const roles = await waitFor(async () => {
      const { entries } = await call(`transcript/range?conversation_id=${id}`);
      const all = entries.map(({ role, text, status }: Record<string, string>) =>
        `${role}: ${text ?? status}`
      );
      return all.includes("status: completed") ? all : null;
    }, { timeoutMs: 30_000, what: "the end of the turn" });
    assert.deepEqual(roles, ["user: hello", "assistant: still here", "status: completed"]);
    const grown = (residentBytes(service.pids.server) ?? 0) - before;
    assert.ok(grown < 200 * MIB, `${grown / MIB} MiB after lines of 20 MB each`);
    assert.equal((await call("status")).restarts, 0);
  });
});
