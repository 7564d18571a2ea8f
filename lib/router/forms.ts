/**
 * Forms that MCP servers want filled, and questions that tools ask: the wire's schema as fields,
 * and the check of what a person filled in. Knows nothing of approvals around them.
 */
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../protocol/message.ts";
import type { FormField, Question } from "./approval.ts";
import { idAt, oneLine } from "./bounds.ts";

/** What a person filled in, in the wire's words and in words for the transcript; or what is wrong. */
export type Filled =
  | { readonly ok: true; readonly content: JsonObject; readonly answer: string }
  | { readonly ok: false; readonly message: string };

const MOST_FIELDS = 64;
const MOST_OPTIONS = 200;
const LONGEST_ANSWER = 16 * 1024;

/** The fields of a form's schema; a field of a kind that is not known is asked for as text. */
export function formFields(schema: JsonObject): FormField[] {
  const required = new Set(arrayAt(schema, "required"));
  return Object.entries(objectAt(schema, "properties")).slice(0, MOST_FIELDS)
    .filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
    .map(([name, property]) => formField(name, property, required.has(name)));
}

/** Checks a filled form against its fields. */
export function fillForm(fields: readonly FormField[], given: JsonObject): Filled {
  const content: JsonObject = {};
  for (const field of fields) {
    const value = given[field.name];
    if (value === undefined || value === null || value === "") {
      if (field.required) return { ok: false, message: `"${field.title}" is missing` };
      continue;
    }
    const wrong = mismatch(field, value);
    if (wrong !== null) return { ok: false, message: `"${field.title}" must be ${wrong}` };
    content[field.name] = value;
  }
  const answer = Object.entries(content)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : value}`)
    .join("\n");
  return { ok: true, content, answer };
}

/** The questions of a tool. */
export function questionsOf(params: JsonObject): Question[] {
  return arrayAt(params, "questions").filter(isObject).slice(0, MOST_FIELDS).map((question) => {
    const options = arrayAt(question, "options").filter(isObject).slice(0, MOST_OPTIONS)
      .map((option) => ({
        label: oneLine(stringAt(option, "label") ?? ""),
        description: oneLine(stringAt(option, "description") ?? ""),
      }));
    return {
      id: idAt(question, "id") ?? "",
      header: oneLine(stringAt(question, "header") ?? "", 200),
      question: oneLine(stringAt(question, "question") ?? ""),
      options,
      free_text: question.isOther === true || options.length === 0,
      secret: question.isSecret === true,
    };
  });
}

/** Checks answers, `{question id: text or texts}`; a secret one is not told in words. */
export function fillAnswers(questions: readonly Question[], given: JsonObject): Filled {
  const content: JsonObject = {};
  const words: string[] = [];
  for (const { id, question, secret } of questions) {
    const value = given[id];
    const answers = (Array.isArray(value) ? value : [value])
      .filter((text): text is string => typeof text === "string" && text !== "");
    if (answers.some((text) => text.length > LONGEST_ANSWER)) {
      return { ok: false, message: `the answer to "${question}" is too long` };
    }
    if (answers.length === 0) continue;
    content[id] = { answers };
    words.push(`${question} ${secret ? "(not recorded)" : answers.join(", ")}`);
  }
  if (words.length === 0) return { ok: false, message: "no question is answered" };
  return { ok: true, content, answer: words.join("\n") };
}

function formField(name: string, property: JsonObject, required: boolean): FormField {
  const type = fieldType(property);
  const options = optionsOf(property);
  const description = stringAt(property, "description");
  const format = stringAt(property, "format");
  const initial = initialOf(property.default);
  const min = limitOf(property, "min", type);
  const max = limitOf(property, "max", type);
  return {
    name,
    title: oneLine(stringAt(property, "title") ?? name, 200),
    type,
    required,
    ...(description === null ? {} : { description: oneLine(description) }),
    ...(format === null ? {} : { format: oneLine(format, 40) }),
    ...(options.length === 0 ? {} : { options }),
    ...(initial === undefined ? {} : { initial }),
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
  };
}

function fieldType(property: JsonObject): FormField["type"] {
  const type = stringAt(property, "type");
  if (type === "array") return "choices";
  if (type === "boolean" || type === "number" || type === "integer") return type;
  return optionsOf(property).length > 0 ? "choice" : "text";
}

/** Choices come as `enum` (perhaps with `enumNames`) or as `oneOf`/`anyOf` of titled constants. */
function optionsOf(property: JsonObject): { value: string; label: string }[] {
  const source = stringAt(property, "type") === "array" ? objectAt(property, "items") : property;
  const titled = [...arrayAt(source, "oneOf"), ...arrayAt(source, "anyOf")].filter(isObject);
  const names = arrayAt(source, "enumNames");
  const plain = arrayAt(source, "enum").map((value, at): [Json, Json | undefined] => [
    value,
    names[at],
  ]);
  const all = [
    ...titled.map((one): [Json, Json | undefined] => [
      one.const ?? null,
      one.title,
    ]),
    ...plain,
  ];
  return all.filter((one): one is [string, Json] => typeof one[0] === "string")
    .slice(0, MOST_OPTIONS)
    .map(([value, label]) => ({
      value,
      label: oneLine(typeof label === "string" ? label : value, 200),
    }));
}

function limitOf(property: JsonObject, end: "min" | "max", type: FormField["type"]): number | null {
  const key = type === "text" ? `${end}Length` : type === "choices" ? `${end}Items` : `${end}imum`;
  return numberAt(property, key);
}

function initialOf(value: Json | undefined): FormField["initial"] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  if (!Array.isArray(value)) return undefined;
  return value.filter((one) => typeof one === "string");
}

/** What the value must be, or null if it is. */
function mismatch(field: FormField, value: Json): string | null {
  const { min, max, options = [] } = field;
  const known = (one: Json) =>
    typeof one === "string" && (options.length === 0 || options.some((o) => o.value === one));
  const within = (size: number) =>
    (min === undefined || size >= min) &&
    (max === undefined || size <= max);
  const range = `${min === undefined ? "" : ` from ${min}`}${
    max === undefined ? "" : ` to ${max}`
  }`;
  switch (field.type) {
    case "boolean":
      return typeof value === "boolean" ? null : "true or false";
    case "number":
      return typeof value === "number" && within(value) ? null : `a number${range}`;
    case "integer":
      return Number.isInteger(value) && within(value as number) ? null : `a whole number${range}`;
    case "choice":
      return known(value) ? null : `one of: ${options.map((o) => o.value).join(", ")}`;
    case "choices":
      return Array.isArray(value) && value.every(known) && within(value.length)
        ? null
        : `a list${range} of: ${options.map((o) => o.value).join(", ")}`;
    case "text":
      return typeof value === "string" && within(value.length) ? null : `text${range} characters`;
  }
}
