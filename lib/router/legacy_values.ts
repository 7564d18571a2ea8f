/** Values as older servers write them: commands as words, output in base64, times as pairs. */
import {
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../protocol/message.ts";

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** The words of a command as one line that a shell would take apart in the same way. */
export function commandText(command: Json | undefined): string {
  if (typeof command === "string") return command;
  if (!Array.isArray(command)) return "";
  return command.filter((word) => typeof word === "string")
    .map((word) => PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
    .join(" ");
}

/** A piece of output: base64, or an array of bytes in the oldest. */
export function decodedChunk(chunk: Json | undefined): string {
  if (Array.isArray(chunk)) {
    return text(Uint8Array.from(chunk, (byte) => typeof byte === "number" ? byte : 0));
  }
  if (typeof chunk !== "string") return "";
  try {
    return text(Uint8Array.from(atob(chunk), (character) => character.charCodeAt(0)));
  } catch {
    return chunk; // Not base64: it is what it is.
  }
}

/** `{secs, nanos}`, or a number of milliseconds. */
export function durationMs(duration: Json | undefined): number | null {
  if (typeof duration === "number") return duration;
  if (!isObject(duration)) return null;
  const [secs, nanos] = [numberAt(duration, "secs"), numberAt(duration, "nanos")];
  return secs === null && nanos === null
    ? null
    : Math.round((secs ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000);
}

/** Changes by path, as a list of today's kind. */
export function fileList(changes: JsonObject): JsonObject[] {
  return Object.entries(changes).flatMap(([path, change]) => {
    if (!isObject(change)) return [];
    // The kind is a field in newer shapes and the only key in older ones.
    const older = ["add", "delete", "update"].find((kind) => isObject(change[kind]));
    const type = stringAt(change, "type") ?? older ?? "update";
    const body = older === undefined ? change : objectAt(change, older);
    return [{
      path,
      kind: { type, move_path: stringAt(body, "move_path") },
      diff: stringAt(body, "unified_diff") ?? stringAt(body, "content") ?? "",
    }];
  });
}

/** `{Ok: …}` or `{Err: text}`. */
export function toolResult(result: Json | undefined): JsonObject {
  if (!isObject(result)) return { status: "completed" };
  if (result.Err !== undefined) {
    return { status: "failed", error: { message: String(result.Err).slice(0, 16_384) } };
  }
  const ok = objectAt(result, "Ok");
  return { status: ok.is_error === true ? "failed" : "completed", result: ok };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
