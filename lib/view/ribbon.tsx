/**
 * The line above the composer: what is going on and since when, what went wrong, whether the
 * timeline follows, and a dot for how the latest thing went.
 */
import type { ReadonlySignal, Signal } from "@preact/signals";
import { Icon } from "./icons.tsx";
import type { Outcome } from "./outcome.ts";
import type { View } from "./rows.ts";
import type { TimelineTools } from "./timeline_tools.ts";
import { elapsed } from "./words.ts";

interface RibbonHead extends Pick<View, "activity" | "server" | "warnings"> {
  readonly outcome: Outcome;
  readonly since: string | null;
}

interface RibbonProps {
  readonly model: {
    readonly head: ReadonlySignal<RibbonHead>;
    readonly connection: ReadonlySignal<"connecting" | "open" | "lost">;
    readonly problem: ReadonlySignal<string | null>;
    readonly pinned: Signal<boolean>;
    readonly tools: Pick<TimelineTools, "clock">;
    toLatest(): void;
  };
}

export function Ribbon({ model }: RibbonProps) {
  const { head, connection, problem, pinned } = model;
  const { activity, server, outcome, warnings } = head.value;
  const down = server.state !== "running" && server.state !== "starting";
  const lost = connection.value === "lost";
  const running = activity !== null && !down && !lost;
  const text = down
    ? server.problem ?? `The agent is ${server.state}`
    : lost
    ? "Connection lost, trying again"
    : activity ?? "Ready";
  return (
    <div class="ribbon">
      <div class="now" role="status">
        {running ? <span class="spinner" aria-hidden="true" /> : null}
        <span class="what">{text}</span>
      </div>
      {running ? <Elapsed head={head} clock={model.tools.clock} /> : null}
      <span class="problem" role="alert">{problem.value}</span>
      {problem.value === null && warnings.length > 0
        ? <span class="passing">{warnings.at(-1)!.text}</span>
        : null}
      <button
        type="button"
        class="ghost pin"
        aria-pressed={pinned.value}
        title={pinned.value ? "Follows what comes" : "Stays where you are"}
        onClick={() => pinned.peek() ? pinned.value = false : model.toLatest()}
      >
        <Icon name="pin" />
        {pinned.value ? "Pinned" : "Free"}
      </button>
      <Dot colour={down ? "bad" : lost ? "idle" : outcome} />
    </div>
  );
}

function Elapsed(
  { head, clock }: { head: ReadonlySignal<RibbonHead>; clock: ReadonlySignal<number | null> },
) {
  const { since } = head.value;
  return <span class="elapsed">{since === null ? "" : elapsed(since, clock.value)}</span>;
}

const DOTS: Record<Outcome, { readonly colour: string; readonly label: string }> = {
  good: { colour: "green", label: "The latest went well" },
  bad: { colour: "red", label: "The latest failed" },
  warn: { colour: "yellow", label: "The latest was cut short or warned" },
  idle: { colour: "grey", label: "Nothing ran yet" },
};

function Dot({ colour }: { colour: Outcome }) {
  const { colour: name, label } = DOTS[colour];
  return <span class={`dot ${name}`} role="img" aria-label={label} title={label} />;
}
