/** The keys of the page: what they are called and what they do. Data; the page listens. */

export interface Shortcut {
  /** The command that it runs. */
  readonly name: string;
  readonly keys: string;
  readonly title: string;
}

/** A key with its modifiers, in one spelling: `mod` is Ctrl, or Cmd on a Mac. */
export function keyName(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): string {
  const parts = [
    event.ctrlKey || event.metaKey ? "mod" : "",
    event.altKey ? "alt" : "",
    // A letter with Shift is another one; what Shift makes of other keys is in the key already.
    event.shiftKey && /^[a-z]$/i.test(event.key) ? "shift" : "",
    event.key.toLowerCase(),
  ];
  return parts.filter((part) => part !== "").join("+");
}

/** Those that count everywhere, also while one writes. */
export const EVERYWHERE: readonly Shortcut[] = [
  { name: "palette", keys: "mod+k", title: "Find a command or a conversation" },
  { name: "new", keys: "mod+shift+o", title: "New conversation" },
  { name: "list", keys: "mod+b", title: "Show or hide the list" },
  { name: "panel", keys: "mod+.", title: "Show or hide the side panel" },
  { name: "settings", keys: "mod+,", title: "Settings" },
  { name: "previous", keys: "alt+arrowup", title: "Previous conversation" },
  { name: "next", keys: "alt+arrowdown", title: "Next conversation" },
];

/** Those that would be letters while one writes. */
export const OUTSIDE: readonly Shortcut[] = [
  { name: "shortcuts", keys: "?", title: "This list" },
  { name: "compose", keys: "/", title: "Write" },
];

/** What the composer does by itself. */
export const WRITING: readonly Shortcut[] = [
  { name: "", keys: "enter", title: "Send" },
  { name: "", keys: "shift+enter", title: "New line" },
  { name: "", keys: "mod+enter", title: "While a turn runs: steer instead of queue, or back" },
  { name: "", keys: "escape escape", title: "Stop the running turn" },
  { name: "", keys: "arrowup", title: "The message before" },
  { name: "", keys: "@", title: "Mention a file" },
];

const NAMES: Readonly<Record<string, string>> = {
  alt: "Alt",
  arrowdown: "↓",
  arrowup: "↑",
  enter: "Enter",
  escape: "Esc",
  shift: "Shift",
};

/** The keys as they are printed on a keyboard. */
export function keyCaps(keys: string, mac: boolean): string[] {
  return keys.split(/[+ ]/).map((key) =>
    key === "mod" ? mac ? "⌘" : "Ctrl" : NAMES[key] ?? key.toUpperCase()
  );
}
