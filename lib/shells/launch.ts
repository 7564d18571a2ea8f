/**
 * From a shell's spec to what is really started: every template filled in, or every mistake
 * named. Pure but for what the surroundings bring in.
 */
import { isAbsolute } from "@std/path";
import type { Backend, ReadinessSpec, RestartSpec, ShellSpec } from "./spec.ts";
import type { LoadedSpec, Path, SpecProblem } from "./spec_file.ts";
import { fillTemplate, fillWords, type Surroundings } from "./template.ts";

/** How to know that a process is ready, its port a number. */
export type Readiness =
  | Exclude<ReadinessSpec, { kind: "port" }>
  | { readonly kind: "port"; readonly port: number; readonly timeout_s: number };

/** Everything about one process, ready to be started. Holds secrets: it is never written down. */
export interface Launch {
  readonly backend: Backend;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly readiness: Readiness;
  readonly restart: RestartSpec;
  /** What may be written down and shown. */
  readonly shown: {
    readonly command: readonly string[];
    readonly cwd: string;
    readonly subgroups: readonly string[];
    readonly labels: Readonly<Record<string, string>>;
  };
}

export type LaunchResult =
  | { readonly ok: true; readonly launch: Launch }
  | { readonly ok: false; readonly problems: readonly SpecProblem[] };

/** Fills in the shell called `name`. */
export function launchOf(loaded: LoadedSpec, name: string, at: Surroundings): LaunchResult {
  const spec = Object.hasOwn(loaded.spec.shells, name) ? loaded.spec.shells[name] : undefined;
  if (spec === undefined) {
    const names = Object.keys(loaded.spec.shells).join(", ") || "none";
    const problem = loaded.problemAt(["shells", name], `the shells here are: ${names}`);
    return { ok: false, problems: [problem] };
  }
  const filling = new Filling(loaded, ["shells", name], at);
  const launch = fill(spec, filling);
  const problems = [...filling.problems];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, launch };
}

function fill(spec: ShellSpec, filling: Filling): Launch {
  const words = spec.command.flatMap((word, index) => filling.words(word, ["command", index]));
  const cwd = filling.one(spec.cwd, ["cwd"]);
  if (words[0]?.text === "" || words.length === 0) {
    filling.complain(["command"], "names no program");
  }
  if (!isAbsolute(cwd.text)) filling.complain(["cwd"], "expected the whole path of a folder");
  return {
    backend: spec.backend,
    command: words.map(({ text }) => text),
    cwd: cwd.text,
    env: filling.record(spec.env, "env", "text"),
    readiness: fillReadiness(spec.readiness, filling),
    restart: spec.restart,
    shown: {
      command: words.map(({ shown }) => shown),
      cwd: cwd.shown,
      subgroups: spec.subgroups.map((text, index) => filling.one(text, ["subgroups", index]).shown),
      labels: filling.record(spec.labels, "labels", "shown"),
    },
  };
}

function fillReadiness(spec: ReadinessSpec, filling: Filling): Readiness {
  if (spec.kind !== "port") return spec;
  const path = ["readiness", "port"];
  const port = typeof spec.port === "number"
    ? spec.port
    : Number(filling.one(spec.port, path).text);
  const valid = Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (!valid) filling.complain(path, "expected a port from 1 to 65535");
  return { ...spec, port };
}

/** Collects what went wrong, so that all of it is told at once. */
class Filling {
  readonly problems: SpecProblem[] = [];
  readonly #loaded: LoadedSpec;
  readonly #base: Path;
  readonly #at: Surroundings;

  constructor(loaded: LoadedSpec, base: Path, at: Surroundings) {
    this.#loaded = loaded;
    this.#base = base;
    this.#at = at;
  }

  complain(path: Path, what: string): void {
    // One mistake per value: what follows from it would only hide it.
    const key = [...this.#base, ...path].join(".");
    if (this.problems.some((problem) => problem.key.startsWith(key))) return;
    this.problems.push(this.#loaded.problemAt([...this.#base, ...path], what));
  }

  one(template: string, path: Path): { text: string; shown: string } {
    const result = fillTemplate(template, this.#at);
    if (result.ok) return result.filled;
    this.complain(path, result.problem);
    return { text: "", shown: "" };
  }

  words(template: string, path: Path): readonly { text: string; shown: string }[] {
    const result = fillWords(template, this.#at);
    if (result.ok) return result.words;
    this.complain(path, result.problem);
    return [];
  }

  record(
    templates: Readonly<Record<string, string>>,
    key: string,
    form: "text" | "shown",
  ): Record<string, string> {
    return Object.fromEntries(
      Object.entries(templates).map(([name, text]) => [name, this.one(text, [key, name])[form]]),
    );
  }
}
