/** A small button that copies a text and says so. */
import { useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { useTools } from "./timeline_tools.ts";

interface CopyProps {
  /** Asked for at the click, so that a long text need not be put together before. */
  readonly text: () => string;
  /** What is copied, for those who cannot see where the button stands. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyProps) {
  const { copy } = useTools();
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const label = { idle: `Copy ${what}`, copied: "Copied", failed: "Copying failed" }[state];
  return (
    <button
      type="button"
      class="copy"
      aria-label={label}
      title={label}
      data-state={state}
      onClick={async () => setState(await copy(text()) ? "copied" : "failed")}
      onPointerLeave={() => setState("idle")}
      onBlur={() => setState("idle")}
    >
      <Icon name={state === "copied" ? "check" : "copy"} />
    </button>
  );
}
