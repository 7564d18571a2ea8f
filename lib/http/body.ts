/**
 * Reading a request's body: capped in size and time, then checked by a zod schema. A wrong body is
 * told what was expected where.
 */
import { z } from "zod";
import { ActionFailure } from "../gateway/failure.ts";

export const MAX_BODY_BYTES = 1024 * 1024;
const READ_MS = 10_000;

/** The body as JSON of the given shape. */
export async function readJson<T>(
  req: Request,
  schema: z.ZodType<T>,
  maxBytes: number = MAX_BODY_BYTES,
): Promise<T> {
  const text = await readText(req, maxBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ActionFailure(400, "invalid_json", "the body is not JSON");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") || "the body";
  throw new ActionFailure(400, "invalid_body", `${where}: ${issue?.message ?? "is not valid"}`);
}

/** The body as text; never holds more than `maxBytes` of it. */
export async function readText(req: Request, maxBytes: number = MAX_BODY_BYTES): Promise<string> {
  return await (await readBlob(req, maxBytes)).text();
}

/** The body as it came, at most `maxBytes` of it. */
export async function readBytes(
  req: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await readBlob(req, maxBytes)).arrayBuffer());
}

async function readBlob(req: Request, maxBytes: number): Promise<Blob> {
  const announced = Number(req.headers.get("content-length") ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (req.body === null) return new Blob();
  const signal = AbortSignal.timeout(READ_MS);
  const reader = req.body.getReader();
  const late = new Promise<never>((_, reject) => {
    signal.onabort = () =>
      reject(
        new ActionFailure(408, "too_slow", `the body did not come within ${READ_MS / 1000} s`),
      );
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      size += value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      parts.push(value);
    }
  } finally {
    signal.onabort = null;
    reader.cancel().catch(() => {});
  }
  return new Blob(parts as BlobPart[]);
}

function tooLarge(maxBytes: number): ActionFailure {
  return new ActionFailure(413, "too_large", `the body is larger than ${maxBytes} bytes`);
}
