/**
 * The few calls to the C library that the host needs and Deno does not offer with its permissions:
 * reading /proc (Deno wants all of them for that), sending signals to groups, taking over orphans.
 * Where the library or /proc is missing, answers are empty, and callers make do.
 */

const SYMBOLS = {
  kill: { parameters: ["i32", "i32"], result: "i32" },
  open: { parameters: ["buffer", "i32"], result: "i32" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
  opendir: { parameters: ["buffer"], result: "pointer" },
  readdir: { parameters: ["pointer"], result: "pointer" },
  closedir: { parameters: ["pointer"], result: "i32" },
  prctl: { parameters: ["i32", "u64", "u64", "u64", "u64"], result: "i32" },
  waitpid: { parameters: ["i32", "buffer", "i32"], result: "i32" },
} as const;

const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;
/** Where the name starts in glibc's `struct dirent` on 64-bit machines. */
const NAME_OFFSET = 19;
/** Reused: whoever looks at all processes would else make a buffer for each. */
const readBuffer = new Uint8Array(16 * 1024);

/** Numbers of the signals that we send; those that differ between systems are not among them. */
export const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 } as const;

type Library = Deno.DynamicLibrary<typeof SYMBOLS>;

let loaded: Library | null | undefined;

function library(): Library | null {
  if (loaded === undefined) {
    try {
      loaded = Deno.build.os === "linux" ? Deno.dlopen("libc.so.6", SYMBOLS) : null;
    } catch {
      loaded = null;
    }
  }
  return loaded;
}

/** Sends a signal to a process, or to a group by its negative number; false if there is none. */
export function sendSignal(pid: number, signal: number): boolean {
  const libc = library();
  if (libc !== null) return libc.symbols.kill(pid, signal) === 0;
  try {
    const name = Object.entries(SIGNALS).find(([, number]) => number === signal)?.[0];
    Deno.kill(pid, name as Deno.Signal);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file in /proc, its first 16 KiB, or null. */
export function readProc(path: string): string | null {
  const libc = library();
  if (libc === null) return null;
  const fd = libc.symbols.open(cString(path), 0);
  if (fd < 0) return null;
  try {
    let length = 0;
    while (length < readBuffer.length) {
      const rest = readBuffer.subarray(length);
      const got = Number(libc.symbols.read(fd, rest, BigInt(rest.length)));
      if (got <= 0) break;
      length += got;
    }
    return new TextDecoder().decode(readBuffer.subarray(0, length));
  } finally {
    libc.symbols.close(fd);
  }
}

/** Writes to a descriptor that does not block; gives how much it took, null without the library. */
export function writeSome(fd: number, bytes: Uint8Array): number | null {
  const libc = library();
  if (libc === null) return null;
  // A view of shared memory cannot be given to C; ours never is one.
  const buffer = bytes as Uint8Array<ArrayBuffer>;
  return Math.max(0, Number(libc.symbols.write(fd, buffer, BigInt(bytes.length))));
}

/** Reads from a descriptor that does not block what is there now; 0 if that is nothing. */
export function readSome(fd: number, buffer: Uint8Array<ArrayBuffer>): number {
  const libc = library();
  if (libc === null) return 0;
  return Math.max(0, Number(libc.symbols.read(fd, buffer, BigInt(buffer.length))));
}

/** The names in a folder of /proc. */
export function listProc(path: string): string[] {
  const libc = library();
  const folder = libc?.symbols.opendir(cString(path)) ?? null;
  if (libc === null || folder === null) return [];
  const names: string[] = [];
  for (let entry = libc.symbols.readdir(folder); entry !== null;) {
    names.push(new Deno.UnsafePointerView(entry).getCString(NAME_OFFSET));
    entry = libc.symbols.readdir(folder);
  }
  libc.symbols.closedir(folder);
  return names;
}

/** Makes this process the parent of descendants whose own parent ends, so that none gets away. */
export function adoptOrphans(): void {
  library()?.symbols.prctl(PR_SET_CHILD_SUBREAPER, 1n, 0n, 0n, 0n);
}

/** Lets a dead child of ours go. */
export function reap(pid: number): void {
  library()?.symbols.waitpid(pid, new Uint8Array(4), WNOHANG);
}

function cString(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${text}\0`);
}
