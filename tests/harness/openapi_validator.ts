// Checks descriptions of APIs, and answers against them, with validators that are not ours.

import { Validator } from "npm:@seriousme/openapi-schema-validator@2.11.0";
import { Ajv2020 } from "npm:ajv@8.20.0/dist/2020.js";

/** What is wrong with an OpenAPI document, or null. */
export async function documentProblem(document: unknown): Promise<string | null> {
  const { valid, errors } = await new Validator().validate(document as Record<string, unknown>);
  return valid ? null : JSON.stringify(errors);
}

/** A function that says what is wrong with an answer of a call, or null. */
export function answerChecker(document: Record<string, unknown>) {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(document, "doc");
  return (path: string, method: string, status: number, body: unknown): string | null => {
    const steps = [
      "paths",
      path,
      method,
      "responses",
      String(status),
      "content",
      "application/json",
    ];
    const pointer = [...steps, "schema"].map((step) =>
      encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))
    ).join("/");
    const check = ajv.getSchema(`doc#/${pointer}`);
    if (check === undefined) return `${method} ${path} does not describe the status ${status}`;
    return check(body) ? null : ajv.errorsText(check.errors);
  };
}
