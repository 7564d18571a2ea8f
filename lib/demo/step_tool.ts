/**
 * Plays what leaves the model's own tools: a call of an MCP tool, with its approval, and a question
 * to the person. No server is called; results come from the scenario.
 */
import { mustAsk, stepsAfter } from "./asking.ts";
import type { QuestionStep, Step, ToolStep } from "./scenario.ts";
import { Cut, type Stage } from "./stage.ts";
import { type Answer, type Fields, isFields } from "./wire.ts";

/** Plays a tool call and gives the steps that follow from the decision. */
export async function playTool(stage: Stage, step: ToolStep): Promise<Step[]> {
  stage.useTool(`${step.tool} ${JSON.stringify(step.arguments)}`);
  const item = stage.begin({
    type: "mcpToolCall",
    id: stage.env.ids.next("call"),
    server: step.server,
    tool: step.tool,
    status: "inProgress",
    arguments: step.arguments,
    appContext: null,
    mcpAppUi: null,
    pluginId: null,
    readOnlyHint: step.ask === undefined ? true : null,
    result: null,
    error: null,
    durationMs: null,
  });
  const key = `tool:${step.server}/${step.tool}`;
  const asks = mustAsk(stage.thread, step, [key]);
  if (asks) {
    const allowed = await elicitApproval(stage, step, key);
    if (!allowed) {
      const error = { message: "user rejected MCP tool call" };
      stage.complete(item, { status: "failed", error, durationMs: 0 });
      await stage.endModelCall();
      return stepsAfter(step, "declined");
    }
  }
  const durationMs = step.ms ?? 120;
  await stage.unlessStopped(stage.outlast(durationMs));
  stage.read(step.result);
  const content = [{ type: "text", text: step.result }];
  const result = { content, structuredContent: null, _meta: null };
  stage.complete(item, { status: "completed", result, durationMs });
  await stage.endModelCall();
  if (step.ask === undefined) return [];
  return stepsAfter(step, asks ? "accepted" : "unasked");
}

async function elicitApproval(stage: Stage, step: ToolStep, key: string): Promise<boolean> {
  stage.setStatus({ type: "active", activeFlags: ["waitingOnApproval"] });
  const answer = await stage.ask("mcpServer/elicitation/request", {
    serverName: step.server,
    mode: "form",
    _meta: {
      codex_approval_kind: "mcp_tool_call",
      persist: ["session", "always"],
      tool_name: step.tool,
      tool_description: step.description,
      tool_params: step.arguments,
      tool_params_display: Object.entries(step.arguments)
        .map(([name, value]) => ({ name, value, display_name: name })),
    },
    message: `Allow the ${step.server} MCP server to run tool "${step.tool}"?`,
    requestedSchema: { type: "object", properties: {} },
  });
  const { action, _meta } = resultOf(answer);
  stage.setStatus({ type: "active", activeFlags: [] });
  if (action === "cancel") throw new Cut("interrupt");
  const persist = isFields(_meta) && typeof _meta.persist === "string";
  if (action === "accept" && persist) stage.thread.allowed.add(key);
  return action === "accept";
}

/** Asks the person a question and answers with what came back. */
export async function playQuestion(stage: Stage, step: QuestionStep): Promise<Step[]> {
  stage.useTool(step.question);
  stage.setStatus({ type: "active", activeFlags: ["waitingOnUserInput"] });
  const { header, question, options } = step;
  const answer = await stage.ask("item/tool/requestUserInput", {
    itemId: stage.env.ids.next("call"),
    questions: [{ id: "choice", header, question, isOther: true, isSecret: false, options }],
    isBlocking: true,
    autoResolutionMs: null,
  });
  stage.setStatus({ type: "active", activeFlags: [] });
  const chosen = chosenOf(answer);
  stage.read(chosen);
  await stage.endModelCall();
  return [{ do: "say", text: step.reply.replaceAll("{answer}", chosen) }];
}

function chosenOf(answer: Answer): string {
  const { answers } = resultOf(answer);
  const choice = isFields(answers) ? answers.choice : undefined;
  const chosen = isFields(choice) && Array.isArray(choice.answers) ? choice.answers : [];
  return chosen.map(String).join(", ") || "no answer";
}

function resultOf(answer: Answer): Fields {
  return "result" in answer && isFields(answer.result) ? answer.result : {};
}
