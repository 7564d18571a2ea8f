/**
 * Knows which chunks of rows are near the screen and how tall those are that are not drawn. Works
 * on the elements that it is given; without a browser everything counts as near.
 */
import { batch, type Signal, signal } from "@preact/signals";

/** Chunks this near to the screen are drawn before they are seen. */
const MARGIN_PX = 1_200;
const FIRST_GUESS_PX = 90;

export class ChunkWatcher {
  readonly #near = new Map<number, Signal<boolean>>();
  readonly #heights = new Map<number, number>();
  readonly #keys = new WeakMap<Element, number>();
  #observer: IntersectionObserver | null = null;
  #measured = { rows: 0, px: 0 };

  /** Begins to watch inside a box; returns the function that ends it. */
  start(box: Element): () => void {
    this.#observer = new IntersectionObserver((entries) => this.#moved(entries), {
      root: box,
      rootMargin: `${MARGIN_PX}px 0px`,
    });
    return () => {
      this.#observer?.disconnect();
      this.#observer = null;
    };
  }

  /** Whether a chunk is to be drawn; `first` is what counts until it was looked at. */
  near(key: number, first: boolean): Signal<boolean> {
    const known = this.#near.get(key);
    if (known !== undefined) return known;
    const near = signal(this.#observer === null || first);
    this.#near.set(key, near);
    return near;
  }

  /** Watches the element of a chunk; returns the function that ends it. */
  watch(element: Element, key: number): () => void {
    this.#keys.set(element, key);
    this.#observer?.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#near.delete(key);
      this.#heights.delete(key);
    };
  }

  /** How tall a chunk was, or may be. */
  height(key: number, rows: number): number {
    const { rows: seen, px } = this.#measured;
    return this.#heights.get(key) ?? Math.round(rows * (seen === 0 ? FIRST_GUESS_PX : px / seen));
  }

  #moved(entries: readonly IntersectionObserverEntry[]): void {
    batch(() => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const near = this.#near.get(this.#keys.get(target) ?? -1);
        if (near === undefined || near.peek() === isIntersecting) continue;
        if (!isIntersecting) {
          if (isInUse(target)) continue;
          this.#measure(target, boundingClientRect.height);
        }
        near.value = isIntersecting;
      }
    });
  }

  #measure(target: Element, height: number): void {
    const key = this.#keys.get(target)!;
    if (!this.#heights.has(key)) {
      this.#measured.rows += target.childElementCount;
      this.#measured.px += height;
    }
    this.#heights.set(key, height);
  }
}

/** What holds the focus or a part of the selection must not vanish. */
function isInUse(element: Element): boolean {
  const { activeElement } = element.ownerDocument;
  if (activeElement !== null && element.contains(activeElement)) return true;
  const selection = element.ownerDocument.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
