/**
 * Settings as a form: of one conversation, or of all that will be made. Each change counts at
 * once; there is nothing to save.
 */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Model } from "../gateway/models.ts";
import { changeTo, effortChoices, modelChoices } from "./model_choices.ts";
import {
  APPROVAL_CHOICES,
  type Choice,
  choiceOf,
  SANDBOX_CHOICES,
  type Settings,
} from "./settings.ts";

interface SettingsFormProps {
  readonly settings: Settings;
  readonly models: readonly Model[];
  readonly change: (change: Partial<Settings>) => void;
  /** A conversation has a name and a folder, what is chosen for all has not. */
  readonly scope: "conversation" | "defaults";
}

const MOST_LINES = 10_000;

const SUMMARIES: readonly Choice<Settings["summary"]>[] = [
  { value: null, label: "As the agent sees fit", means: "" },
  { value: "concise", label: "Concise", means: "" },
  { value: "detailed", label: "Detailed", means: "" },
  { value: "none", label: "None", means: "The agent's thoughts are not shown." },
];
const MODES: readonly Choice<Settings["message_mode"]>[] = [
  { value: null, label: "As configured", means: "" },
  { value: "queue", label: "Queue", means: "A message waits until the running turn is over." },
  { value: "steer", label: "Steer", means: "A message goes into the running turn." },
];

export function SettingsForm({ settings, models, change, scope }: SettingsFormProps) {
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      {scope === "conversation"
        ? (
          <>
            <TextField
              label="Name"
              value={settings.label}
              keep={(label) => change({ label })}
            />
            <TextField
              label="Working folder"
              value={settings.cwd}
              mono
              keep={(cwd) => change({ cwd })}
            />
          </>
        )
        : null}
      <ChoiceField
        label="Model"
        value={settings.model}
        choices={modelChoices(models, settings)}
        pick={(model) => change(changeTo(models, settings, model))}
      />
      <ChoiceField
        label="Reasoning effort"
        value={settings.reasoning_effort}
        choices={effortChoices(models, settings)}
        pick={(reasoning_effort) => change({ reasoning_effort })}
      />
      <ChoiceField
        label="When to ask"
        value={settings.approval}
        choices={APPROVAL_CHOICES}
        pick={(approval) => change({ approval })}
      />
      <ChoiceField
        label="What it can reach"
        value={settings.sandbox}
        choices={SANDBOX_CHOICES}
        pick={(sandbox) => change({ sandbox })}
      />
      <ChoiceField
        label="Thoughts"
        value={settings.summary}
        choices={SUMMARIES}
        pick={(summary) => change({ summary })}
      />
      <ChoiceField
        label="A message while a turn runs"
        value={settings.message_mode}
        choices={MODES}
        pick={(message_mode) => change({ message_mode })}
      />
      <TextField
        label="Lines of output shown at first"
        value={String(settings.command_output_lines)}
        numeric
        keep={(text) => {
          const lines = Math.round(Number(text));
          if (lines >= 1 && lines <= MOST_LINES) change({ command_output_lines: lines });
        }}
      />
      <label class="tickbox">
        <input
          type="checkbox"
          checked={settings.markdown}
          onChange={({ currentTarget }) => change({ markdown: currentTarget.checked })}
        />{" "}
        Show Markdown formatted
      </label>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly means?: string;
  readonly danger?: boolean;
  readonly children: (id: string) => ComponentChildren;
}

function Field({ label, means = "", danger = false, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {means === "" ? null : <small class={danger ? "danger" : ""}>{means}</small>}
    </div>
  );
}

interface ChoiceFieldProps<Value extends string | null> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly pick: (value: Value) => void;
}

function ChoiceField<Value extends string | null>(
  { label, value, choices, pick }: ChoiceFieldProps<Value>,
) {
  const chosen = choiceOf(choices, value);
  const all = choices.includes(chosen) ? choices : [...choices, chosen];
  return (
    <Field label={label} means={chosen.means} danger={chosen.danger === true}>
      {(id) => (
        <select
          id={id}
          value={all.indexOf(chosen)}
          onChange={({ currentTarget }) => pick(all[Number(currentTarget.value)]!.value)}
        >
          {all.map((choice, at) => <option key={at} value={at}>{choice.label}</option>)}
        </select>
      )}
    </Field>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly mono?: boolean;
  readonly numeric?: boolean;
  readonly keep: (value: string) => void;
}

function TextField({ label, value, mono = false, numeric = false, keep }: TextFieldProps) {
  // What is being written stays, whatever becomes of the other settings meanwhile.
  const [written, setWritten] = useState<string | null>(null);
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          class={mono ? "mono" : ""}
          {...(numeric ? { type: "number", min: 1, max: MOST_LINES } : { type: "text" })}
          value={written ?? value}
          spellcheck={false}
          onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          onChange={({ currentTarget }) => {
            const text = currentTarget.value.trim();
            setWritten(null);
            if (text !== "" && text !== value) keep(text);
          }}
        />
      )}
    </Field>
  );
}
