/**
 * One progress line on stderr: `building the page … done in 1.2 s`. On a terminal the seconds
 * count up in place; in a log it stays a single line.
 */
import type { Print } from "../command.ts";

/** Shows `label` while `work` runs. */
export async function withProgress<T>(
  label: string,
  print: Print,
  animated: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  print(`${label} …`);
  const timer = animated
    ? setInterval(() => print(`\r${label} … ${seconds().toFixed(0)} s`), 1000)
    : undefined;
  let outcome = "failed after";
  try {
    const result = await work();
    outcome = "done in";
    return result;
  } finally {
    clearInterval(timer);
    print(`${animated ? `\r${label} …` : ""} ${outcome} ${seconds().toFixed(1)} s\n`);
  }
}
