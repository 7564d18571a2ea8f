/** Tries the rules on an event without sending anything: what would become of it, and the exact text. */
import { visible } from "../visible.ts";
import { MODE_WORDS, SEVERITIES } from "./event_words.ts";
import { Field } from "./rule_form.tsx";

/** The event that is tried. */
export interface TrialEvent {
  readonly type: string;
  readonly severity: string;
  readonly source: string;
  readonly came_by: "event_token" | "file_owner";
}

/** What would become of it, or what is wrong. */
export type TrialOutcome =
  | { readonly kind: "none" }
  | { readonly kind: "wrong"; readonly message: string }
  | {
    readonly kind: "decided";
    readonly mode: string;
    readonly fallback: string;
    readonly reasons: readonly string[];
    readonly trust: string;
    readonly text: string | null;
  };

interface RuleTrialProps {
  readonly event: TrialEvent;
  readonly outcome: TrialOutcome;
  readonly change: (change: Partial<TrialEvent>) => void;
}

export function RuleTrial({ event, outcome, change }: RuleTrialProps) {
  return (
    <fieldset class="trial">
      <legend>Try it: nothing is sent</legend>
      <Field label="Type">
        {(id) => (
          <input
            id={id}
            class="mono"
            value={event.type}
            onInput={({ currentTarget }) => change({ type: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="From">
        {(id) => (
          <input
            id={id}
            class="mono"
            value={event.source}
            onInput={({ currentTarget }) => change({ source: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Severity">
        {(id) => (
          <select
            id={id}
            value={event.severity}
            onChange={({ currentTarget }) => change({ severity: currentTarget.value })}
          >
            {SEVERITIES.map((word) => <option key={word} value={word}>{word}</option>)}
          </select>
        )}
      </Field>
      <Field label="Came by">
        {(id) => (
          <select
            id={id}
            value={event.came_by}
            onChange={({ currentTarget: { value } }) =>
              change({ came_by: value as TrialEvent["came_by"] })}
          >
            <option value="event_token">a token (authenticated)</option>
            <option value="file_owner">a file (not authenticated)</option>
          </select>
        )}
      </Field>
      <div class="outcome" role="status" aria-label="Outcome">
        <Outcome outcome={outcome} />
      </div>
    </fieldset>
  );
}

function Outcome({ outcome }: { outcome: TrialOutcome }) {
  if (outcome.kind === "none") return <p class="quiet">…</p>;
  if (outcome.kind === "wrong") return <p class="bad">{visible(outcome.message)}</p>;
  const { mode, fallback, reasons, trust, text } = outcome;
  return (
    <>
      <p>
        <strong>{MODE_WORDS[mode] ?? mode}</strong>
        {mode === fallback ? null : <>, else: {MODE_WORDS[fallback] ?? fallback}</>}
      </p>
      <p class="quiet">{visible(reasons.join("; "))}. {visible(trust)}.</p>
      {text === null ? <p class="quiet">The agent is not told.</p> : (
        <details>
          <summary>What the agent would see</summary>
          <pre tabIndex={0}>{visible(text)}</pre>
        </details>
      )}
    </>
  );
}
