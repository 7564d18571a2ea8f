import assert from "node:assert/strict";
import { AppServer, type AppServerStatus } from "../../lib/app_server/app_server.ts";
import { MemoryTransport } from "../../lib/app_server/memory_transport.ts";
import type { OpenTransport } from "../../lib/app_server/transport.ts";

/** A server that shakes hands and says nothing else. */
function handshaking(): MemoryTransport {
  return new MemoryTransport((line, self) => {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") {
      self.say({ id, result: { userAgent: "pilothouse/0.169.0 (Debian)" } });
    }
  });
}

function appServer(open: OpenTransport, onStatus = (_: AppServerStatus) => {}) {
  return new AppServer({
    open,
    onStatus,
    listener: () => {},
    clientVersion: "0.0.0",
    handshakeMs: 200,
    restart: () => ({ restart: true, waitMs: 0 }),
  });
}

Deno.test("it runs after the handshake and knows the server's version", async () => {
  const pipe = handshaking();
  const server = appServer(() => Promise.resolve(pipe));
  await server.start();
  assert.equal(server.status.state, "running");
  assert.equal(server.status.version, "0.169.0");
  assert.deepEqual(pipe.sent.map((line) => JSON.parse(line).method), ["initialize", "initialized"]);
  await server.stop();
  assert.throws(() => server.client, /stopped/);
});

Deno.test("after a crash it is started again, as a new generation", async () => {
  const pipes: MemoryTransport[] = [];
  const running = Promise.withResolvers<void>();
  const server = appServer(() => {
    pipes.push(handshaking());
    return Promise.resolve(pipes.at(-1)!);
  }, (status) => status.state === "running" && status.restarts === 1 && running.resolve());
  await server.start();
  assert.equal(server.generation, 1);
  pipes[0]!.die("was ended by SIGKILL", ["out of luck"]);
  await running.promise;
  assert.equal(server.generation, 2);
  assert.equal(server.status.problem, null);
  await server.stop();
});

Deno.test("a restart that fails is tried again", async () => {
  let opened = 0;
  const running = Promise.withResolvers<void>();
  const first = handshaking();
  const server = appServer(() => {
    opened++;
    if (opened === 2) return Promise.reject(new Error("not now"));
    return Promise.resolve(opened === 1 ? first : handshaking());
  }, (status) => status.restarts === 2 && status.state === "running" && running.resolve());
  await server.start();
  first.die();
  await running.promise;
  await server.stop();
});

Deno.test("a server that exits at once fails the start with its last words", async () => {
  const server = appServer(() => {
    const pipe = new MemoryTransport((_, self) => self.die("exited with code 3", ["bad config"]));
    return Promise.resolve(pipe);
  });
  await assert.rejects(server.start(), /exited with code 3 at once; its last words: bad config/);
  assert.equal(server.status.state, "failed");
});

Deno.test("what is given up stays down, and says why", async () => {
  const pipe = handshaking();
  const failed = Promise.withResolvers<AppServerStatus>();
  const server = new AppServer({
    open: () => Promise.resolve(pipe),
    onStatus: (status) => status.state === "failed" && failed.resolve(status),
    listener: () => {},
    clientVersion: "0.0.0",
    restart: () => ({ restart: false, reason: "restarted 10 times within 300 s" }),
  });
  await server.start();
  pipe.die("exited with code 1");
  assert.equal(
    (await failed.promise).problem,
    "the app-server exited with code 1; it is not started again: restarted 10 times within 300 s",
  );
  assert.throws(() => server.client, /not started again/);
});

Deno.test("who waits for a restart is told when it runs, and when it will not", async () => {
  const pipes = [handshaking(), handshaking()];
  let opened = 0;
  const restarting = Promise.withResolvers<void>();
  const server = appServer(
    () => Promise.resolve(pipes[opened++]!),
    ({ state }) => state === "restarting" && restarting.resolve(),
  );
  assert.equal(await server.whenRunning(10), false);
  await server.start();
  assert.equal(await server.whenRunning(10), true);
  pipes[0]!.die();
  await restarting.promise;
  assert.equal(await server.whenRunning(1_000), true);
  await server.stop();
  assert.equal(await server.whenRunning(10), false);
});

Deno.test("a stop during the start wins", async () => {
  const opened = Promise.withResolvers<MemoryTransport>();
  const server = appServer(() => opened.promise);
  const starting = server.start();
  await server.stop();
  const pipe = handshaking();
  opened.resolve(pipe);
  await assert.rejects(starting, /stopped/);
  assert.equal(server.status.state, "stopped");
  await assert.rejects(pipe.send("x"), /closed/);
});

Deno.test("two starts at once make one process", async () => {
  let opened = 0;
  const server = appServer(() => {
    opened++;
    return Promise.resolve(handshaking());
  });
  await Promise.all([server.start(), server.start()]);
  assert.equal(opened, 1);
  await server.stop();
});
