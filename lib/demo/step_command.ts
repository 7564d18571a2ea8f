/**
 * Plays a command: approval, live output, completion. Nothing is executed; output and exit code
 * come from the scenario. A command outlives an interrupt and completes late, as real ones do.
 */
import { type Decision, decisionOf, mustAsk, stepsAfter } from "./asking.ts";
import type { CommandStep, Step } from "./scenario.ts";
import { Cut, type Stage } from "./stage.ts";
import type { Fields } from "./wire.ts";

/** The real server sends no output of about the first 150 ms before the command is done. */
const SILENT_MS = 150;

/** Plays a command step and gives the steps that follow from the decision. */
export async function playCommand(stage: Stage, step: CommandStep): Promise<Step[]> {
  stage.useTool(step.command);
  const begun: Fields = {
    type: "commandExecution",
    id: stage.env.ids.next("call"),
    pluginId: null,
    scriptPath: null,
    command: shellCommand(step.command),
    cwd: stage.thread.settings.cwd,
    processId: null,
    source: "agent",
    status: "inProgress",
    commandActions: step.actions ?? [{ type: "unknown", command: step.command }],
    aggregatedOutput: null,
    exitCode: null,
    durationMs: null,
  };
  const key = `command:${step.command}`;
  const asks = mustAsk(stage.thread, step, [key]);
  const running = { processId: String(10_000 + Math.floor(Math.random() * 80_000)) };
  const source = { source: "unifiedExecStartup" };
  if (!asks) {
    const item = stage.begin({ ...begun, ...running, ...source });
    await stage.unlessStopped(run(stage, step, item));
    await stage.endModelCall();
    return step.ask === undefined ? [] : stepsAfter(step, "unasked");
  }
  stage.setStatus({ type: "active", activeFlags: ["waitingOnApproval"] });
  const item = stage.begin(begun);
  const decision = decisionOf(stage.thread, await requestApproval(stage, step, item), [key]);
  if (decision === "accept" || decision === "acceptForSession") {
    stage.setStatus({ type: "active", activeFlags: [] });
    await stage.unlessStopped(run(stage, step, { ...item, ...running, ...source }));
    await stage.endModelCall();
    return stepsAfter(step, "accepted");
  }
  return await refuse(stage, step, item, decision);
}

async function refuse(stage: Stage, step: CommandStep, item: Fields, decision: Decision) {
  stage.complete(item, { status: decision === "failed" ? "failed" : "declined" });
  stage.setStatus({ type: "active", activeFlags: [] });
  if (decision === "cancel") throw new Cut("interrupt");
  await stage.endModelCall();
  return stepsAfter(step, decision === "failed" ? "failed" : "declined");
}

function requestApproval(stage: Stage, step: CommandStep, item: Fields) {
  const words = step.command.split(" ");
  return stage.ask("item/commandExecution/requestApproval", {
    kind: "command",
    itemId: item.id,
    startedAtMs: item.startedAtMs,
    environmentId: "local",
    ...(step.ask ? { reason: step.ask } : {}),
    command: item.command,
    cwd: item.cwd,
    commandActions: item.commandActions,
    proposedExecpolicyAmendment: words,
    availableDecisions: [
      "accept",
      { acceptWithExecpolicyAmendment: { execpolicy_amendment: words } },
      "cancel",
    ],
  });
}

/** The pretended process: output at its times, then the end. */
async function run(stage: Stage, step: CommandStep, item: Fields): Promise<void> {
  let output = "";
  let elapsed = 0;
  for (const { afterMs, text } of step.output ?? []) {
    await stage.outlast(afterMs);
    elapsed += afterMs;
    output += text;
    if (elapsed < SILENT_MS) continue;
    await stage.tell("item/commandExecution/outputDelta", { itemId: item.id, delta: text });
  }
  stage.read(output);
  const exitCode = step.exitCode ?? 0;
  await stage.complete(item, {
    status: exitCode === 0 ? "completed" : "failed",
    aggregatedOutput: output || null,
    exitCode,
    durationMs: elapsed,
  });
}

function shellCommand(command: string): string {
  const plain = /^[\w./:=@%+,-]+$/.test(command);
  return `/bin/bash -lc ${plain ? command : `'${command.replaceAll("'", `'"'"'`)}'`}`;
}
