/**
 * Lines in, messages out: the tolerant reader of the app-server's stdout. Today's server sends one
 * JSON object per line; older ones put the method on a line of its own, or in front of the JSON.
 * Owns that pending label, which is all the state there is. Never throws; knows no method.
 */
import type { Line } from "./lines.ts";
import {
  isObject,
  type JsonObject,
  junk,
  type Message,
  messageOf,
  numberAt,
  parseMessage,
} from "./message.ts";

/** `turn/started`, `codex/event/task_started`: words with slashes. */
const LABEL = /^[A-Za-z][\w.-]*(?:\/[\w.-]+)+$/;
/** Labels of one word are told from chatter by being known. */
const SINGLE_WORDS = new Set(["error", "warning", "configWarning", "deprecationNotice"]);
const LONGEST_LABEL = 200;

/** Reads the lines of one stream, in order. */
export class MessageReader {
  #label: string | null = null;

  /** The message that a line completes, or why there is none. */
  read(line: Line): Message {
    if (line.kind === "too_long") {
      // It may have been what the label announced.
      this.#label = null;
      return junk(`a line of ${line.bytes} bytes was dropped`, line.head);
    }
    const text = line.text;
    // The usual case, decided by one character: no trimming, no searching.
    if (text.charCodeAt(0) === BRACE && this.#label === null) return parseMessage(text);
    return this.#tolerant(text.trim());
  }

  #tolerant(text: string): Message {
    const brace = text.indexOf("{");
    const words = (brace === -1 ? text : text.slice(0, Math.min(brace, LONGEST_LABEL + 2))).trim();
    const label = labelIn(words);
    if (brace === -1) {
      if (label !== null) this.#label = label;
      return junk(label === null ? "not JSON" : "a label; its message follows", text);
    }
    const value = parsed(text.slice(brace));
    if (!isObject(value)) return junk("not JSON", text);
    const message = messageOf(value, text);
    const method = label ?? (words === "" ? this.#label : null);
    // An answer may come between a label and its message, and leaves the label waiting.
    if (message.kind === "response" && (method === null || isBareAnswer(value))) return message;
    if (message.kind === "notification" || message.kind === "request" || method === null) {
      if (message.kind !== "junk") this.#label = null;
      return message;
    }
    this.#label = null;
    const params = isObject(value.params) ? value.params : value;
    return { kind: "notification", method, params, emittedAtMs: numberAt(value, "emittedAtMs") };
  }
}

const BRACE = 0x7b;

function labelIn(words: string): string | null {
  const word = words.endsWith(":") ? words.slice(0, -1).trimEnd() : words;
  if (word.length === 0 || word.length > LONGEST_LABEL) return null;
  return LABEL.test(word) || SINGLE_WORDS.has(word) ? word : null;
}

/** Nothing but an answer: the parameters under a label may have an `id` and an `error`, too. */
function isBareAnswer(value: JsonObject): boolean {
  return Object.keys(value).every((key) => ANSWER_KEYS.has(key));
}

const ANSWER_KEYS = new Set(["id", "result", "error", "jsonrpc"]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
