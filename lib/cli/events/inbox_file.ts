/**
 * Writing to a thread's inbox file while no server runs: one line, whole, synced, into a file that is
 * nobody else's. The same file that any script may append to. Knows nothing of what a line means.
 */
import { writeAll } from "../../disk/whole_file.ts";
import { checkPath, prepareFolder, type ThreadPaths } from "../../events/thread_folder.ts";

const LINE_FEED = 0x0a;

/** Appends one line; throws a sentence if the file cannot be trusted or written. */
export async function appendToInbox({ folder, inbox }: ThreadPaths, line: string): Promise<void> {
  const uid = Deno.uid();
  await prepareFolder(folder, uid);
  const found = await checkPath(inbox, "file", uid);
  if (found !== "missing" && found.problem !== null) throw new Error(found.problem);
  using file = await Deno.open(inbox, { read: true, append: true, create: true, mode: 0o600 });
  const opened = await file.stat();
  // Somebody may have put a link there in between.
  if (found !== "missing" && opened.ino !== found.info.ino) {
    throw new Error(`${inbox} is not used: it was replaced just now`);
  }
  // Behind a line that somebody left unfinished, ours would be a part of it.
  const start = await endsLine(file, opened.size) ? "" : "\n";
  await writeAll(file, new TextEncoder().encode(`${start}${line}\n`));
  await file.sync();
}

async function endsLine(file: Deno.FsFile, size: number): Promise<boolean> {
  if (size === 0) return true;
  await file.seek(size - 1, Deno.SeekMode.Start);
  const last = new Uint8Array(1);
  await file.read(last);
  return last[0] === LINE_FEED;
}
