/**
 * The end of an item: the change that keeps it, from what the server says at the end, or from what
 * was streamed where no end came. Reasoning, whose items are joined, has its own file.
 */
import { arrayAt, isObject, type JsonObject, numberAt, stringAt } from "../protocol/message.ts";
import { clip, LONGEST, oneLine } from "./bounds.ts";
import type { AssistantEntry, Change, CommandStatus } from "./change.ts";
import { noticeEnd } from "./notices.ts";
import { reasoningChanges } from "./reasoning_entry.ts";
import type { OpenCommand, OpenItem, OpenText } from "./state.ts";

const MOST_QUESTIONS = 20;

/** The change for an item that came to its end. */
export function finishChanges(item: OpenItem, wire: JsonObject): Change[] {
  switch (item.kind) {
    case "assistant":
    case "plan":
      return textChanges(item, stringAt(wire, "text") || item.text, false, wire);
    case "reasoning":
      return reasoningChanges(item, false);
    case "command":
    case "shell": {
      const whole = stringAt(wire, "aggregatedOutput");
      return commandChanges(item, {
        // The first 150 ms of output never come as deltas: the final output replaces them.
        output: whole === null ? item.text : clip(whole, LONGEST.output),
        truncated: whole === null ? item.truncated : whole.length > LONGEST.output,
        exit_code: numberAt(wire, "exitCode"),
        duration_ms: numberAt(wire, "durationMs"),
        status: itemStatus(stringAt(wire, "status")),
      });
    }
    case "notice":
      return noticeEnd(item, wire);
  }
}

/** The change for an item that is closed without its end. */
export function cutChanges(item: OpenItem, ms: number): Change[] {
  switch (item.kind) {
    case "assistant":
    case "plan":
      return textChanges(item, item.text, true, {});
    case "reasoning":
      return reasoningChanges(item, true);
    case "command":
    case "shell":
      return commandChanges(item, {
        output: item.text,
        truncated: item.truncated,
        exit_code: null,
        duration_ms: Math.max(0, ms - Date.parse(item.ts)),
        status: "interrupted",
      });
    case "notice":
      return noticeEnd(item, { status: "interrupted" });
  }
}

/** A status of the wire in the words of the transcript. */
export function itemStatus(status: string | null): CommandStatus {
  return status === "completed" || status === "declined" || status === "interrupted"
    ? status
    : "failed";
}

function textChanges(item: OpenText, text: string, cut: boolean, wire: JsonObject): Change[] {
  if (text === "") return [];
  const base = {
    id: item.id,
    ts: item.ts,
    place: item.place,
    turn_id: item.turnId,
    text: clip(text, LONGEST.message),
    ...(cut ? { cut: true as const } : {}),
  };
  return item.kind === "plan"
    ? [{ type: "plan", entry: { ...base, role: "plan", steps: [] } }]
    : [{ type: "assistant_finalize", entry: { ...base, role: "assistant", ...mannerOf(wire) } }];
}

function mannerOf(wire: JsonObject): Pick<AssistantEntry, "commentary" | "questions"> {
  const questions = arrayAt(wire, "questions").filter(isObject).slice(0, MOST_QUESTIONS)
    .map((question) => ({
      title: oneLine(stringAt(question, "title") ?? ""),
      options: arrayAt(question, "options").filter((option) => typeof option === "string")
        .slice(0, MOST_QUESTIONS).map((option) => oneLine(option)),
    }));
  return {
    ...(stringAt(wire, "phase") === "commentary" ? { commentary: true } : {}),
    ...(questions.length === 0 ? {} : { questions }),
  };
}

interface CommandEnd {
  readonly output: string;
  readonly truncated: boolean;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  readonly status: CommandStatus;
}

function commandChanges(item: OpenCommand, end: CommandEnd): Change[] {
  const { id, ts, place, turnId: turn_id, command, cwd, stdin } = item;
  const { output, truncated, ...rest } = end;
  const base = { id, ts, place, turn_id, command, cwd, ...rest };
  const more = {
    ...(truncated ? { truncated: true as const } : {}),
    ...(stdin === "" ? {} : { stdin }),
  };
  return item.kind === "command"
    ? [{ type: "command_end", entry: { ...base, role: "command", output, ...more } }]
    : [{
      type: "shell_end",
      entry: { ...base, role: "shell_output", stdout: output, stderr: "", ...more },
    }];
}
