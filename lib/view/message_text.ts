/**
 * What is being written, as data: runs of text and mentions of files. Finds in it what calls for a
 * menu or for something other than sending. Pure; the editor turns the page's nodes into this.
 */

/** A run of plain text, or a file that was chosen from the menu. */
export type Segment = { readonly text: string } | { readonly file: string };

/** The message as the agent gets it: a mention is `@path`, in quotes if the path has spaces. */
export function messageText(segments: readonly Segment[]): string {
  return segments.map((segment) => "text" in segment ? segment.text : mentionText(segment.file))
    .join("");
}

export function mentionText(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}

/** The letters after an @ that begins a word, if the text before the caret ends with them. */
export function mentionQuery(before: string): string | null {
  return /(?:^|[\s([{"'`,;])@([^\s@]*)$/.exec(before)?.[1] ?? null;
}

/** The beginning of a command's name, if that is all there is. */
export function commandQuery(all: string): string | null {
  return /^\/([\w-]*)$/.exec(all)?.[1] ?? null;
}

/** The name of a command and the beginning of its argument, if that is all there is. */
export function argumentQuery(all: string): { name: string; argument: string } | null {
  const [, name, argument = ""] = /^\/([\w-]+) (\S*)$/.exec(all) ?? [];
  return name === undefined ? null : { name, argument };
}

/** What a text asks for instead of being sent: `/name argument`, or `!command` for the shell. */
export type Request =
  | { readonly kind: "command"; readonly name: string; readonly argument: string }
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "message" };

/** A slash makes a command only of a name that is one: `/usr/bin is full` is a message. */
export function requestOf(text: string, isCommand: (name: string) => boolean): Request {
  const [, name, argument = ""] = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name !== undefined && isCommand(name)) {
    return { kind: "command", name, argument: argument.trim() };
  }
  const command = /^!([\s\S]+)$/.exec(text)?.[1]?.trim();
  return command ? { kind: "shell", command } : { kind: "message" };
}

/** What the empty composer says: what sending would do now. */
export function composerHint(mode: "queue" | "steer" | null): string {
  if (mode === null) return "Describe a task (@ file, / command, ! shell)";
  return mode === "queue" ? "Next, after this turn" : "Steer the running turn";
}

/** Runs of text that touch become one, empty ones go. */
export function joined(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (!("text" in segment)) result.push(segment);
    else if (last !== undefined && "text" in last) {
      result[result.length - 1] = { text: last.text + segment.text };
    } else if (segment.text !== "") result.push(segment);
  }
  return result;
}
