/**
 * What lies in a thread's inbox file and was not read by a server yet: sent, but not accepted. Reads
 * only, and at most the end of a large file.
 */
import type { InboxMark } from "../../events/ledger_line.ts";
import { parseEventText } from "../../events/parse_event.ts";
import type { ExternalEvent } from "../../events/schema.ts";

const MOST_BYTES = 4 * 1024 * 1024;

/** The events that wait, the oldest first; lines that no door would take are left out. */
export async function waitingInInbox(
  path: string,
  mark: InboxMark | null,
  context: { readonly threadId: string; readonly nowMs: number },
): Promise<ExternalEvent[]> {
  const text = await unread(path, mark).catch(() => "");
  return text.split("\n").filter((line) => line.trim() !== "").flatMap((line) => {
    const parsed = parseEventText(line, context);
    return parsed.ok ? [parsed.event] : [];
  });
}

async function unread(path: string, mark: InboxMark | null): Promise<string> {
  using file = await Deno.open(path, { read: true });
  const { size, ino, dev } = await file.stat();
  const same = mark !== null && mark.ino === ino && mark.dev === dev && mark.offset <= size;
  const from = Math.max(same ? mark.offset : 0, size - MOST_BYTES);
  await file.seek(from, Deno.SeekMode.Start);
  const bytes = new Uint8Array(size - from);
  let done = 0;
  for (let count = 0; done < bytes.length; done += count) {
    count = await file.read(bytes.subarray(done)) ?? 0;
    if (count === 0) break;
  }
  return new TextDecoder().decode(bytes.subarray(0, done));
}
