// Upgrades a request to a WebSocket and ties handlers to its events.
import { HttpError } from "./http_error.ts";

/** What to do on the events of a socket. */
export interface WebSocketHandlers {
  open?(socket: WebSocket): void;
  message?(socket: WebSocket, event: MessageEvent): void;
  close?(socket: WebSocket, code: number, reason: string): void;
  error?(socket: WebSocket, event: Event | ErrorEvent): void;
}

/** Options of `Deno.upgradeWebSocket`. */
export interface WebSocketUpgradeOptions {
  /** Seconds without a pong after which the socket is closed. */
  idleTimeout?: number;
  protocol?: string;
}

/** Tells handlers from options, which share an argument. */
export function areHandlers(
  value: WebSocketHandlers | WebSocketUpgradeOptions,
): value is WebSocketHandlers {
  return ["open", "message", "close", "error"].some((name) =>
    typeof Reflect.get(value, name) === "function"
  );
}

/**
 * Answers the handshake.
 * @throws {HttpError} 400 if the request asks for no WebSocket
 */
export function upgrade(
  req: Request,
  options: WebSocketUpgradeOptions = {},
): Deno.WebSocketUpgrade {
  if (req.headers.get("upgrade")?.toLowerCase() !== "websocket") {
    throw new HttpError(400, "Expected a WebSocket upgrade request");
  }
  return Deno.upgradeWebSocket(req, options);
}

/** Calls the handlers on the events of the socket. */
export function attach(socket: WebSocket, handlers: WebSocketHandlers): void {
  if (handlers.open) socket.addEventListener("open", () => handlers.open?.(socket));
  if (handlers.message) socket.addEventListener("message", (e) => handlers.message?.(socket, e));
  if (handlers.close) {
    socket.addEventListener("close", (e) => handlers.close?.(socket, e.code, e.reason));
  }
  if (handlers.error) socket.addEventListener("error", (e) => handlers.error?.(socket, e));
}
