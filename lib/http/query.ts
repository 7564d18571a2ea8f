/** Reading a request's query, checked by a zod schema. A wrong one is told what was expected. */
import { z } from "zod";
import { ActionFailure } from "../gateway/failure.ts";

/** The query as an object of the given shape; an empty value counts as none. */
export function readQuery<T>(url: URL, schema: z.ZodType<T>): T {
  const given = Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") || "the query";
  throw new ActionFailure(400, "invalid_query", `${where}: ${issue?.message ?? "is not valid"}`);
}

/** A whole number in a query. */
export function queryNumber(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z.string().regex(/^-?\d{1,16}$/, "expected a whole number").transform(Number)
    .pipe(z.number().int().min(min).max(max));
}

/** `true` or `false` in a query. */
export const queryBoolean = z.enum(["true", "false", "1", "0"], "expected true or false")
  .transform((word) => word === "true" || word === "1");
