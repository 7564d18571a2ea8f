/** Something that is done by a key pressed twice: the first press only says so. */
import { type ReadonlySignal, useSignal } from "@preact/signals";

const TWICE_MS = 1_500;

/** `armed` is true while a second press would do it. */
export function useTwice(run: () => void): { armed: ReadonlySignal<boolean>; press: () => void } {
  const armed = useSignal(false);
  const press = () => {
    const second = armed.peek();
    armed.value = !second;
    if (second) return run();
    setTimeout(() => void (armed.value = false), TWICE_MS);
  };
  return { armed, press };
}
