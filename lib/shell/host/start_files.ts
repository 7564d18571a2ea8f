/**
 * The integration's files on disk for as long as a shell reads them: private, in a folder of their
 * own, deleted as soon as the shell has told that it is ready, for the nonces in them.
 */
import { fromFileUrl, join } from "@std/path";
import { planShell, type ShellPlan } from "../integration.ts";
import type { Nonces } from "../mark.ts";

const SCRIPTS = new URL("../integration/", import.meta.url);
/** A shell that has not read them by now will not. */
const KEEP_MS = 30_000;

/** A plan whose files are on disk. */
export interface StartFiles {
  readonly plan: ShellPlan;
  remove(): void;
}

/** Writes the files for `shell` below `agentPty`. */
export function writeStartFiles(
  agentPty: string,
  shell: string,
  nonces: Nonces,
  zdotdir: string | undefined,
): StartFiles {
  const folder = join(agentPty, `start-${crypto.randomUUID()}`);
  const script = (name: string) => Deno.readTextFileSync(fromFileUrl(new URL(name, SCRIPTS)));
  const plan = planShell({ shell, folder, nonces, zdotdir, script });
  Deno.mkdirSync(folder, { mode: 0o700 });
  for (const { name, text } of plan.files) {
    Deno.writeTextFileSync(join(folder, name), text, { createNew: true, mode: 0o600 });
  }
  const timer = setTimeout(() => remove(), KEEP_MS);
  const remove = () => {
    clearTimeout(timer);
    try {
      Deno.removeSync(folder, { recursive: true });
    } catch {
      // It is gone already.
    }
  };
  return { plan, remove };
}

/** Two fresh secrets. */
export function newNonces(): Nonces {
  return { strong: randomHex(), weak: randomHex() };
}

function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
