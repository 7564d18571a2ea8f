/** An action that cannot be done, with a code that scripts can rely on and a status to send. */
export class ActionFailure extends Error {
  override name = "ActionFailure";
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** No conversation has that id. */
export function unknownConversation(id: string): ActionFailure {
  return new ActionFailure(404, "unknown_conversation", `there is no conversation "${id}"`);
}

/** The app-server is not there to ask. */
export function notRunning(reason: string): ActionFailure {
  return new ActionFailure(503, "app_server_not_running", reason);
}
