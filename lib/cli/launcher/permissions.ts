/**
 * What the server that faces the web may do, computed for this machine. Pure: paths in, grants,
 * flags and readable lines out. The server gets no right to run Deno itself, which could grant
 * itself everything; our own helpers run through wrapper scripts with fixed permissions.
 */

/** What the grants are computed from; every path absolute. */
export interface GrantInput {
  /** Paths of the sockets that the server listens on: Deno grants each by its exact path. */
  readonly sockets: readonly string[];
  readonly program: string;
  readonly cwd: string;
  readonly homes: readonly string[];
  /** Programs that the server may start. */
  readonly executables: readonly string[];
  /** Programs that those start in turn. */
  readonly behindWrappers: readonly string[];
  /** What the server must have no way to write: a home that holds one of these is refused. */
  readonly guarded: readonly string[];
  /** Gives the path behind symbolic links. */
  readonly realPath: (path: string) => string;
}

/** Allowed things by kind. What is not listed is refused. */
export interface Grants {
  readonly net: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly denyWrite: readonly string[];
  readonly run: readonly string[];
  readonly env: readonly string[];
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Variables that the server or its libraries read. All others look unset to it. */
const VARIABLES = [
  ...["PILOTHOUSE_*", "CODEX_HOME", "HOME", "PATH", "XDG_*", "SHELL", "USER", "LOGNAME"],
  ...["LANG", "LC_*", "TERM", "TZ", "TMPDIR", "NO_COLOR", "NODE_ENV"],
];

/** The server's grants. */
export function serverGrants(input: GrantInput): Grants {
  const both = (paths: readonly string[]) => unique(paths.flatMap((p) => [p, input.realPath(p)]));
  // A socket whose path would be too long in a home has a folder of its own.
  const elsewhere = input.sockets
    .filter((path) => !input.homes.some((home) => isInside(path, home)))
    .map((path) => path.slice(0, path.lastIndexOf("/")));
  const write = both([...input.homes, ...elsewhere]);
  return {
    net: [...LOOPBACK, ...both(input.sockets).map((path) => `unix:${path}`)],
    read: both([...input.homes, ...elsewhere, input.cwd, input.program]),
    write,
    // Where codex lies in its own home, a stray write must not replace it.
    denyWrite: both([...input.executables, ...input.behindWrappers])
      .filter((path) => write.some((home) => isInside(path, home))),
    run: unique(input.executables),
    env: VARIABLES,
  };
}

/** Why these paths cannot be granted, or undefined. */
export function grantProblem(input: GrantInput): string | undefined {
  for (const home of input.homes) {
    const inside = input.guarded.find((p) => isInside(input.realPath(p), input.realPath(home)));
    if (inside !== undefined) {
      return `${home} cannot be a home: ${inside} lies in it, and the server could change it; ` +
        `name another folder`;
    }
  }
  const all = [...input.sockets, ...input.homes, input.cwd, input.program, ...input.executables];
  const comma = all.find((path) => path.includes(",") || input.realPath(path).includes(","));
  if (comma !== undefined) {
    return `${comma} has a comma in its path, which Deno's permission flags cannot express; ` +
      `use a path without one`;
  }
  return undefined;
}

/** The grants as flags of `deno run`. */
export function permissionFlags(grants: Grants): string[] {
  const list = (flag: string, values: readonly string[]) =>
    values.length > 0 ? [`--${flag}=${values.join(",")}`] : [];
  return [
    "--no-prompt",
    // Loading code counts as no network access for Deno, so it is closed here.
    "--cached-only",
    ...list("allow-net", grants.net),
    ...list("allow-read", grants.read),
    ...list("allow-write", grants.write),
    ...list("deny-write", grants.denyWrite),
    ...list("allow-run", grants.run),
    ...list("allow-env", grants.env),
    "--ignore-env",
  ];
}

/** The grants for people, one line per kind. */
export function describeGrants(grants: Grants): string {
  const rows: [string, string][] = [
    ["net", grants.net.join(", ")],
    ["read", grants.read.join(", ")],
    ["write", grants.write.join(", ")],
    ...(grants.denyWrite.length > 0
      ? [["no write", grants.denyWrite.join(", ")] as [string, string]]
      : []),
    ["run", grants.run.join(", ") || "nothing"],
    ["env", grants.env.join(", ")],
    ["ffi", "nothing"],
    ["sys", "nothing"],
  ];
  return ["the server may use:", ...rows.map(([kind, what]) => `  ${kind.padEnd(8)}  ${what}`), ""]
    .join("\n");
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
