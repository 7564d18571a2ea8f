/**
 * The shape of a shellspec: which processes there are and how each is started, watched and
 * started again. One zod schema; types, defaults and checks come from it. Where the text came
 * from and what its templates stand for is not known here.
 */
import { z } from "zod";

/** Wherever a template such as `${CWD}` may stand. */
const template = z.string().max(8_192);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, {
  error: "a name of small letters, digits and _",
});
/** Deno starts nothing from a scoped list while one of these is set. */
const variable = z.string().regex(/^(?!LD_|DYLD_)[A-Za-z_][A-Za-z0-9_]*$/, {
  error: "the name of an environment variable, other than LD_… and DYLD_…",
});
const seconds = (fallback: number) => z.number().positive().max(3_600).default(fallback);

const readiness = z.discriminatedUnion("kind", [
  /** Ready as soon as it has started. */
  z.strictObject({ kind: z.literal("none") }),
  /** Ready when a line of its output matches. */
  z.strictObject({
    kind: z.literal("line"),
    stream: z.enum(["stdout", "stderr"]).default("stdout"),
    pattern: z.string().min(1).max(1_000).refine(isPattern, "a regular expression"),
    timeout_s: seconds(30),
  }),
  /** Ready when the port on loopback takes a connection. */
  z.strictObject({
    kind: z.literal("port"),
    port: z.union([z.int().min(1).max(65_535), template]),
    timeout_s: seconds(30),
  }),
  /** Ready when its owner says so. */
  z.strictObject({ kind: z.literal("handshake"), timeout_s: seconds(15) }),
]);

const restart = z.strictObject({
  policy: z.enum(["never", "on-failure", "always"]),
  /** The wait before each restart within the window; the last one repeats. */
  backoff_ms: z.array(z.int().min(0).max(3_600_000)).min(1).max(32)
    .default([250, 500, 1_000, 2_000, 5_000, 10_000, 30_000]),
  /** More than this many within `window_s`, and it stays down. */
  max_restarts: z.int().min(0).max(1_000).default(10),
  window_s: z.number().positive().max(86_400).default(300),
});

const shell = z.strictObject({
  backend: z.enum(["pipe", "pty", "host"]),
  cwd: template.min(1),
  command: z.array(template).min(1).max(256),
  env: z.record(variable, template).default({}),
  subgroups: z.array(template).max(16).default([]),
  labels: z.record(z.string().min(1).max(64), template).default({}),
  readiness: readiness.default({ kind: "none" }),
  restart: restart.prefault({ policy: "never" }),
  /** For the backend `host`: what the shell's host reads and checks itself. */
  host: z.record(z.string(), z.unknown()).optional(),
});

/** A whole shellspec file. */
export const shellspecSchema = z.strictObject({
  version: z.literal("1"),
  shells: z.record(name, shell),
});

export type Shellspec = z.infer<typeof shellspecSchema>;
/** One process, its templates not yet filled in. */
export type ShellSpec = z.infer<typeof shell>;
export type Backend = ShellSpec["backend"];
export type ReadinessSpec = ShellSpec["readiness"];
export type RestartSpec = ShellSpec["restart"];

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
