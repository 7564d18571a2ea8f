// A shell that outlives the server: what it ran meanwhile is told when a server is there again.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { waitFor, withService } from "../harness/service.ts";

realTest("a command that ends while no server runs is a row and goes with the next message", {
  needs: ["bash"],
}, async () => {
  const root = await Deno.makeTempDir({ prefix: "ph-outlive-" });
  const folders = { home: `${root}/home`, codexHome: `${root}/codex`, cwd: root };
  const env = { SHELL: "/bin/bash" };
  let id = "";
  try {
    await withService({ ...folders, env }, async (service) => {
      const made = await service.fetch("/api/appserver/conversations", {
        method: "POST",
        body: "{}",
      });
      id = (await made.json()).id;
      const body = {
        conversation_id: id,
        command: "until [ -e go ]; do sleep 0.05; done; echo out",
      };
      service.fetch("/api/appserver/shell/exec", { method: "POST", body: JSON.stringify(body) })
        .then((response) => response.body?.cancel()).catch(() => {});
      await waitFor(async () => {
        const response = await service.fetch(`/api/appserver/conversation?id=${id}`);
        return (await response.json()).live.items.length === 1;
      }, { timeoutMs: 15_000, what: "the command to run" });
      Deno.kill(service.pids.server, "SIGKILL");
      // The shell and its host are all that stays.
      await waitFor(
        () => service.processes().every(({ command }) => !/ serve | launch\.ts|demo/.test(command)),
        { timeoutMs: 15_000, what: "the rest to end" },
      );
      await Deno.writeTextFile(`${root}/go`, "");
      await withService({ ...folders, env }, async (service) => {
        const context = await waitFor(async () => {
          const response = await service.fetch(`/api/appserver/context?conversation_id=${id}`);
          const view = await response.json();
          return view.total === 1 ? view : null;
        }, { timeoutMs: 20_000, what: "the command to be told" });
        assert.match(context.text, /"lines":\["out"\]/);
        const opened = await (await service.fetch(`/api/appserver/conversation?id=${id}`)).json();
        const roles = opened.entries.map(({ role }: { role: string }) => role);
        assert.deepEqual([roles.includes("shell_output"), opened.live.items], [true, []]);
      });
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
