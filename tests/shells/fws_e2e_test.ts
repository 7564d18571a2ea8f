// The processes as the running service shows and ends them, with its own scoped permissions.

import assert from "node:assert/strict";
import { join } from "node:path";
import type { ShellRecord } from "../../lib/shells/record.ts";
import { MARK_VARIABLE } from "../../lib/shells/process_script.ts";
import { ModelServer, reply } from "../harness/model_server.ts";
import { fn } from "../harness/model_replies.ts";
import { allProcesses, processesOf } from "../harness/processes.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Service, type ServiceOptions, waitFor, withService } from "../harness/service.ts";

/** An agent in a few lines of sh: shakes hands, then does `then`. */
function agent(then: string, before = ""): string {
  const script = `${before}
    read -r line
    echo '{"id":1,"result":{"userAgent":"sh/1.2.3"}}'
    ${then}`;
  return `/bin/sh -c '${script.replaceAll("'", `'\\''`)}'`;
}

async function withAgent(
  then: string,
  fn: (service: Service) => Promise<void>,
  options: ServiceOptions & { before?: string } = {},
): Promise<void> {
  await withService({ appServer: agent(then, options.before), ...options }, fn);
}

async function json(service: Service, path: string, init?: RequestInit) {
  const response = await service.fetch(path, init);
  return { status: response.status, body: await response.json() };
}

async function theShell(service: Service): Promise<ShellRecord> {
  return (await json(service, "/fws/shells")).body.shells[0];
}

realTest(
  "the app-server's process is listed, with its log in pieces",
  { needs: [] },
  () =>
    withAgent("echo 'first words' >&2; echo last >&2; cat >/dev/null", async (service) => {
      const { body: status } = await json(service, "/api/appserver/status");
      const record = await theShell(service);
      assert.equal(record.shell_id, status.shell_id);
      assert.equal(record.pid, status.pid);
      assert.equal(record.status, "running");
      assert.equal(record.label, "the app-server");
      assert.deepEqual(record.subgroups, ["app_server", "custom"]);
      const path = `/fws/shell/${record.shell_id}`;
      assert.deepEqual((await json(service, path)).body.shell.owner, record.owner);

      const logs = (query: string) => json(service, `${path}/logs${query}`);
      const whole = (await waitFor(async () => {
        const answer = await logs("?after=0");
        return /last\n/.test(answer.body.text) ? answer : null;
      }, { what: "the log" })).body;
      assert.match(whole.text, /^\[pilothouse: the app-server started, .*\]\nfirst words\nlast\n$/);
      assert.deepEqual([whole.from, whole.to, whole.first, whole.dropped], [0, whole.end, 0, 0]);
      assert.equal((await logs("?limit=5")).body.text, "last\n");
      const { body: before } = await logs(`?before=${whole.end - 5}&limit=6`);
      assert.deepEqual([before.text, before.to], ["words\n", whole.end - 5]);
      assert.equal((await logs("?stream=stdout")).body.text, "", "stdout is kept without debug");

      for (const query of ["?stream=x", "?limit=0", "?limit=9999999", "?before=-1", "?after=a"]) {
        const { status, body } = await logs(query);
        assert.deepEqual([status, body.ok, body.code], [400, false, "invalid_query"], query);
      }
      assert.match((await logs("?before=1&after=1")).body.message, /not both/);
      for (const id of ["sh_000000000_00000000", "..%2f..%2ftoken", "x"]) {
        const { status, body } = await json(service, `/fws/shell/${id}`);
        assert.deepEqual([status, body.code], [404, "unknown_shell"], id);
        assert.equal((await json(service, `/fws/shell/${id}/logs`)).status, 404, id);
      }
      const page = await service.fetch("/fws", { headers: { accept: "text/html" } });
      assert.equal(page.status, 200);
      const html = await page.text();
      assert.ok(html.includes(record.shell_id) && html.includes("first words"), html);
    }),
);

realTest(
  "nobody without the token sees or ends a process",
  { needs: [] },
  () =>
    withAgent("cat >/dev/null", async (service) => {
      const { shell_id } = await theShell(service);
      for (
        const path of ["", "/shells", "/logs", `/shell/${shell_id}`, `/shell/${shell_id}/logs`]
      ) {
        const response = await fetch(`${service.url}/fws${path}`);
        assert.equal(response.status, 401, path);
        await response.body?.cancel();
      }
      const stop = await fetch(`${service.url}/fws/shell/${shell_id}/stop`, { method: "POST" });
      assert.equal(stop.status, 401);
      await stop.body?.cancel();
      const foreign = await service.fetch("/fws/logs", {
        headers: { origin: "http://evil.example", upgrade: "websocket", connection: "upgrade" },
      });
      assert.equal(foreign.status, 403);
      await foreign.body?.cancel();
      assert.equal((await theShell(service)).status, "running");
    }),
);

realTest(
  "stop and restart go through the owner, and leave nothing behind",
  { needs: [] },
  () =>
    withAgent("setsid sleep 1000 & echo up >&2; cat >/dev/null", async (service) => {
      const { shell_id, pid } = await theShell(service);
      const post = (action: string) =>
        json(service, `/fws/shell/${shell_id}/${action}`, { method: "POST" });
      await waitFor(() => processesOf(shell_id, MARK_VARIABLE).length >= 3, {
        what: "the sleeper",
      });
      const stopped = await post("stop");
      assert.equal(stopped.body.shell.status, "stopped");
      assert.deepEqual(processesOf(shell_id, MARK_VARIABLE), []);
      assert.equal((await json(service, "/api/appserver/status")).body.state, "stopped");
      const { body } = await post("restart");
      assert.equal(body.shell.status, "running");
      assert.notEqual(body.shell.pid, pid);
      assert.equal((await json(service, "/api/appserver/status")).body.running, true);
    }),
);

realTest(
  "an agent that keeps crashing is given up, and everybody is told why",
  { needs: [] },
  () => {
    const spec = {
      version: "1",
      shells: {
        app_server: {
          ...{ backend: "pipe", cwd: "${CWD}", command: ["${APP_SERVER_COMMAND}"] },
          readiness: { kind: "handshake" },
          restart: { policy: "always", backoff_ms: [10], max_restarts: 2, window_s: 60 },
        },
      },
    };
    const home = Deno.makeTempDirSync();
    Deno.mkdirSync(join(home, "shellspec"));
    Deno.writeTextFileSync(join(home, "shellspec", "app_server.jsonc"), JSON.stringify(spec));
    return withAgent("sleep 0.3; echo ouch >&2; exit 5", async (service) => {
      const record = await waitFor(async () => {
        const found = await theShell(service);
        return found.status === "failed" ? found : null;
      }, { timeoutMs: 10_000, what: "it to give up" });
      assert.equal(record.reason, "given up: restarted 2 times within 60 s; it exited with code 5");
      assert.equal(record.restarts, 2);
      const { body } = await json(service, "/api/appserver/status");
      assert.equal(body.state, "failed");
      assert.match(
        body.problem,
        /code 5; its last words: ouch; it is not started again: restarted 2/,
      );
    }, { home }).finally(() => Deno.removeSync(home, { recursive: true }));
  },
);

/** Everything that a socket gets, and how it ended. */
function listen(service: Service, query: string) {
  const url = `${service.url.replace("http", "ws")}/fws/logs${query}`;
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${service.token}` },
  } as unknown as string[]);
  const events: { type: string; stream?: string; text?: string; shell?: ShellRecord }[] = [];
  const end = Promise.withResolvers<CloseEvent>();
  socket.onmessage = ({ data }) => events.push(JSON.parse(data));
  socket.onclose = (event) => end.resolve(event);
  return { socket, events, ended: end.promise };
}

