/** Error answers: `{ok: false, code, message}` with the right status, never a stack. */
import { ActionFailure } from "../gateway/failure.ts";
import { HttpError } from "fresh";
import { SearchFailure } from "../transcript/search/search_thread.ts";
import { isDiskFull, WriteFailure } from "../transcript/write_queue.ts";

/** What every failed call gets. */
export interface ErrorBody {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

export function errorAnswer(
  status: number,
  code: string,
  message: string,
  headers: HeadersInit = {},
): Response {
  const body: ErrorBody = { ok: false, code, message };
  return Response.json(body, { status, headers });
}

/** The failure that an exception stands for. What we did not foresee says nothing of its inside. */
export function failureOf(error: unknown): ActionFailure {
  if (error instanceof ActionFailure) return error;
  if (error instanceof HttpError) {
    const [code, message] = WORDS.get(error.status) ?? ["http_error", `status ${error.status}`];
    return new ActionFailure(error.status, code, error.message || message);
  }
  if (error instanceof WriteFailure || isDiskFull(error)) {
    return new ActionFailure(507, "cannot_write", `cannot write: ${error.message}`);
  }
  if (error instanceof SearchFailure) {
    return new ActionFailure(
      503,
      "search_unavailable",
      `the search does not work: ${error.message}`,
    );
  }
  return new ActionFailure(500, "internal_error", "something went wrong here; the log has more");
}

const WORDS = new Map<number, readonly [code: string, message: string]>([
  [404, ["not_found", "there is nothing at this address"]],
  [405, ["method_not_allowed", "this address does not take that method"]],
]);
