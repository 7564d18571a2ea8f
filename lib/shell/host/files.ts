/**
 * Small private files, written so that nobody sees half of one. The host writes little and rarely,
 * so these wait for the disk instead of queueing behind it.
 */

/** Appends one value as a line of JSON, in one write. */
export function appendLine(path: string, value: unknown): number {
  const line = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  Deno.writeFileSync(path, line, { append: true, create: true, mode: 0o600 });
  return line.length;
}

/** Replaces a file in one step. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    using file = Deno.openSync(temporary, { write: true, createNew: true, mode: 0o600 });
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    file.syncDataSync();
    Deno.renameSync(temporary, path);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made.
    }
    throw error;
  }
}