realTest("the live stream has the past, the present and the state", { needs: [] }, () =>
  withAgent(
    "echo past >&2; cat >/dev/null",
    async (service) => {
      const { shell_id } = await theShell(service);
      const { events, socket } = listen(service, `?shell=${shell_id}`);
      const all = listen(service, "");
      const text = (from: typeof events) =>
        from.filter(({ type }) => type === "log").map((event) => event.text).join("");
      await waitFor(() => /past\n/.test(text(events)), { what: "the past" });
      const { pid } = await theShell(service);
      Deno.kill(pid!, "SIGKILL");
      for (const from of [events, all.events]) {
        await waitFor(() => /was ended by SIGKILL/.test(text(from)), { what: "the end" });
        await waitFor(() => text(from).split("past\n").length === 3, { what: "the next start" });
        const states = from.filter(({ type }) => type === "shell").map((e) => e.shell!.status);
        assert.ok(
          ["waiting", "starting", "running"].every((state) => states.includes(state as never)),
        );
      }
      socket.close();
      await service.end("SIGTERM");
      assert.equal((await all.ended).code, 1001);
    },
  ));

realTest(
  "debug keeps the agent's stdout, and the secret is not for the agent",
  { needs: [] },
  () =>
    withAgent("cat >/dev/null", async (service) => {
      const { shell_id } = await theShell(service);
      const log = async (stream: string) =>
        (await json(service, `/fws/shell/${shell_id}/logs?stream=${stream}`)).body.text;
      await waitFor(async () => /userAgent/.test(await log("stdout")), { what: "the stdout" });
      assert.match(await log("stderr"), /secret <>/);
    }, {
      before: 'echo "secret <$PILOTHOUSE_SECRET>" >&2',
      args: ["--debug"],
      env: { PILOTHOUSE_SECRET: "a secret of its own, long enough" },
    }),
);

