/**
 * What this browser keeps for itself: JSON under our own names. A browser that refuses to keep
 * anything, or is full, costs nothing but the memory.
 */

const PREFIX = "pilothouse.";

/** What was kept under a name, or null. */
export function readStored<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps a value; null forgets it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and full disks: it is then forgotten with the tab.
  }
}
