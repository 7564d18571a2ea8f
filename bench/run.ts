// `deno task bench [name…]`: runs every bench/*_bench.ts, one after the other, and prints a table
// of what was measured beside its bar. Ends with code 1 where a bar was missed. A new bench is a
// new file.

import { type Bench, type Measure, table, verdict } from "./measure.ts";

const folder = new URL("./", import.meta.url);

function say(line: string, to: { writeSync(bytes: Uint8Array): number } = Deno.stdout): void {
  to.writeSync(new TextEncoder().encode(`${line}\n`));
}

function benchNames(): string[] {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name);
  return files.filter((name) => name.endsWith("_bench.ts")).map((name) => name.slice(0, -9)).sort();
}

function chosen(wanted: readonly string[]): string[] {
  const names = benchNames();
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    say(`deno task bench: there is no "${unknown}"; there are: ${names.join(", ")}`, Deno.stderr);
    Deno.exit(2);
  }
  return wanted.length === 0 ? names : [...wanted];
}

const measures: Measure[] = [];
for (const name of chosen(Deno.args)) {
  say(`measuring ${name} …`, Deno.stderr);
  const bench: Bench = (await import(new URL(`${name}_bench.ts`, folder).href)).default;
  measures.push(...await bench());
}
say(table(measures));
const missed = measures.filter((measure) => verdict(measure) === false).length;
Deno.exit(missed === 0 ? 0 : 1);
