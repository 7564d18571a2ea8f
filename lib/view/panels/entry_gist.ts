/** An entry of the transcript in one line: who, and the beginning of what. Pure. */
import type { Entry } from "../../router/change.ts";
import { bareCommand } from "../command_line.ts";
import { shortPath } from "../short_path.ts";
import { count, duration } from "../words.ts";

const LONGEST = 300;

type EntryOf<Role extends Entry["role"]> = Extract<Entry, { role: Role }>;
type Gists = {
  [Role in Entry["role"]]: (entry: EntryOf<Role>, cwd: string) => string | undefined;
};
type Gist = (entry: Entry, cwd: string) => string | undefined;

const GISTS: Gists = {
  user: ({ text, attachments = [] }) => text || attachments.map(({ name }) => name).join(", "),
  assistant: ({ text }) => text,
  reasoning: ({ text }) => text,
  command: ({ command }) => bareCommand(command),
  shell_input: ({ command }) => command,
  shell_output: ({ command }) => command,
  diff: ({ path, added, removed }, cwd) => `${shortPath(path, cwd)} +${added} −${removed}`,
  plan: ({ steps, text }) => text ?? steps.map(({ step }) => step).join("; "),
  approval: ({ status, subject }) => `${status}: ${subject.kind}`,
  error: ({ text }) => text,
  status: ({ status, duration_ms: ms }) => ms === null ? status : `${status}, ${duration(ms)}`,
  token_usage: ({ total_tokens }) => `${count(total_tokens)} tokens`,
  notice: ({ text }) => text,
  external_event: ({ title }) => title,
};

/** The line; empty where there is nothing to say, or the entry is none that we know. */
export function entryGist(entry: Entry, cwd = ""): string {
  const gist = GISTS[entry.role] as Gist | undefined;
  try {
    const text = gist?.(entry, cwd) ?? "";
    return text.slice(0, LONGEST).replace(/\s+/g, " ").trim();
  } catch {
    return ""; // A transcript may hold anything.
  }
}
