/**
 * Plays the steps of a scenario on a stage: one small function per kind of step, each sending what
 * the real app-server sends for it, in its order. Commands and patches are pretended: nothing here
 * runs a program or touches a file.
 */
import { playCommand } from "./step_command.ts";
import { playEdit } from "./step_edit.ts";
import { playQuestion, playTool } from "./step_tool.ts";
import type { Step } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import type { Fields } from "./wire.ts";

/** Thrown to end the turn as failed; `error` goes over the wire. */
export class Failed extends Error {
  constructor(readonly error: Fields) {
    super("turn failed");
  }
}

type Player<Kind extends Step["do"]> = (
  stage: Stage,
  step: Extract<Step, { do: Kind }>,
) => Promise<Step[] | void>;

const PLAYERS: { [Kind in Step["do"]]: Player<Kind> } = {
  say: playSay,
  reason: playReason,
  plan: playPlan,
  command: playCommand,
  edit: playEdit,
  tool: playTool,
  question: playQuestion,
  retry: playRetry,
  fail: playFail,
  compact: playCompact,
  pause: (stage, step) => stage.pause(step.ms),
};

/** Plays steps one after the other; a step may bring more steps, which follow at once. */
export async function playSteps(stage: Stage, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    stage.checkpoint();
    const player = PLAYERS[step.do] as Player<Step["do"]>;
    const more = await player(stage, step as never);
    if (more) await playSteps(stage, more);
  }
}

/** Cuts text into words with the white space that follows them: what a delta carries. */
export function wordsIn(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

async function playSay(stage: Stage, step: Extract<Step, { do: "say" }>): Promise<void> {
  const id = stage.env.ids.next("msg");
  const message = stage.begin({
    type: "agentMessage",
    moderation: null,
    id,
    text: "",
    phase: null,
    memoryCitation: null,
    delivery: null,
    questions: null,
  });
  for (const word of wordsIn(step.text)) {
    stage.wrote(word);
    await stage.tell("item/agentMessage/delta", { itemId: id, delta: word });
    await stage.pause(step.wordMs ?? 25 + word.length % 16);
  }
  // A stream that breaks off leaves its item open for good, as the real server does.
  if (step.dropped) stage.dropModelCall();
  else stage.complete(message, { text: step.text });
}

async function playReason(stage: Stage, step: Extract<Step, { do: "reason" }>): Promise<void> {
  const id = stage.env.ids.next("rs");
  const item = stage.begin({ type: "reasoning", id, summary: [], content: [] });
  for (const [summaryIndex, part] of step.parts.entries()) {
    stage.tell("item/reasoning/summaryPartAdded", { itemId: id, summaryIndex });
    for (const delta of wordsIn(part)) {
      stage.wrote(delta, "reasoning");
      await stage.tell("item/reasoning/summaryTextDelta", { itemId: id, delta, summaryIndex });
      await stage.pause(22);
    }
  }
  for (const delta of wordsIn(step.raw ?? "")) {
    stage.wrote(delta, "reasoning");
    await stage.tell("item/reasoning/textDelta", { itemId: id, delta, contentIndex: 0 });
  }
  stage.complete(item, { summary: step.parts, content: step.raw ? [step.raw] : [] });
}

async function playPlan(stage: Stage, step: Extract<Step, { do: "plan" }>): Promise<void> {
  stage.useTool(step.steps.join(" "));
  const plan = step.steps.map((text, at) => ({
    step: text,
    status: at < step.done ? "completed" : at === step.done ? "inProgress" : "pending",
  }));
  stage.tell("turn/plan/updated", { explanation: step.explanation ?? null, plan });
  await stage.endModelCall();
}

async function playRetry(stage: Stage, step: Extract<Step, { do: "retry" }>): Promise<void> {
  await stage.tell("error", {
    error: {
      message: step.message,
      codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } },
      additionalDetails: step.details,
      misalignment: null,
    },
    willRetry: true,
  });
}

function playFail(_stage: Stage, step: Extract<Step, { do: "fail" }>): Promise<void> {
  const rest = { additionalDetails: null, misalignment: null };
  throw new Failed({ message: step.message, codexErrorInfo: step.info, ...rest });
}

async function playCompact(stage: Stage): Promise<void> {
  const item = stage.begin({ type: "contextCompaction", id: crypto.randomUUID() });
  stage.useTool("compact");
  await stage.pause(900);
  stage.endModelCall();
  await stage.complete(item);
}
