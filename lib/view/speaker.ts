/**
 * What is said to those who listen to the page: finished sentences of the agent, and that it waits
 * for a decision; never single words as they come. Pure; when to speak is decided elsewhere.
 */
import type { Entry } from "../router/change.ts";

/** More than this is not read out at once: it is there to be read. */
const LONGEST = 600;
const SENTENCE_END = /[.!?…:;][)"'»”]*\s|\n/g;

export class Speaker {
  readonly #texts = new Map<string, string>();
  #said = "";

  /** More of a message. */
  wrote(id: string, delta: string): void {
    const text = (this.#texts.get(id) ?? "") + delta;
    const end = lastEnd(text);
    this.#said += text.slice(0, end);
    // A sentence without an end is kept only as far as it would be read.
    this.#texts.set(id, text.slice(end).slice(-LONGEST));
  }

  /** Something came to its end: the rest of a message is said, and how a turn went wrong. */
  ended(entry: Entry): void {
    if (entry.role === "assistant") {
      this.#said += ` ${this.#texts.get(entry.id) ?? entry.text} `;
      this.#texts.delete(entry.id);
    } else if (entry.role === "error") this.#said += ` Error: ${entry.text} `;
    else if (entry.role === "status") {
      this.#texts.clear();
      if (entry.status !== "completed") this.#said += ` ${ENDS[entry.status]} `;
    }
    this.#said = this.#said.slice(-4 * LONGEST);
  }

  asked(): void {
    this.#said += " The agent waits for your decision. ";
  }

  /** What is to be said now; empty if nothing is. */
  take(): string {
    const words = plainWords(this.#said);
    this.#said = "";
    return words.length > LONGEST ? `${words.slice(0, LONGEST)} …` : words;
  }
}

const ENDS = { interrupted: "Interrupted.", failed: "The turn failed." } as const;

function lastEnd(text: string): number {
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return end;
}

/** Without the marks of Markdown, which nobody wants to hear. */
function plainWords(text: string): string {
  return text.replace(/```[^\n]*/g, " ").replace(/[*_`#>|~]+/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\s+/g, " ").trim();
}
