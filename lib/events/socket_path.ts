/**
 * Where the one socket for events is. The launcher must know it before the server starts: Deno grants
 * sockets by their exact path. One per working folder, so that two projects do not share one.
 */
import { createHash } from "node:crypto";
import { join } from "@std/path";

export function eventSocketPath(
  { home, cwd }: { readonly home: string; readonly cwd: string },
): string {
  const name = createHash("sha256").update(cwd).digest("hex").slice(0, 8);
  return join(home, "runtimes", `events-${name}.sock`);
}
