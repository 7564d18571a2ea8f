import assert from "node:assert/strict";
import { createRedis, redisServer } from "../harness/brokers.ts";
import { withCleanUp } from "../harness/lifetime.ts";
import { realTest } from "../harness/real_parts.ts";
import { freePort, waitFor } from "../harness/service.ts";
import { endAll, KeptAdapter, KeptService, makeHomes } from "./chaos.ts";
import { EVENTS, flow } from "./flow.ts";

const STREAM = "pilothouse:events";

realTest("ten thousand events come through Redis once each while every part is killed", {
  needs: ["redis-server"],
  timeoutMs: 300_000,
}, async () => {
  const homes = await makeHomes();
  const port = freePort();
  const url = `redis://127.0.0.1:${port}`;
  const service = new KeptService(homes);
  const broker = redisServer(homes.root, port);
  const adapter = new KeptAdapter([
    ...["redis", "--url", url, "--stream", STREAM, "--consumer", "one", "--ack-wait", "2"],
    ...["--home", homes.home, "--port", String(service.port)],
  ]);
  const stop = () => endAll([adapter, service, broker], homes);
  await withCleanUp(stop, async () => {
    await broker.start();
    const client = createRedis({
      url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: () => 100 },
    });
    client.on("error", () => {});
    await client.connect();
    try {
      await flow(
        { service, broker, adapter, homes },
        (thread, event) => client.xAdd(STREAM, "*", { thread, event }),
      );
      await waitFor(async () => {
        const [group] = await client.xInfoGroups(STREAM);
        return group?.pending === 0 && Number(group.lag) === 0;
      }, { timeoutMs: 30_000, what: "every message to be settled" });
      const dead = await client.xRange(`${STREAM}:dead`, "-", "+");
      assert.deepEqual(dead.map(({ message }) => message["reason"]), [
        "invalid_event: it is not JSON",
      ]);
      // An answer that was lost makes the producer send an event twice; the stream has both.
      assert.ok(await client.xLen(STREAM) >= EVENTS + 1);
    } finally {
      client.destroy();
    }
  });
});
