/**
 * What cannot be done, said in a way that routes can pass on: a status, a code that scripts can
 * rely on, a sentence. Owns the translation of the app-server's failures into these.
 */
import { RPC_GONE, RPC_OVERLOADED, RPC_TIMEOUT, RpcFailure } from "../app_server/client.ts";

/** What an {@link ActionFailure} may carry beside its words. */
export interface FailureDetails {
  /** After this long another try makes sense. */
  readonly retryAfterS?: number;
  readonly cause?: unknown;
}

/** An action that cannot be done, with a code that scripts can rely on and a status to send. */
export class ActionFailure extends Error {
  override name = "ActionFailure";
  readonly status: number;
  readonly code: string;
  readonly retryAfterS: number | null;
  constructor(status: number, code: string, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.retryAfterS = details.retryAfterS ?? null;
  }
}

/** No conversation has that id. */
export function unknownConversation(id: string): ActionFailure {
  return new ActionFailure(404, "unknown_conversation", `there is no conversation "${id}"`);
}

/** The app-server is not there to ask. */
export function notRunning(reason: string, retryAfterS?: number): ActionFailure {
  const details = retryAfterS === undefined ? {} : { retryAfterS };
  return new ActionFailure(503, "app_server_not_running", reason, details);
}

const BY_RPC_CODE = new Map<number, readonly [status: number, code: string]>([
  [RPC_TIMEOUT, [504, "no_answer"]],
  [RPC_GONE, [503, "app_server_gone"]],
  [RPC_OVERLOADED, [503, "app_server_busy"]],
]);

/** The failure of a call, as an action's. Anything else stays what it is. */
export function asActionFailure(error: unknown): unknown {
  if (!(error instanceof RpcFailure)) return error;
  const [status, code] = BY_RPC_CODE.get(error.code) ?? [502, "app_server_error"];
  const details = status === 503 ? { retryAfterS: 1, cause: error } : { cause: error };
  return new ActionFailure(status, code, error.message, details);
}

/** The app-server is not there, or went away before it answered: it may have acted or not. */
export function isGone(error: unknown): boolean {
  return error instanceof ActionFailure &&
    (error.code === "app_server_gone" || error.code === "app_server_not_running");
}

/** The app-server answered, and the answer was no. */
export function isRefusal(error: unknown): error is ActionFailure {
  return error instanceof ActionFailure && error.code === "app_server_error";
}
