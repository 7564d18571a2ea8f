// Stands in for @std/fs where JSR is out of reach: the functions that we use, with the names,
// options and errors of the published package and nothing beyond it.
export { emptyDir, ensureDir, ensureFile } from "./ensure.ts";
export { exists, type ExistsOptions, existsSync } from "./exists.ts";
export { move, type MoveOptions } from "./move.ts";
export { walk, type WalkEntry, type WalkOptions } from "./walk.ts";
