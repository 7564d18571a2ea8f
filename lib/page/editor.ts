/**
 * The editable box of the composer: text and tokens in, text and tokens out. Owns its nodes and
 * the caret; knows nothing of what is done with the text. Plain text only, whatever is pasted.
 */
import { joined, mentionText, messageText, type Segment } from "../view/message_text.ts";

/** Typing each line by hand costs a moment; so many are put in at once. */
const MANY_LINES = 200;

export class Editor {
  readonly #box: HTMLElement;

  constructor(box: HTMLElement) {
    this.#box = box;
    try {
      box.contentEditable = "plaintext-only";
    } catch {
      box.contentEditable = "true"; // An older browser; pasting is handled by us anyway.
    }
  }

  get segments(): Segment[] {
    const segments = joined([...segmentsIn(this.#box)]);
    const last = segments.at(-1);
    if (last === undefined || !("text" in last)) return segments;
    // Browsers keep a line break at the end so that the caret has a line to stand on.
    return joined([...segments.slice(0, -1), { text: last.text.replace(/\n$/, "") }]);
  }

  get text(): string {
    return messageText(this.segments);
  }

  /** Replaces everything and puts the caret to the end. */
  set(segments: readonly Segment[]): void {
    this.#box.replaceChildren(...segments.map(nodeOf));
    if (document.activeElement === this.#box) this.caretToEnd();
  }

  focus(): void {
    this.#box.focus();
  }

  caretToEnd(): void {
    const selection = getSelection();
    selection?.selectAllChildren(this.#box);
    selection?.collapseToEnd();
  }

  /** The text of the caret's line and run, up to the caret; empty while something is selected. */
  get beforeCaret(): string {
    const range = this.#caret();
    if (range === null) return "";
    const { startContainer: node, startOffset: offset } = range;
    if (node.nodeType === Node.TEXT_NODE) return (node as Text).data.slice(0, offset);
    const last = node.childNodes[offset - 1];
    return last?.nodeType === Node.TEXT_NODE ? (last as Text).data : "";
  }

  /** Whether the caret stands before (after) everything. */
  isCaretAt(side: "start" | "end"): boolean {
    const range = this.#caret();
    if (range === null) return false;
    const rest = document.createRange();
    rest.selectNodeContents(this.#box);
    if (side === "start") rest.setEnd(range.startContainer, range.startOffset);
    else rest.setStart(range.endContainer, range.endOffset);
    const text = rest.toString();
    return text === "" || (side === "end" && text === "\n");
  }

  /** Types text at the caret, as if by hand: it can be undone, unless it is very long. */
  type(text: string): void {
    this.focus();
    const lines = text.split("\n");
    if (lines.length > MANY_LINES) {
      return this.#replaceBefore(0, [document.createTextNode(text)]);
    }
    lines.forEach((line, at) => {
      // There is no other way that the browser's own undo knows of.
      if (at > 0) document.execCommand("insertLineBreak");
      if (line !== "") document.execCommand("insertText", false, line);
    });
  }

  /** Puts a token, and a space to go on behind it, in place of the `length` letters before it. */
  putFile(path: string, length: number): void {
    this.#replaceBefore(length, [tokenOf(path), document.createTextNode(" ")]);
  }

  /** Writes text in place of the `length` letters before the caret. */
  putText(text: string, length: number): void {
    this.#replaceBefore(length, [document.createTextNode(text)]);
  }

  /** Takes away the token right before the caret; false if there is none. */
  removeTokenBefore(): boolean {
    const range = this.#caret();
    if (range === null) return false;
    const { startContainer: node, startOffset: offset } = range;
    if (node.nodeType === Node.TEXT_NODE && offset > 0) return false;
    const before = node.nodeType === Node.TEXT_NODE
      ? node.previousSibling
      : node.childNodes[offset - 1];
    if (!(before instanceof HTMLElement) || before.dataset["file"] === undefined) return false;
    before.remove();
    return true;
  }

  #replaceBefore(length: number, nodes: Node[]): void {
    this.focus();
    let range = this.#caret();
    if (range === null) {
      this.caretToEnd();
      range = this.#caret();
    }
    if (range === null) return;
    if (length > 0 && range.startContainer.nodeType !== Node.TEXT_NODE) {
      // The caret stands beside the text that the letters are in.
      const text = range.startContainer.childNodes[range.startOffset - 1];
      if (text?.nodeType === Node.TEXT_NODE) range.setStart(text, (text as Text).data.length);
    }
    range.setStart(range.startContainer, Math.max(0, range.startOffset - length));
    range.deleteContents();
    for (const node of [...nodes].reverse()) range.insertNode(node);
    range.setStartAfter(nodes.at(-1)!);
    range.collapse(true);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }

  /** The caret, if it is in the box and nothing is selected. */
  #caret(): Range | null {
    const selection = getSelection();
    if (selection === null || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    return range.collapsed && this.#box.contains(range.startContainer) ? range.cloneRange() : null;
  }
}

function nodeOf(segment: Segment): Node {
  return "text" in segment ? document.createTextNode(segment.text) : tokenOf(segment.file);
}

function tokenOf(path: string): HTMLElement {
  const token = document.createElement("span");
  token.className = "token";
  token.contentEditable = "false";
  token.dataset["file"] = path;
  token.title = path;
  token.textContent = mentionText(path);
  return token;
}

/** Blocks are what some browsers make of line breaks. */
function* segmentsIn(parent: Node): Generator<Segment> {
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) yield { text: (node as Text).data };
    else if (node instanceof HTMLBRElement) {
      // At the end of a block it only keeps the block from vanishing.
      if (node.nextSibling !== null || isRoot(parent)) yield { text: "\n" };
    } else if (node instanceof HTMLElement && node.dataset["file"] !== undefined) {
      yield { file: node.dataset["file"] };
    } else if (node instanceof HTMLElement) {
      if (node.previousSibling !== null) yield { text: "\n" };
      yield* segmentsIn(node);
    }
  }
}

function isRoot(node: Node): boolean {
  return node instanceof HTMLElement && node.hasAttribute("contenteditable");
}
