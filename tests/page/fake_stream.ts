// The event stream of a conversation with a test at its other end: the page connects as always, and
// gets exactly the events that the test sends, as many and as fast as it likes.

import type { Page } from "../harness/browser.ts";

export interface FakeStream {
  /** The page has connected. */
  readonly connected: Promise<void>;
  /** Sends an event; number, time and conversation are put on it. */
  send(event: Record<string, unknown>): void;
  /** Breaks the line, as a lost network does. */
  drop(): Promise<void>;
}

/** Stands in for the stream of one conversation, from the next load of the page on. */
export async function fakeStream(page: Page, conversation: string): Promise<FakeStream> {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  let socket: { send(text: string): void; close(): Promise<void> } | null = null;
  let seq = 0;
  await page.routeWebSocket(/\/ws\/appserver/, (route) => {
    const query = new URL(route.url()).searchParams;
    if (query.get("conversation") !== conversation) return void route.connectToServer();
    seq = Math.max(seq, Number(query.get("since")));
    route.send(JSON.stringify({ type: "resume", verdict: "ok", seq }));
    socket = route;
    resolve();
  });
  return {
    connected,
    send: (event) => {
      const ts = new Date(Date.parse("2026-01-02T04:00:00Z")).toISOString();
      const numbered = { seq: ++seq, ts, conversation_id: conversation, ...event };
      socket?.send(JSON.stringify(numbered));
    },
    drop: async () => await socket?.close(),
  };
}
