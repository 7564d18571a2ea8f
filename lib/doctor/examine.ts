/** All checks in their order, and what they found as text. A check that throws is a finding, too. */
import { type Check, fail, type Finding, type World } from "./check.ts";
import { agentFound, agentLogin, agentVersion } from "./checks/agent.ts";
import {
  codexHomeFolder,
  configFile,
  homeFolder,
  privateFiles,
  workingFolder,
} from "./checks/homes.ts";
import { eventSocket, fileWatches, port } from "./checks/network.ts";
import { browser, deno, git, ripgrep, shell, terminal } from "./checks/programs.ts";

export const CHECKS: readonly Check[] = [
  ...[deno, agentFound, agentVersion, agentLogin],
  ...[configFile, homeFolder, codexHomeFolder, workingFolder, privateFiles],
  ...[port, eventSocket, fileWatches],
  ...[shell, terminal, git, ripgrep, browser],
];

export type Examined = Finding & { readonly name: string };

/** Runs the checks one after the other. */
export async function examine(
  world: World,
  checks: readonly Check[] = CHECKS,
): Promise<Examined[]> {
  const found: Examined[] = [];
  for (const check of checks) {
    const finding = await (async () => await check.run(world))().catch((error) =>
      fail(`it could not be checked: ${error.message}`, "tell us about it")
    );
    found.push({ name: check.name, ...finding });
  }
  return found;
}

const SIGNS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

/** A line for each, with what to do below it; the last line sums up. */
export function reportText(found: readonly Examined[]): string {
  const width = Math.max(...found.map(({ name }) => name.length));
  const lines = found.flatMap(({ name, verdict, says, todo }) => [
    `${SIGNS[verdict]}  ${name.padEnd(width)}  ${says}`,
    ...(todo === undefined ? [] : [`      ${" ".repeat(width)}  → ${todo}`]),
  ]);
  const count = (verdict: string) => found.filter((one) => one.verdict === verdict).length;
  const [failed, warned] = [count("fail"), count("warn")];
  const sum = failed > 0
    ? `${failed} to repair before Pilothouse works`
    : warned > 0
    ? `Pilothouse works; ${warned} could be better`
    : "all is well";
  return [...lines, "", sum, ""].join("\n");
}
