/**
 * How framed events travel: as codex's own untrusted context, which the model gets as the output of a
 * tool, or in our envelope in front of the message's text. Never as a developer message. Pure.
 */
import { wrapEnvelope } from "../context/envelope.ts";
import { FRAGMENT_NAME } from "./framing.ts";

export type Carrier = "additional_context" | "envelope";

/** What goes with a call. */
export interface Carried {
  readonly params: Record<string, { [key: string]: Record<string, string> }>;
  readonly prefix: string;
}

/** The first version that was seen to pass on untrusted context; older ones ignore it silently. */
const CONTEXT_SINCE = [0, 169];

/** The carrier that was chosen, if the app-server has it; the envelope works with every one. */
export function carrierFor(chosen: Carrier, version: string | null): Carrier {
  const [major = 0, minor = 0] = (version ?? "").split(".").map((part) => parseInt(part) || 0);
  const [least, since] = CONTEXT_SINCE as [number, number];
  const offered = major > least || (major === least && minor >= since);
  return offered ? chosen : "envelope";
}

export function carry(text: string, carrier: Carrier): Carried {
  if (carrier === "envelope") {
    const envelope = { v: 1, type: FRAGMENT_NAME, trust: "untrusted", text };
    return { params: {}, prefix: wrapEnvelope(envelope) };
  }
  const entry = { value: text, kind: "untrusted", name: FRAGMENT_NAME };
  return { params: { additionalContext: { [FRAGMENT_NAME]: entry } }, prefix: "" };
}

/** Items for the model's history: the output of a tool, which has less weight than any message. */
export function asHistory(text: string, callId: string): unknown[] {
  return [
    { type: "function_call", call_id: callId, name: FRAGMENT_NAME, arguments: "{}" },
    { type: "function_call_output", call_id: callId, output: text },
  ];
}
