/**
 * Reads the params of requests: thread, input, settings. A wrong one is thrown as a `BadRequest`
 * with the real server's words. Knows nothing of what the methods do with them.
 */
import {
  DEMO_MODEL,
  type Settings,
  type Thread,
  threadIdProblem,
  type Threads,
  type UserMessage,
} from "./threads.ts";
import { type Fields, invalidRequest, isFields, type WireError } from "./wire.ts";

/** Thrown by a method; the dispatcher turns it into an error reply. */
export class BadRequest extends Error {
  constructor(readonly wire: WireError) {
    super(wire.message);
  }
}

/** Throws the error that the real server gives for most mistakes. */
export function refuse(message: string): never {
  throw new BadRequest(invalidRequest(message));
}

/** The thread that the params name; `missing` is how the method words that there is none. */
export function threadOf(
  threads: Threads,
  { threadId }: Fields,
  missing = "thread not found:",
): Thread {
  const thread = typeof threadId === "string" ? threads.get(threadId) : undefined;
  return thread ?? refuse(threadIdProblem(threadId, missing));
}

const MAX_CHARS = 1_048_576;

/** The person's words, with the cap of the real server. */
export function messageOf(params: Fields): UserMessage {
  const { input, clientUserMessageId } = params;
  if (input === undefined) refuse("Invalid request: missing field `input`");
  if (!Array.isArray(input)) {
    refuse(`Invalid request: invalid type: ${kindOf(input)}, expected a sequence`);
  }
  const content = input.filter(isFields).map((part) =>
    part.type === "text" ? { ...part, text_elements: part.text_elements ?? [] } : part
  );
  const actual = content.reduce((sum, part) => sum + [...String(part.text ?? "")].length, 0);
  if (actual > MAX_CHARS) {
    throw new BadRequest({
      code: -32602,
      data: { input_error_code: "input_too_large", max_chars: MAX_CHARS, actual_chars: actual },
      message: `Input exceeds the maximum length of ${MAX_CHARS} characters.`,
    });
  }
  return { content, clientId: textOr(clientUserMessageId, null) };
}

/** Settings of a new thread. There is no project behind the demo, so `cwd` is taken as it comes. */
export function newSettings(params: Fields): Settings {
  return {
    cwd: textOr(params.cwd, "/demo"),
    model: textOr(params.model, DEMO_MODEL),
    effort: null,
    summary: null,
    approvalPolicy: params.approvalPolicy ?? "on-request",
    sandbox: sandboxOf(params.sandbox ?? "workspace-write"),
  };
}

/** Applies the settings that turn/start or thread/resume carry; says whether any changed. */
export function applySettings(settings: Settings, params: Fields): boolean {
  const before = JSON.stringify(settings);
  settings.cwd = textOr(params.cwd, settings.cwd);
  settings.model = textOr(params.model, settings.model);
  settings.effort = textOr(params.effort, settings.effort);
  settings.summary = textOr(params.summary, settings.summary);
  settings.approvalPolicy = params.approvalPolicy ?? settings.approvalPolicy;
  if (isFields(params.sandboxPolicy)) settings.sandbox = params.sandboxPolicy;
  if (typeof params.sandbox === "string") settings.sandbox = sandboxOf(params.sandbox);
  return JSON.stringify(settings) !== before;
}

function sandboxOf(mode: unknown): Fields {
  switch (mode) {
    case "danger-full-access":
      return { type: "dangerFullAccess" };
    case "read-only":
      return { type: "readOnly", networkAccess: false };
    case "workspace-write":
      return {
        type: "workspaceWrite",
        writableRoots: [],
        networkAccess: false,
        excludeTmpdirEnvVar: false,
        excludeSlashTmp: false,
      };
    default:
      return refuse(
        `Invalid request: unknown variant \`${mode}\`, expected one of ` +
          "`read-only`, `workspace-write`, `danger-full-access`",
      );
  }
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

function kindOf(value: unknown): string {
  if (typeof value === "string") return `string "${value}"`;
  if (value === null) return "null";
  return typeof value === "object" ? "map" : `${typeof value} \`${value}\``;
}
