// Fifty pages follow one turn of 20,000 deltas, and one more connects and never reads. Everything
// must reach the fifty in order, the server's memory must not follow, and the stalled one is cut.

import { join } from "node:path";
import { REPOSITORY } from "../tests/harness/cache_folder.ts";
import { residentBytes } from "../tests/harness/processes.ts";
import { type Service, waitFor, withService } from "../tests/harness/service.ts";
import { connect, conversation, post } from "./event_socket.ts";
import type { Measure } from "./measure.ts";

const PAGES = 50;
const DELTAS = 20_000;
const PER_SECOND = 1_000;
const MIB = 1024 * 1024;

export default function fanout(): Promise<Measure[]> {
  const agent = join(REPOSITORY, "bench", "flooding_agent.ts");
  const appServer = `"${Deno.execPath()}" run --no-lock "${agent}" ${DELTAS} ${PER_SECOND}`;
  return withService({ appServer }, async (service) => {
    const id = await conversation(service);
    const next = Array<number>(PAGES).fill(0);
    let disorder = 0;
    const sockets: WebSocket[] = [];
    for (let page = 0; page < PAGES; page++) {
      const heard = ({ type, delta = "" }: { type: string; delta?: string }) => {
        if (type === "assistant_delta" && parseInt(delta) !== next[page]!++) disorder++;
      };
      sockets.push(await connect(service, id, heard));
    }
    using stalled = await stall(service, id);
    const before = residentBytes(service.pids.server) ?? 0;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(service.pids.server) ?? 0);
    }, 200);
    const begin = performance.now();
    await post(service, "message", { conversation_id: id, text: "flood" });
    const all = () => next.every((count) => count === DELTAS);
    await waitFor(all, { timeoutMs: 120_000, what: "all deltas at all pages" }).catch(() => {});
    const seconds = (performance.now() - begin) / 1_000;
    clearInterval(watch);
    const cut = await wasCut(stalled);
    sockets.forEach((socket) => socket.close());
    const heard = next.reduce((sum, count) => sum + count, 0);
    return [
      {
        what: `deltas heard by ${PAGES} pages, of those sent`,
        value: heard / (PAGES * DELTAS),
        unit: "×",
        bar: 1,
        atLeast: true,
      },
      { what: "deltas out of order, per delta", value: disorder / heard, unit: "×", bar: 0 },
      { what: "growth of the server's memory", value: (most - before) / MIB, unit: "MiB", bar: 64 },
      {
        what: "a stalled reader is cut (1 = yes)",
        value: cut ? 1 : 0,
        unit: "×",
        bar: 1,
        atLeast: true,
      },
      {
        what: "time until all had all",
        value: seconds * 1_000,
        unit: "ms",
        reference: { what: "the agent's own time", value: DELTAS / PER_SECOND * 1_000 },
      },
    ];
  });
}

/** A page that connects and never reads. */
async function stall(service: Service, conversation: string): Promise<Deno.TcpConn> {
  const { hostname, port, host } = new URL(service.url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode([
    `GET /ws/appserver?conversation=${conversation} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${service.token}`,
    "connection: upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: c3RhbGxlZCBzdGFsbGVkIQ==",
    "",
    "",
  ].join("\r\n")));
  return connection;
}

/** Reads what is left: a reader that was cut comes to an end, any other one would wait for ever. */
async function wasCut(connection: Deno.TcpConn): Promise<boolean> {
  const buffer = new Uint8Array(MIB);
  const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), 5_000));
  for (;;) {
    const read = await Promise.race([connection.read(buffer).catch(() => null), late]);
    if (read === "late") return false;
    if (read === null) return true;
  }
}
