// `deno task test`: runs the tests and ends with one line, "N passed, N failed, N skipped". Owns
// the command line and that summary; how a run goes is harness/suite.ts's. Imports nothing from
// npm, so that it can still say what is wrong when the registry is out of reach.
//
//   deno task test [--unit] [--filter <text>] [--fail-fast] [--limit-s <seconds>] [paths…]

import { parseArgs } from "node:util";
import type { TestName } from "./harness/junit.ts";
import { runSuite, type SuiteResult } from "./harness/suite.ts";

// A whole run has ten minutes; the rest is for saying what hung.
const DEFAULT_LIMIT_S = 570;

// A task keeps the INIT_CWD of a task around it: those that tests start need their own.
Deno.env.delete("INIT_CWD");
const options = readArguments(Deno.args);
const result = await runSuite(options);
const lines = summary(result);
await Deno.stdout.write(new TextEncoder().encode(`\n${lines.join("\n")}\n`));
Deno.exit(succeeded(result) ? 0 : 1);

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        unit: { type: "boolean", default: false },
        filter: { type: "string" },
        "fail-fast": { type: "boolean", default: false },
        "limit-s": { type: "string", default: String(DEFAULT_LIMIT_S) },
      },
    });
    const flags = [
      ...(values.filter === undefined ? [] : [`--filter=${values.filter}`]),
      ...(values["fail-fast"] ? ["--fail-fast"] : []),
    ];
    const paths = positionals.length === 0 ? ["tests/"] : positionals;
    return { paths, flags, unit: values.unit, limitMs: Number(values["limit-s"]) * 1000 };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    Deno.stderr.writeSync(new TextEncoder().encode(`deno task test: ${reason}\n`));
    Deno.exit(2);
  }
}

function summary({ tally, trouble, notes }: SuiteResult): string[] {
  const { passed, failed, skipped } = tally;
  const saidOf = (kind: string, { name }: TestName) =>
    notes.find((note) => note.startsWith(`${kind}: "${name}" `));
  const fileOf = (test: TestName) => saidOf("registered", test)?.split(" in ").at(-1) ?? test.file;
  const none = passed + failed.length + skipped.length + trouble.length === 0;
  return [
    ...skipped.map((test) => saidOf("skipped", test) ?? `skipped: "${test.name}"`),
    ...failed.map((test) => `failed: ${test.name} (${fileOf(test)})`),
    ...trouble.map((sentence) => `failed: ${sentence}`),
    ...(none ? ["no test ran: the filter or the paths match none"] : []),
    `${passed} passed, ${failed.length + trouble.length} failed, ${skipped.length} skipped`,
  ];
}

function succeeded({ tally, trouble }: SuiteResult): boolean {
  return tally.failed.length + trouble.length === 0 && tally.passed + tally.skipped.length > 0;
}
