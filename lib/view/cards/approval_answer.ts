/** What a person fills in before deciding: values of a form, or answers to questions. Pure. */
import type { ApprovalSubject, FormField } from "../../router/change.ts";

export type Value = string | number | boolean | readonly string[];
/** By the name of the field, or the id of the question. */
export type Answer = Readonly<Record<string, Value>>;

/** Whether a decision goes with what was filled in. */
export function takesAnswer(subject: ApprovalSubject, decision: string): boolean {
  const asks = subject.kind === "user_input" ||
    (subject.kind === "elicitation" && subject.fields.length > 0);
  return asks && decision.startsWith("accept");
}

/** What is filled in before the person does anything. */
export function firstAnswer(subject: ApprovalSubject): Answer {
  if (subject.kind !== "elicitation") return {};
  return Object.fromEntries(
    subject.fields.filter(({ initial, type }) => initial !== undefined || type === "boolean")
      .map(({ name, initial }) => [name, initial ?? false]),
  );
}

/** What a field's text means; undefined takes the value out. */
export function readValue(type: FormField["type"], text: string): Value | undefined {
  if (text === "") return undefined;
  if (type !== "number" && type !== "integer") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** The answer with one value changed. */
export function withValue(answer: Answer, name: string, value: Value | undefined): Answer {
  const { [name]: _, ...rest } = answer;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** A list of choices with one put in or taken out. */
export function toggled(list: Value | undefined, one: string, on: boolean): readonly string[] {
  const others = (Array.isArray(list) ? list as readonly string[] : []).filter((it) => it !== one);
  return on ? [...others, one] : others;
}
