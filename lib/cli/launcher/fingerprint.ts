/**
 * A fingerprint of the sources that the built page depends on: names, sizes and times, no
 * contents, so that a warm start pays a few milliseconds. Reads the disk, writes nothing.
 */
import { join } from "@std/path";

/** Sources that go into the build; tests and documents do not. */
const FOLDERS = ["routes", "islands", "lib", "links", "static"];
const FILES = ["deno.json", "main.ts", "dev.ts"];

/** The fingerprint of the program's sources in `folder`, as hexadecimal text. */
export async function sourceFingerprint(folder: string): Promise<string> {
  // A build is good for one Deno and for the place where it was made.
  const lines = [Deno.version.deno, folder];
  for (const name of FILES) note(folder, name, lines);
  for (const name of FOLDERS) walk(folder, name, lines);
  const bytes = new TextEncoder().encode(lines.join("\n"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** The state of the lock file. Apart from the sources, because building may itself rewrite it. */
export function lockFingerprint(folder: string): string {
  const lines: string[] = [];
  note(folder, "deno.lock", lines);
  return lines.join();
}

function walk(root: string, folder: string, lines: string[]): void {
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(join(root, folder))];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) walk(root, path, lines);
    else note(root, path, lines);
  }
}

function note(root: string, path: string, lines: string[]): void {
  try {
    const info = Deno.statSync(join(root, path));
    lines.push(`${path} ${info.size} ${info.mtime?.getTime() ?? 0}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    lines.push(`${path} missing`);
  }
}