realTest(
  "kill -9 of the server leaves nothing of an agent that does not care",
  { needs: [] },
  () =>
    withAgent("setsid sleep 1000 & sleep 1001", async (service) => {
      const { shell_id } = await theShell(service);
      await waitFor(() => processesOf(shell_id, MARK_VARIABLE).length >= 3, {
        what: "the sleepers",
      });
      assert.deepEqual(await service.end("SIGKILL", service.pids.server), []);
      const runtimes = join(service.home, "runtimes");
      const runtime = [...Deno.readDirSync(runtimes)].find(({ isDirectory }) => isDirectory);
      const path = join(runtimes, runtime!.name, "shells", shell_id, "record.json");
      assert.equal(JSON.parse(await Deno.readTextFile(path)).status, "lost");
    }),
);

realTest(
  "shells of an earlier server can be read, but not told anything",
  { needs: [] },
  async () => {
    const root = await Deno.makeTempDir();
    const folders = { home: join(root, "home"), cwd: root };
    let earlier = "";
    await withAgent("echo farewell >&2; cat >/dev/null", async (service) => {
      earlier = (await theShell(service)).shell_id;
    }, folders);
    await withAgent("cat >/dev/null", async (service) => {
      const { body } = await json(service, "/fws/shells");
      assert.deepEqual(
        body.shells.map(({ shell_id, status }: ShellRecord) => [shell_id === earlier, status]),
        [[false, "running"], [true, "stopped"]],
      );
      const { ended, events } = listen(service, `?shell=${earlier}&stream=stderr`);
      assert.equal((await ended).code, 1000);
      assert.match(events.at(-1)?.text ?? "", /farewell\n\[pilothouse: the app-server exited/);
      const stop = await json(service, `/fws/shell/${earlier}/stop`, { method: "POST" });
      assert.deepEqual([stop.status, stop.body.code], [409, "not_ours"]);
    }, folders);
    await Deno.remove(root, { recursive: true });
  },
);

realTest("a command of the real codex does not outlive it", { needs: ["codex"] }, async () => {
  const seconds = `987.${Deno.pid}${Date.now()}`;
  const sleeping = () => allProcesses().filter(({ command }) => command === `sleep ${seconds}`);
  // No login shell: what a person's profile does must not decide about this test.
  const cmd = `setsid sleep ${seconds} & sleep 60`;
  await using model = ModelServer.start([reply(fn("exec_command", { cmd, login: false }))]);
  await withService({ modelUrl: model.url }, async (service) => {
    const post = (path: string, body: unknown) =>
      json(service, `/api/appserver/${path}`, { method: "POST", body: JSON.stringify(body) });
    const settings = { approval: "never", sandbox: "danger-full-access" };
    const { body: { id } } = await post("conversations", settings);
    await post("message", { conversation_id: id, text: "sleep" });
    await waitFor(() => sleeping().length === 1, { timeoutMs: 15_000, what: "the command" });
    const before = await theShell(service);
    Deno.kill(before.pid!, "SIGKILL");
    const after = await waitFor(async () => {
      const found = await theShell(service);
      return found.restarts === 1 && found.status === "running" ? found : null;
    }, { timeoutMs: 10_000, what: "the restart" });
    assert.equal(after.shell_id, before.shell_id);
    assert.deepEqual(sleeping(), [], "the command of the killed codex still runs");
  });
});
