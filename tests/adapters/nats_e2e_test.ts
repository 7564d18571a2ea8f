import assert from "node:assert/strict";
import { connectNats, jetstream, jetstreamManager, natsServer } from "../harness/brokers.ts";
import { withCleanUp } from "../harness/lifetime.ts";
import { realTest } from "../harness/real_parts.ts";
import { freePort, waitFor } from "../harness/service.ts";
import { EVENTS, flow, idOf, type Parts } from "./flow.ts";
import { endAll, KeptAdapter, KeptService, makeHomes } from "./chaos.ts";

realTest("ten thousand events come through NATS once each while every part is killed", {
  needs: ["nats-server"],
  timeoutMs: 300_000,
}, async () => {
  const homes = await makeHomes();
  const port = freePort();
  const url = `nats://127.0.0.1:${port}`;
  const service = new KeptService(homes);
  const broker = natsServer(homes.root, port);
  const adapter = new KeptAdapter([
    ...["nats", "--url", url, "--stream", "EVENTS", "--ack-wait", "2"],
    ...["--home", homes.home, "--port", String(service.port)],
  ]);
  const parts: Parts = { service, broker, adapter, homes };
  const stop = () => endAll([adapter, service, broker], homes);
  await withCleanUp(stop, async () => {
    await broker.start();
    const connection = await connectNats({
      ...{ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 100, timeout: 2_000 },
    });
    try {
      const manager = await jetstreamManager(connection);
      await manager.streams.add({ name: "EVENTS", subjects: ["pilothouse.events.*"] });
      const stream = jetstream(connection, { timeout: 2_000 });
      await flow(
        parts,
        (thread, body, at) =>
          stream.publish(`pilothouse.events.${thread}`, body, { msgID: idOf(at) }),
      );
      await waitFor(async () => {
        const left = await manager.consumers.info("EVENTS", "pilothouse");
        return left.num_pending + left.num_ack_pending === 0;
      }, { timeoutMs: 30_000, what: "every message to be settled" });
      const dead = await manager.streams.info("EVENTS_dead");
      assert.equal(dead.state.messages, 1);
      const { state } = await manager.streams.info("EVENTS");
      assert.equal(state.messages, EVENTS + 1);
    } finally {
      await connection.close();
    }
  });
});
