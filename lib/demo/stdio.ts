/**
 * The demo agent as a program on stdin and stdout. It needs no permission; with access to the
 * environment variable `PILOTHOUSE_DEMO_SPEED` it can be made faster or slower.
 */
import { runDemoAgent } from "./agent.ts";
import { sleep } from "./io.ts";

const PACE = "PILOTHOUSE_DEMO_SPEED";

/** Runs until stdin closes; gives the exit code. */
export async function runDemoAgentOnStdio(options: { pace?: number } = {}): Promise<number> {
  const encoder = new TextEncoder();
  const writer = Deno.stdout.writable.getWriter();
  await runDemoAgent({
    readable: Deno.stdin.readable,
    write: (line) => writer.write(encoder.encode(`${line}\n`)),
    now: () => Date.now(),
    sleep,
    log: (line) => void Deno.stderr.writeSync(encoder.encode(`${line}\n`)),
    pace: options.pace ?? paceFromEnv(),
  });
  return 0;
}

/** Without the permission to look it is 1: asking for it would hang a program without terminal. */
function paceFromEnv(): number {
  if (Deno.permissions.querySync({ name: "env", variable: PACE }).state !== "granted") return 1;
  const pace = Number(Deno.env.get(PACE) ?? "1");
  return Number.isFinite(pace) && pace >= 0 ? pace : 1;
}
