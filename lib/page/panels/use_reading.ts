/** Ties a reading to a component: it is read when it appears, and again when `changed` grows. */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Reading } from "./reading.ts";

/** Nothing is read of a conversation that has no id yet. */
export function useReading<T>(
  reading: Reading<T>,
  id: string | null,
  changed: ReadonlySignal<number>,
): void {
  useEffect(() => {
    if (id === null) return;
    void reading.now();
    const first = changed.peek();
    const leave = changed.subscribe((now) => {
      if (now > first) reading.soon();
    });
    return () => {
      leave();
      reading.stop();
    };
  }, [reading]);
}
