/**
 * The file by which a bridge finds the server: its address and a token that opens this one door.
 * Written at each start of the server, readable by its user alone. No dependency: the bridge starts
 * with every thread, and should start at once.
 */

export interface Link {
  readonly url: string;
  readonly token: string;
}

/** The link, or null if the file is not there or is none. */
export async function readLink(path: string): Promise<Link | null> {
  try {
    const { url, token } = JSON.parse(await Deno.readTextFile(path));
    return typeof url === "string" && typeof token === "string" ? { url, token } : null;
  } catch {
    return null;
  }
}
