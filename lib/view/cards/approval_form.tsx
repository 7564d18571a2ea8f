/** The fields of a form that a tool's server wants filled, each by the browser's own control. */
import type { FormField } from "../../router/change.ts";
import { type Answer, readValue, toggled, withValue } from "./approval_answer.ts";

interface FormProps {
  readonly id: string;
  readonly fields: readonly FormField[];
  readonly answer: Answer;
  readonly setAnswer: (answer: Answer) => void;
}

export function FormFields({ id, fields, answer, setAnswer }: FormProps) {
  return (
    <>
      {fields.map((field) => (
        <Field
          key={field.name}
          id={`${id}:${field.name}`}
          field={field}
          answer={answer}
          setAnswer={setAnswer}
        />
      ))}
    </>
  );
}

interface FieldProps extends Omit<FormProps, "fields"> {
  readonly field: FormField;
}

function Field(props: FieldProps) {
  const {
    id,
    field: { name, title, description, type, required, options = [] },
    answer,
    setAnswer,
  } = props;
  const described = description === undefined ? undefined : `${id}:about`;
  const about = description === undefined
    ? null
    : <span class="about" id={described} dir="auto">{description}</span>;
  if (type === "choices") {
    return (
      <fieldset class="field" aria-describedby={described}>
        <legend>{title}</legend>
        {about}
        {options.map(({ value, label }) => (
          <label key={value} class="check">
            <input
              type="checkbox"
              checked={Array.isArray(answer[name]) && answer[name].includes(value)}
              onChange={(event) =>
                setAnswer(
                  withValue(
                    answer,
                    name,
                    toggled(answer[name], value, event.currentTarget.checked),
                  ),
                )}
            />
            {label}
          </label>
        ))}
      </fieldset>
    );
  }
  if (type === "boolean") {
    return (
      <label class="field check">
        <input
          type="checkbox"
          checked={answer[name] === true}
          onChange={(event) => setAnswer(withValue(answer, name, event.currentTarget.checked))}
        />
        {title}
        {about}
      </label>
    );
  }
  return (
    <label class="field">
      <span>{title}{required ? <span aria-hidden="true">*</span> : null}</span>
      {about}
      {type === "choice" ? <Choice {...props} /> : <Entry {...props} described={described} />}
    </label>
  );
}

function Choice({ field: { name, required, options = [] }, answer, setAnswer }: FieldProps) {
  return (
    <select
      required={required}
      value={String(answer[name] ?? "")}
      onChange={(event) =>
        setAnswer(withValue(answer, name, readValue("choice", event.currentTarget.value)))}
    >
      <option value=""></option>
      {options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
    </select>
  );
}

/** What the browser checks by itself, where the form names a format that it knows. */
const INPUT_TYPES: ReadonlyMap<string, string> = new Map([
  ["email", "email"],
  ["uri", "url"],
  ["date", "date"],
  ["date-time", "datetime-local"],
]);

function Entry(
  { field, answer, setAnswer, described }: FieldProps & { readonly described: string | undefined },
) {
  const { name, type, format = "", required, min, max } = field;
  const number = type === "number" || type === "integer";
  const limits = number
    ? { min, max, step: type === "integer" ? 1 : "any" }
    : { minLength: min, maxLength: max };
  return (
    <input
      type={number ? "number" : INPUT_TYPES.get(format) ?? "text"}
      required={required}
      aria-describedby={described}
      value={String(answer[name] ?? "")}
      {...limits}
      onInput={(event) =>
        setAnswer(withValue(answer, name, readValue(type, event.currentTarget.value)))}
    />
  );
}
