/** The output of a command as the model was given it: its own text, and what was put around it. */
import { isObject, type Json, numberAt, objectAt, stringAt } from "../../protocol/message.ts";
import { textOf } from "./finished_items.ts";

export interface ToolOutput {
  readonly text: string;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
}

const AROUND = /^(?:[A-Z][\w ]*: .*\n|Process .*\n)*Output:\n/;

/** Takes apart the forms that the agent has used over time. */
export function toolOutput(output: Json | undefined): ToolOutput {
  if (Array.isArray(output)) return plain(textOf(output));
  if (isObject(output)) return plain(stringAt(output, "content") ?? JSON.stringify(output));
  if (typeof output !== "string") return plain("");
  const around = AROUND.exec(output)?.[0];
  if (around !== undefined) {
    const seconds = /^Wall time: ([\d.]+)/m.exec(around)?.[1];
    const code = /(?:exited with code|Exit code:) (-?\d+)/.exec(around)?.[1];
    return {
      text: output.slice(around.length),
      exitCode: code === undefined ? null : Number(code),
      durationMs: seconds === undefined ? null : Math.round(Number(seconds) * 1_000),
    };
  }
  return wrapped(output) ?? plain(output);
}

/** `{"output": …, "metadata": {"exit_code": …, "duration_seconds": …}}` as text. */
function wrapped(output: string): ToolOutput | null {
  if (!output.startsWith("{")) return null;
  try {
    const value = JSON.parse(output);
    if (!isObject(value) || stringAt(value, "output") === null) return null;
    const metadata = objectAt(value, "metadata");
    const seconds = numberAt(metadata, "duration_seconds");
    return {
      text: stringAt(value, "output") ?? "",
      exitCode: numberAt(metadata, "exit_code"),
      durationMs: seconds === null ? null : Math.round(seconds * 1_000),
    };
  } catch {
    return null;
  }
}

function plain(text: string): ToolOutput {
  return { text, exitCode: null, durationMs: null };
}
