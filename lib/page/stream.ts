/**
 * The page's one WebSocket: connects, goes on from the last number it saw, tries again when the
 * line breaks. Browser side; knows nothing of rows.
 */
import type { HeartbeatEvent, HubEvent, ResumeEvent, SnapshotEvent } from "../hub/hub.ts";

export type Connection = "connecting" | "open" | "lost";

/** What the owner of a stream is told. */
export interface StreamListener {
  onEvent(event: HubEvent): void;
  onConnection(state: Connection): void;
  /**
   * Events up to `seq` were missed for good: read anew what they were about. Gives the number to
   * go on from.
   */
  onGap(seq: number): Promise<number>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Follows a conversation, or all for null, from event `since` on; gives the function that ends it. */
export function follow(
  conversation: string | null,
  since: number,
  listener: StreamListener,
): () => void {
  let socket: WebSocket;
  let ended = false;
  let last = since;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    listener.onConnection("connecting");
    const url = new URL("/ws/appserver", location.href);
    url.protocol = "ws:";
    if (conversation !== null) url.searchParams.set("conversation", conversation);
    url.searchParams.set("since", String(last));
    socket = new WebSocket(url);
    socket.onmessage = (message) => void receive(JSON.parse(message.data));
    socket.onclose = () => {
      if (ended) return;
      listener.onConnection("lost");
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
  }

  async function receive(
    event: HubEvent | ResumeEvent | HeartbeatEvent | SnapshotEvent,
  ): Promise<void> {
    if (event.type === "snapshot") return;
    if (event.type === "heartbeat") {
      last = Math.max(last, event.seq); // All before it was sent; we may go on from there.
      return;
    }
    if (event.type !== "resume") {
      if (event.seq <= last) return;
      last = event.seq;
      listener.onEvent(event);
      return;
    }
    if (event.verdict === "ok") {
      wait = FIRST_WAIT_MS;
      listener.onConnection("open");
      return;
    }
    socket.onmessage = null;
    last = await listener.onGap(event.seq);
    wait = FIRST_WAIT_MS;
    socket.close();
  }

  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket.close();
  };
}
