// Stands in for @std/path where JSR is out of reach: node:path under the names of that package,
// and the two conversions between paths and file URLs. Nothing here may go beyond what the
// published package offers, because deleting the link must not change a program.
import { delimiter, isAbsolute, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export {
  basename,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  relative,
  resolve,
} from "node:path";

/** Separates the parts of one path: `/`, or `\` on Windows. */
export const SEPARATOR: "/" | "\\" = sep;

/** Separates the paths in a list such as `PATH`: `:`, or `;` on Windows. */
export const DELIMITER: ":" | ";" = delimiter;

/** The path that a `file:` URL names; any other URL is a TypeError. */
export function fromFileUrl(url: string | URL): string {
  const parsed = url instanceof URL ? url : new URL(url);
  if (parsed.protocol !== "file:") {
    throw new TypeError(`URL must be a file URL: received "${parsed.protocol}"`);
  }
  return fileURLToPath(parsed);
}

/** The `file:` URL of an absolute path; a relative one is a TypeError. */
export function toFileUrl(path: string): URL {
  if (!isAbsolute(path)) {
    throw new TypeError(`Path must be absolute: received "${path}"`);
  }
  return pathToFileURL(path);
}
