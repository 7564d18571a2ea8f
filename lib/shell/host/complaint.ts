/**
 * What a shell says to a line that it does not run, such as a syntax error: there is no block for
 * it, but whoever entered the line wants to know.
 */
import { joined } from "../frames.ts";
import { approximateText } from "../plain_text.ts";

const LIMIT = 16 * 1024;

/** Output outside of blocks since a line was entered, bounded. */
export class Complaint {
  #parts: Uint8Array[] = [];
  #size = 0;

  clear(): void {
    this.#parts = [];
    this.#size = 0;
  }

  push(bytes: Uint8Array): void {
    if (this.#size >= LIMIT) return;
    this.#parts.push(bytes.slice(0, LIMIT - this.#size));
    this.#size += bytes.length;
  }

  /** Without the echo of the line before it and the prompt behind it. */
  text(): string {
    return approximateText(joined(this.#parts)).split("\n").slice(1, -1).join("\n");
  }
}
