/**
 * A box that opens beside a button, above everything else: in the browser's top layer, so that no
 * scrolling ancestor cuts it. Closes by Escape, by a click elsewhere, or when focus leaves it.
 */
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface PopupProps {
  /** The button that opened it; gets the focus back. */
  readonly anchor: RefObject<HTMLElement>;
  readonly onClose: () => void;
  readonly role: "menu" | "listbox" | "dialog";
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

const GAP_PX = 4;
const EDGE_PX = 8;

export function Popup({ anchor, onClose, role, label, children, ...more }: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popup = box.current!;
    popup.showPopover();
    place(popup, anchor.current!);
    (popup.querySelector<HTMLElement>("[data-first]") ?? firstChoice(popup))?.focus();
  }, []);

  function close(backToButton: boolean): void {
    if (backToButton) anchor.current?.focus();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      close(true);
    } else if (role !== "dialog" && event.key === "Tab") close(true);
    else if (role !== "dialog") move(event);
  }

  return (
    <div
      ref={box}
      popover="manual"
      class={`popup ${more.class ?? ""}`}
      role={role}
      aria-label={label}
      onKeyDown={onKeyDown}
      // Some browsers take the focus away on a click, which would close it before the click counts.
      onMouseDown={(event) => {
        if (!(event.target as Element).closest("input, select, textarea")) event.preventDefault();
      }}
      onFocusOut={({ relatedTarget }) => {
        const to = relatedTarget as Node | null;
        if (to !== null && (box.current?.contains(to) || anchor.current?.contains(to))) return;
        close(false);
      }}
    >
      {children}
    </div>
  );

  /** Arrow keys, Home and End go through the choices. */
  function move(event: KeyboardEvent): void {
    const choices = choicesIn(box.current!);
    const at = choices.indexOf(event.target as HTMLElement);
    const to = {
      ArrowDown: (at + 1) % choices.length,
      ArrowUp: (at - 1 + choices.length) % choices.length,
      Home: 0,
      End: choices.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choices[to]?.focus();
  }
}

const CHOICES = "[role^=menuitem]:not(:disabled), [role=option]:not([aria-disabled=true])";

function choicesIn(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>(CHOICES)];
}

function firstChoice(popup: HTMLElement): HTMLElement | undefined {
  return choicesIn(popup)[0] ?? popup.querySelector<HTMLElement>("input, button") ?? undefined;
}

/** Below the button where there is room, else above it; never over the edge of the window. */
function place(popup: HTMLElement, anchor: HTMLElement): void {
  const button = anchor.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const below = button.bottom + GAP_PX;
  const above = button.top - GAP_PX - height;
  const top = below + height <= innerHeight - EDGE_PX || above < EDGE_PX ? below : above;
  // It grows away from the nearer edge of the window.
  const left = button.left + button.width / 2 > innerWidth / 2 ? button.right - width : button.left;
  popup.style.top = `${Math.max(EDGE_PX, Math.min(top, innerHeight - height - EDGE_PX))}px`;
  popup.style.left = `${Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX))}px`;
}
