// Reads the JUnit file that `deno test` writes and counts tests. A step of a test is part of that
// test and is not counted beside it. Knows this one writer's format, not JUnit at large.

/** What became of the tests of a run. */
export interface Tally {
  readonly passed: number;
  readonly failed: readonly TestName[];
  readonly skipped: readonly TestName[];
}

/** A test, and the file that it is in. */
export interface TestName {
  readonly name: string;
  readonly file: string;
}

/** Counts the test cases of a JUnit file. */
export function tallyOf(xml: string): Tally {
  const suites = [...xml.matchAll(/<testsuite .*?<\/testsuite>/gs)].map(([suite]) => suite);
  const cases = suites.flatMap(topLevelCases);
  return {
    passed: cases.filter(({ outcome }) => outcome === "passed").length,
    failed: cases.filter(({ outcome }) => outcome === "failed"),
    skipped: cases.filter(({ outcome }) => outcome === "skipped"),
  };
}

type Outcome = "passed" | "failed" | "skipped";

function topLevelCases(suite: string): (TestName & { outcome: Outcome })[] {
  const cases = [...suite.matchAll(/<testcase (.*?)>(.*?)<\/testcase>/gs)]
    .map(([, attributes = "", body = ""]) => ({ attributes, body }))
    // Only a test that was reached has a time: what the filter left out has none.
    .filter(({ attributes }) => attribute(attributes, "time") !== "")
    .map(({ attributes, body }) => ({
      name: attribute(attributes, "name"),
      file: attribute(attributes, "classname"),
      outcome: outcomeOf(body),
    }));
  // A step's name is its parent's, " > ", and its own; the parent carries its outcome already.
  const names = new Set(cases.map(({ name }) => name));
  return cases.filter(({ name }) => !prefixes(name).some((prefix) => names.has(prefix)));
}

function prefixes(name: string): string[] {
  const parts = name.split(" > ");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join(" > "));
}

function outcomeOf(body: string): Outcome {
  if (/<(failure|error)\b/.test(body)) return "failed";
  return /<skipped\b/.test(body) ? "skipped" : "passed";
}

function attribute(attributes: string, name: string): string {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  const named: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return value.replace(
    /&(#x?[0-9a-f]+|\w+);/gi,
    (whole, entity: string) => named[entity] ?? numbered(entity) ?? whole,
  );
}

function numbered(entity: string): string | undefined {
  const match = /^#(x?)([0-9a-f]+)$/i.exec(entity);
  if (match === null) return undefined;
  return String.fromCodePoint(parseInt(match[2] ?? "0", match[1] ? 16 : 10));
}
