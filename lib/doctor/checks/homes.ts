/** The folders: can they be written, and can nobody else read what is private in them. */
import { join } from "@std/path";
import { type Check, fail, type Finding, ok, warn, type World } from "../check.ts";

/** What holds a secret or what somebody said. */
const PRIVATE = ["token", "secret", "hooks.json", "event_tokens.json", "config.jsonc", "search.db"];
const OTHERS = 0o077;

export const homeFolder: Check = {
  name: "home",
  run: (world) => folder(world, world.config.home, "--home"),
};

export const codexHomeFolder: Check = {
  name: "codex home",
  run: (world) => folder(world, world.config.codex_home, "--codex-home"),
};

export const workingFolder: Check = {
  name: "working folder",
  async run({ config: { cwd }, list }): Promise<Finding> {
    return await list(cwd) === null
      ? fail(`${cwd} cannot be read`, "name another with --cwd")
      : ok(cwd);
  },
};

export const privateFiles: Check = {
  name: "private files",
  async run(world): Promise<Finding> {
    const { home } = world.config;
    const open: string[] = [];
    for (const name of PRIVATE) {
      const facts = await world.stat(join(home, name));
      if (facts === null) continue;
      if (!facts.own) return fail(`${join(home, name)} belongs to somebody else`, "delete it");
      if (facts.mode !== null && (facts.mode & OTHERS) !== 0) open.push(join(home, name));
    }
    if (open.length === 0) return ok("only you can read them");
    return fail(`others can read ${open.join(", ")}`, `run: chmod 600 ${open.join(" ")}`);
  },
};

export const configFile: Check = {
  name: "settings",
  async run({ config: { home }, stat }): Promise<Finding> {
    const path = join(home, "config.jsonc");
    return await stat(path) === null
      ? ok(`no ${path}: everything as it comes`)
      : ok(`${path} has no mistakes`);
  },
};

async function folder(world: World, path: string, flag: string): Promise<Finding> {
  const facts = await world.stat(path);
  if (facts === null) return ok(`${path} (will be made at the first start)`);
  if (facts.kind !== "folder") return fail(`${path} is not a folder`, `name another with ${flag}`);
  const problem = await world.writeProblem(path);
  if (problem !== null) {
    return fail(`${path} cannot be written: ${problem}`, `make it writable, or use ${flag}`);
  }
  if (facts.mode !== null && (facts.mode & OTHERS) !== 0) {
    return warn(`others can look into ${path}`, `run: chmod 700 ${path}`);
  }
  return ok(path);
}
