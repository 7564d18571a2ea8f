/** The rules of events in the panel: what becomes of which event, tried before it is saved. */
import { useEffect, useMemo } from "preact/hooks";
import { MODE_WORDS, MODES } from "../../view/events/event_words.ts";
import { Field, namesIn, RuleForm } from "../../view/events/rule_form.tsx";
import { RuleTrial } from "../../view/events/rule_trial.tsx";
import { Icon } from "../../view/icons.tsx";
import { RulesModel } from "./rules_model.ts";

interface EventRulesProps {
  /** The thread that rules are tried in; null where there is none yet. */
  readonly thread: string | null;
  readonly back: () => void;
}

const FIRST_TRIAL = {
  ...{ type: "build.failed", severity: "error", source: "ci" },
  came_by: "event_token",
} as const;

export function EventRules({ thread, back }: EventRulesProps) {
  const model = useMemo(() => new RulesModel(thread, FIRST_TRIAL), []);
  useEffect(() => {
    void model.read();
    return () => model.stop();
  }, []);
  const draft = model.draft.value;
  return (
    <section class="events rules" aria-label="Rules of events">
      <header class="events-head">
        <button type="button" class="ghost text" onClick={back}>
          <Icon name="back" /> Events
        </button>
        <button
          type="button"
          class="primary"
          disabled={!model.changed.value}
          onClick={() => void model.save()}
        >
          {model.changed.value ? "Save" : "Saved"}
        </button>
      </header>
      {model.problem.value === null ? null : <p class="bad" role="alert">{model.problem.value}</p>}
      {draft === null ? null : (
        <form onSubmit={(event) => event.preventDefault()}>
          <p class="quiet">
            The first rule that fits an event decides. They count for all conversations, and are
            kept in config.jsonc.
          </p>
          {draft.rules.map((rule, at) => (
            <RuleForm
              key={at}
              rule={rule}
              number={at + 1}
              matched={model.matched.value === at}
              change={(rule) => model.set(at, rule)}
              up={at === 0 ? null : () => model.move(at, -1)}
              down={at === draft.rules.length - 1 ? null : () => model.move(at, 1)}
              remove={() => model.remove(at)}
            />
          ))}
          <button type="button" onClick={() => model.add()}>
            <Icon name="plus" /> Add a rule
          </button>
          <fieldset class="rule">
            <legend>Where no rule fits</legend>
            <Field label="Then">
              {(id) => (
                <select
                  id={id}
                  value={draft.default_delivery}
                  onChange={({ currentTarget: { value } }) =>
                    model.change({ default_delivery: value as typeof draft.default_delivery })}
                >
                  {MODES.map((mode) => <option key={mode} value={mode}>{MODE_WORDS[mode]}</option>)}
                </select>
              )}
            </Field>
            <label class="tickbox">
              <input
                type="checkbox"
                checked={draft.prefer_steer}
                onChange={({ currentTarget }) =>
                  model.change({ prefer_steer: currentTarget.checked })}
              />
              While a turn runs, tell it at once
            </label>
            <Field label="May start turns">
              {(id) => (
                <input
                  id={id}
                  class="mono"
                  placeholder="no source"
                  value={draft.auto_turn_sources.join(", ")}
                  onChange={({ currentTarget }) =>
                    model.change({ auto_turn_sources: namesIn(currentTarget.value) ?? [] })}
                />
              )}
            </Field>
            <Field label="Turns per hour">
              {(id) => (
                <input
                  id={id}
                  type="number"
                  min={0}
                  max={1000}
                  value={draft.max_auto_turns_per_hour}
                  onChange={({ currentTarget }) =>
                    model.change({ max_auto_turns_per_hour: currentTarget.valueAsNumber || 0 })}
                />
              )}
            </Field>
          </fieldset>
          {thread === null ? null : (
            <RuleTrial
              event={model.event.value}
              outcome={model.outcome.value}
              change={(change) => model.changeEvent(change)}
            />
          )}
        </form>
      )}
    </section>
  );
}
