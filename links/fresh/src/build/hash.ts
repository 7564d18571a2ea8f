// Hashes of contents, for ETags and for the id of a build.

/** The SHA-256 of some bytes, in hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One hash for a set of named contents, whatever their order. */
export async function combinedHash(hashes: Map<string, string>): Promise<string> {
  const lines = [...hashes].map(([name, hash]) => `${hash} ${name}\n`).sort();
  return await sha256(new TextEncoder().encode(lines.join("")));
}
