/** Shows what was read, or why not. Nothing at all for the moment in which it is read at first. */
import type { ComponentChildren } from "preact";
import type { Reading } from "./reading.ts";

interface ReadingViewProps<T> {
  readonly reading: Reading<T>;
  /** Null for a conversation that has not begun. */
  readonly id: string | null;
  readonly children: (value: T) => ComponentChildren;
}

export function ReadingView<T>({ reading, id, children }: ReadingViewProps<T>) {
  const value = reading.value.value;
  const problem = reading.problem.value;
  if (id === null) return <p class="none">The conversation has not begun.</p>;
  return (
    <>
      {problem === null ? null : (
        <p class="none" role="alert">
          This could not be read: {problem}.{" "}
          <button type="button" class="quiet" onClick={() => void reading.now()}>Try again</button>
        </p>
      )}
      {value === null ? null : children(value)}
    </>
  );
}
