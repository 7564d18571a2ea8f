// What it costs a page to come back after its line broke: bytes when it has missed nothing, bytes
// and time when it has missed a turn. Counted is all that the server sends, as the browser sees it.

import { type Service, waitFor } from "../tests/harness/service.ts";
import { conversation } from "./event_socket.ts";
import { type Flood, flood, withFloods } from "./flood.ts";
import { type Measure, median } from "./measure.ts";
import { open, type Page, withLogin } from "./page.ts";

const ROUNDS = 5;
const TURN: Flood = { deltas: 200, text: "markdown" };

export default function pageReconnect(): Promise<Measure[]> {
  return withFloods((service) =>
    withLogin(service, async (page) => {
      const id = await conversation(service);
      await page.addInitScript(breakableSockets);
      await open(page, service, id);
      // What the first code in an answer loads, it loads once.
      await missATurn(page, service, id, () => 0, 1);
      const received = await bytesReceived(page);
      const idle: number[] = [];
      const missed: { bytes: number; ms: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        idle.push(await comeBack(page, received));
        missed.push(await missATurn(page, service, id, received, round + 2));
      }
      return [
        {
          what: "reconnect with nothing missed",
          value: median(idle) / 1_000,
          unit: "KB",
          bar: 1,
        },
        {
          what: `reconnect with a turn of ${TURN.deltas} deltas missed`,
          value: median(missed.map(({ bytes }) => bytes)) / 1_000,
          unit: "KB",
          bar: 5,
        },
        {
          what: "the missed turn is shown after the line is back",
          value: median(missed.map(({ ms }) => ms)),
          unit: "ms",
          bar: 100,
        },
      ];
    })
  );
}

/** What the page's own script is given: a line that can be cut. */
interface Line {
  away: boolean;
  /** When the latest connection began that was let through, and how many were since the cut. */
  since: number;
  opened: number;
  cut(away: boolean): void;
}

/** In the page: sockets that can be broken, and kept from coming back for a while. */
function breakableSockets(): void {
  const Original = WebSocket;
  const sockets = new Set<WebSocket>();
  const line: Line = {
    away: false,
    since: 0,
    opened: 0,
    cut(away) {
      line.away = away;
      line.opened = 0;
      for (const socket of sockets) socket.close();
    },
  };
  class Breakable extends Original {
    constructor(url: string | URL) {
      // What answers there is no event stream.
      super(line.away ? new URL("/healthz", url) : url);
      if (line.away) return;
      const since = performance.now();
      sockets.add(this);
      this.addEventListener("open", () => {
        line.opened++;
        if (String(url).includes("conversation=")) line.since = since;
      });
      this.addEventListener("close", () => sockets.delete(this));
    }
  }
  Object.assign(globalThis, { WebSocket: Breakable, line });
}

/** In the page only. */
declare const line: Line;
/** The page follows its conversation and the list. */
const LINES = 2;

async function isBack(page: Page): Promise<void> {
  await page.waitForFunction((lines) => line.opened >= lines, LINES);
  // What is sent at once after that belongs to it.
  await page.waitForTimeout(200);
}

async function comeBack(page: Page, received: () => number): Promise<number> {
  const before = received();
  await page.evaluate(() => line.cut(false));
  await isBack(page);
  return received() - before;
}

async function missATurn(
  page: Page,
  service: Service,
  id: string,
  received: () => number,
  turns: number,
): Promise<{ bytes: number; ms: number }> {
  await page.evaluate(() => line.cut(true));
  await flood(service, id, TURN);
  await waitFor(async () => {
    const answer = await service.fetch(`/api/appserver/conversation?id=${id}`);
    const { entries } = await answer.json() as { entries: { role: string }[] };
    return entries.filter(({ role }) => role === "status").length === turns;
  }, { timeoutMs: 60_000, what: "the end of the turn" });
  const before = received();
  const ms = await page.evaluate(async () => {
    const latest = () =>
      [...document.querySelectorAll(".row.assistant")].at(-1)?.getAttribute("data-id");
    const known = latest();
    line.away = false;
    while (latest() === known) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - line.since;
  });
  await isBack(page);
  return { bytes: received() - before, ms };
}

/** Counts what the server sends from now on: frames, the answer to each upgrade, other answers. */
async function bytesReceived(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.webSocketFrameReceived", ({ response }) => {
    bytes += new TextEncoder().encode(response.payloadData).length + 4;
  });
  session.on("Network.webSocketHandshakeResponseReceived", ({ response }) => {
    bytes += (response.headersText ?? "").length;
  });
  session.on(
    "Network.loadingFinished",
    ({ encodedDataLength }) => void (bytes += encodedDataLength),
  );
  return () => bytes;
}
