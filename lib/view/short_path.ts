/** Paths as short as they can be without becoming unclear. */

/** `/home/me/work/src/a.ts` in `/home/me/work` → `src/a.ts`; outside of it the path stays whole. */
export function shortPath(path: string, cwd: string): string {
  const folder = cwd.endsWith("/") ? cwd : `${cwd}/`;
  return cwd !== "" && path.startsWith(folder) ? path.slice(folder.length) : path;
}
