/**
 * Keeps the place of a reader in a box whose content grows at both ends. The box is laid out from
 * its end (`column-reverse`): at the end it follows what comes by itself, with no script, even
 * before there is one; what comes at the beginning moves nothing. What is left to do here is to
 * hold the place of someone who reads further up.
 */

/** Told about moves of the reader. */
export interface ScrollListener {
  /** The reader came to the end, or left it. */
  onEnd(atEnd: boolean): void;
  /** The beginning, or the end, of what is there is near. */
  onNearStart(): void;
  onNearEnd(): void;
}

/** Nearer to the end than this counts as being there. */
const AT_END_PX = 32;
/** From this distance on, more is fetched. */
const NEAR_PX = 2_400;

/** An element that stays where it is, and where the box stood when that was noted. */
interface Anchor {
  readonly element: Element;
  readonly top: number;
  readonly scrollTop: number;
}

export class ScrollKeeper {
  readonly #box: HTMLElement;
  readonly #listener: ScrollListener;
  #anchor: Anchor | null = null;
  /** The anchor is what the reader just clicked: it stays even at the end. */
  #held = false;
  /** Where the box was last put from here: the event of that is no move of the reader. */
  #put: number | null = null;
  /** Whether the box follows its end. */
  following = true;

  constructor(box: HTMLElement, listener: ScrollListener) {
    this.#box = box;
    this.#listener = listener;
  }

  /** To be called when the reader scrolls. */
  scrolled(): void {
    this.#held = false;
    const ours = this.#put !== null && Math.abs(this.#put - this.#box.scrollTop) < 1;
    this.#put = null;
    if (!ours) this.#listener.onEnd(this.#fromEnd() < AT_END_PX);
    // The content may have grown since the last frame, and this is heard before its new size is.
    this.#restore();
    this.#anchor = this.following ? null : this.#firstVisible();
    this.checkEdges();
  }

  /** To be called when the content has changed its size, before it is painted. */
  resized(): void {
    if (this.following && !this.#held) {
      if (this.#box.scrollTop !== 0) this.#scrollTo(0);
    } else this.#restore();
    if (this.#held) this.#listener.onEnd(this.#fromEnd() < AT_END_PX);
    this.#held = false;
    if (!this.following) this.#anchor = this.#firstVisible();
    this.checkEdges();
  }

  /** The reader acts on an element, which may fold or unfold: it stays where it is. */
  hold(element: Element): void {
    this.#held = true;
    this.#anchor = this.#anchorAt(element);
  }

  /** Stops to follow, at the place where the reader is. */
  stay(): void {
    this.following = false;
    this.#anchor = this.#firstVisible();
  }

  toEnd(): void {
    this.following = true;
    this.#anchor = null;
    this.#scrollTo(0);
  }

  /** Brings an element to the middle. */
  show(element: Element): void {
    this.following = false;
    this.#listener.onEnd(false);
    const { height } = element.getBoundingClientRect();
    const middle = Math.max(0, (this.#box.clientHeight - height) / 2);
    this.#scrollTo(this.#box.scrollTop + this.#topOf(element) - middle);
    this.#anchor = this.#anchorAt(element);
  }

  checkEdges(): void {
    const { scrollHeight, clientHeight } = this.#box;
    if (scrollHeight - clientHeight - this.#fromEnd() < NEAR_PX) this.#listener.onNearStart();
    if (this.#fromEnd() < NEAR_PX) this.#listener.onNearEnd();
  }

  /** Takes back what moved the anchor and was not the reader. */
  #restore(): void {
    const anchor = this.#anchor;
    if (anchor === null || !anchor.element.isConnected) return;
    // Where it can no longer be, because less is there now, the browser has put it and no reader.
    const highest = this.#box.clientHeight - this.#box.scrollHeight;
    const byReader = this.#box.scrollTop - Math.max(anchor.scrollTop, highest);
    const moved = this.#topOf(anchor.element) - (anchor.top - byReader);
    if (Math.abs(moved) >= 1) this.#scrollTo(this.#box.scrollTop + moved);
  }

  #anchorAt(element: Element): Anchor {
    return { element, top: this.#topOf(element), scrollTop: this.#box.scrollTop };
  }

  #scrollTo(top: number): void {
    this.#box.scrollTop = top;
    this.#put = this.#box.scrollTop;
  }

  #fromEnd(): number {
    return Math.abs(this.#box.scrollTop);
  }

  #topOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#box.getBoundingClientRect().top;
  }

  /** The row at the upper edge: what the reader most likely reads, or is about to. */
  #firstVisible(): Anchor | null {
    const chunk = firstBelow(this.#box.querySelectorAll(".chunk-rows"), (one) => this.#topOf(one));
    if (chunk === null) return null;
    const element = firstBelow(chunk.children, (one) => this.#topOf(one)) ?? chunk;
    return this.#anchorAt(element);
  }
}

/** The first of some elements, in order, that reaches below the upper edge; found by halving. */
function firstBelow(
  elements: ArrayLike<Element>,
  topOf: (element: Element) => number,
): Element | null {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = elements[middle]!;
    if (topOf(element) + element.clientHeight > 0) high = middle;
    else low = middle + 1;
  }
  return elements[low] ?? null;
}
