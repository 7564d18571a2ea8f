/**
 * Where the server's socket for its shell hosts is. One per home and working folder, so that
 * projects never see each other's shells. Pure: names only.
 */
import { join } from "@std/path";

/** What the system takes as the path of a socket; the least of Linux and macOS. */
const LONGEST = 103;

/** Where sockets may be. */
export interface SocketPlaces {
  readonly home: string;
  readonly cwd: string;
  /** The system's folder for short-lived private files, where there is one. */
  readonly runtimeDir: string | undefined;
}

/** The socket's path; in a shorter folder where that in the home would be too long. */
export function shellSocketPath({ home, cwd, runtimeDir }: SocketPlaces): string {
  const path = join(home, "runtimes", `${checksum(cwd)}.sock`);
  if (new TextEncoder().encode(path).length <= LONGEST) return path;
  const folder = `pilothouse-${checksum(home)}`;
  return join(runtimeDir ?? "/tmp", folder, `${checksum(cwd)}.sock`);
}

/** FNV-1a twice over: tells names apart, guards nothing. */
function checksum(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const half = (start: number) => {
    let hash = start;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash.toString(16).padStart(8, "0");
  };
  return half(0x811c9dc5) + half(0x9dc5811c).slice(0, 4);
}
