// Stands in for @std/jsonc where JSR is out of reach: one `parse` over npm's jsonc-parser.
// That parser recovers from mistakes; the published package throws, so the first one is thrown here.
import { parse as parseTolerantly, type ParseError, printParseErrorCode } from "jsonc-parser";

/** Any value that JSON can hold. */
export type JsonValue =
  | { [key: string]: JsonValue | undefined }
  | JsonValue[]
  | string
  | number
  | boolean
  | null;

/**
 * Parses JSON with comments and trailing commas.
 * @throws {SyntaxError} with the offset of the first mistake
 */
export function parse(text: string): JsonValue {
  const errors: ParseError[] = [];
  const value: JsonValue = parseTolerantly(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first === undefined) return value;
  if (first.offset >= text.trimEnd().length) {
    throw new SyntaxError("Unexpected end of JSONC input");
  }
  const token = /^(?:"(?:[^"\\\n]|\\.)*"?|[\w.+-]+|.)/.exec(text.slice(first.offset))?.[0] ?? "";
  const shown = token.length > 30 ? `${token.slice(0, 30)}...` : token;
  throw new SyntaxError(
    `Unexpected token ${shown} in JSONC at position ${first.offset} ` +
      `(${printParseErrorCode(first.error)})`,
  );
}
