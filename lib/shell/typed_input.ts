/**
 * The lines that a person enters, read from the keys. For shells that do not tell what they run:
 * plain typing and the common ways to correct it are followed, anything else makes the line
 * unknown. Pure.
 */

interface Typing {
  text: string;
  /** False once a key came whose effect is not known here, such as an arrow or Tab. */
  known: boolean;
}

const KEYS: Readonly<Record<string, (line: Typing) => void>> = {
  "\x7f": (line) => line.text = [...line.text].slice(0, -1).join(""),
  "\b": (line) => line.text = [...line.text].slice(0, -1).join(""),
  "\x15": (line) => line.text = "",
  "\x17": (line) => line.text = line.text.replace(/\S+\s*$/, ""),
  "\x03": (line) => Object.assign(line, { text: "", known: true }),
};

const LINE_LIMIT = 64 * 1024;

/** Follows the keys of one terminal. */
export class TypedInput {
  readonly #decoder = new TextDecoder();
  #line: Typing = { text: "", known: true };

  /** The lines that were entered with these keys; null for one that is not known. */
  push(bytes: Uint8Array): (string | null)[] {
    const lines: (string | null)[] = [];
    for (const key of this.#decoder.decode(bytes, { stream: true })) {
      if (key === "\r" || key === "\n") {
        lines.push(this.#line.known ? this.#line.text : null);
        this.#line = { text: "", known: true };
      } else this.#type(key);
    }
    return lines;
  }

  #type(key: string): void {
    const edit = KEYS[key];
    if (edit !== undefined) edit(this.#line);
    else if (key < " " || this.#line.text.length >= LINE_LIMIT) this.#line.known = false;
    else this.#line.text += key;
  }
}
