/** One rule as a form: what it matches, and what becomes of it. Pure; a change is passed on. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { EventRule } from "../../config/event_settings.ts";
import { Icon } from "../icons.tsx";
import { MODE_WORDS, MODES, SEVERITIES } from "./event_words.ts";

interface RuleFormProps {
  readonly rule: EventRule;
  readonly number: number;
  /** It decided about the event that is tried. */
  readonly matched: boolean;
  readonly change: (rule: EventRule) => void;
  /** Null where it is the first, or the last. */
  readonly up: (() => void) | null;
  readonly down: (() => void) | null;
  readonly remove: () => void;
}

export function RuleForm(props: RuleFormProps) {
  const { rule, number, matched, change } = props;
  const set = <Key extends keyof EventRule>(key: Key, value: EventRule[Key] | undefined) => {
    const { [key]: _, ...rest } = rule;
    change((value === undefined ? rest : { ...rest, [key]: value }) as EventRule);
  };
  return (
    <fieldset class={matched ? "rule matched" : "rule"}>
      <legend>
        Rule {number}
        {matched ? <span class="hit">decides about the event below</span> : null}
      </legend>
      <div class="rule-tools">
        <Tool icon="arrow_up" label={`Move rule ${number} up`} run={props.up} />
        <Tool icon="down" label={`Move rule ${number} down`} run={props.down} />
        <Tool icon="close" label={`Remove rule ${number}`} run={props.remove} />
      </div>
      <Field label="Type">
        {(id) => (
          <input
            id={id}
            class="mono"
            value={rule.match_type}
            placeholder="build.*"
            required
            maxLength={200}
            onInput={({ currentTarget }) => set("match_type", currentTarget.value)}
          />
        )}
      </Field>
      <Field label="From">
        {(id) => (
          <input
            id={id}
            class="mono"
            value={(rule.sources ?? []).join(", ")}
            placeholder="any source"
            onChange={({ currentTarget }) => set("sources", namesIn(currentTarget.value))}
          />
        )}
      </Field>
      <Field label="Severity">
        {(id) => (
          <select
            id={id}
            value={rule.min_severity ?? ""}
            onChange={({ currentTarget: { value } }) =>
              set("min_severity", (value || undefined) as EventRule["min_severity"])}
          >
            <option value="">any</option>
            {SEVERITIES.slice(1).map((word) => (
              <option key={word} value={word}>{word} and above</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Then">
        {(id) => (
          <select
            id={id}
            value={rule.delivery ?? ""}
            onChange={({ currentTarget: { value } }) =>
              set("delivery", (value || undefined) as EventRule["delivery"])}
          >
            <option value="">As by default</option>
            {MODES.map((mode) => <option key={mode} value={mode}>{MODE_WORDS[mode]}</option>)}
          </select>
        )}
      </Field>
      {rule.delivery !== "auto_turn" ? null : (
        <p class="hint">
          Only for senders with a token, and only for the sources that this rule or the list below
          names.
        </p>
      )}
      <label class="tickbox">
        <input
          type="checkbox"
          checked={rule.prefer_steer ?? false}
          onChange={({ currentTarget }) => set("prefer_steer", currentTarget.checked || undefined)}
        />
        While a turn runs, tell it at once
      </label>
    </fieldset>
  );
}

/** Names with commas; undefined for none. */
export function namesIn(text: string): string[] | undefined {
  const names = text.split(",").map((name) => name.trim()).filter((name) => name !== "");
  return names.length === 0 ? undefined : names;
}

/** A label with its control. */
export function Field(
  { label, children }: {
    label: string;
    children: (id: string) => ComponentChildren;
  },
) {
  const id = useId();
  return (
    <div class="rule-field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function Tool(
  { icon, label, run }: {
    icon: "arrow_up" | "down" | "close";
    label: string;
    run: (() => void) | null;
  },
) {
  return (
    <button
      type="button"
      class="ghost"
      aria-label={label}
      title={label}
      disabled={run === null}
      onClick={() => run?.()}
    >
      <Icon name={icon} />
    </button>
  );
}
