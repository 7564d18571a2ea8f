/** Answers that are checked by a schema too, so that what docs/api.md promises is what is sent. */
import type { z } from "zod";

/** A JSON answer of the given shape; what the shape does not have is not sent. */
export function reply<T extends z.ZodType>(
  schema: T,
  value: z.input<T>,
  init: ResponseInit = {},
): Response {
  return Response.json(schema.parse(value), init);
}
