/**
 * Plays a patch: the fileChange item, its approval, the turn's cumulative diff. No file is read or
 * written; contents come from the scenario.
 */
import { decisionOf, mustAsk, stepsAfter } from "./asking.ts";
import type { EditStep, Step } from "./scenario.ts";
import { Cut, type Stage } from "./stage.ts";

type Change = EditStep["changes"][number];

/** Plays an edit step and gives the steps that follow from the decision. */
export async function playEdit(stage: Stage, step: EditStep): Promise<Step[]> {
  stage.useTool(step.changes.map((change) => change.diff).join(""));
  const { cwd } = stage.thread.settings;
  const changes = step.changes.map(({ path, kind, diff }) => ({
    path: `${cwd.replace(/\/$/, "")}/${path}`,
    kind: kind === "update" ? { type: kind, move_path: null } : { type: kind },
    diff,
  }));
  const id = stage.env.ids.next("call");
  const item = stage.begin({ type: "fileChange", id, changes, status: "inProgress" });
  const keys = changes.map((change) => `file:${change.path}`);
  const asks = mustAsk(stage.thread, step, keys);
  if (asks) {
    stage.setStatus({ type: "active", activeFlags: ["waitingOnApproval"] });
    const answer = await stage.ask("item/fileChange/requestApproval", {
      itemId: id,
      startedAtMs: stage.env.io.now(),
      reason: step.ask || null,
      grantRoot: null,
    });
    const decision = decisionOf(stage.thread, answer, keys);
    stage.setStatus({ type: "active", activeFlags: [] });
    // The real server leaves the item of a cancelled patch open.
    if (decision === "cancel") throw new Cut("interrupt");
    if (decision === "decline" || decision === "failed") {
      const outcome = decision === "decline" ? "declined" : "failed";
      stage.complete(item, { status: outcome });
      await stage.endModelCall();
      return stepsAfter(step, outcome);
    }
  }
  stage.complete(item, { status: "completed" });
  for (const change of step.changes) stage.diff.set(change.path, await gitDiff(change));
  stage.tellDiff();
  await stage.endModelCall();
  if (step.ask === undefined) return [];
  return stepsAfter(step, asks ? "accepted" : "unasked");
}

/** A change as git would print it. */
export async function gitDiff({ path, kind, diff }: Change): Promise<string> {
  const none = "0".repeat(40);
  const header = `diff --git a/${path} b/${path}\n`;
  if (kind === "update") {
    // The scenario has no whole contents, so the blob ids are made of what it has.
    const [before, after] = await Promise.all([
      blobId(`${path}-${diff}`),
      blobId(`${path}+${diff}`),
    ]);
    return `${header}index ${before}..${after}\n--- a/${path}\n+++ b/${path}\n${diff}`;
  }
  const lines = diff.split("\n").slice(0, -1);
  const count = lines.length === 1 ? "1" : `1,${lines.length}`;
  const blob = await blobId(diff);
  return kind === "add"
    ? `${header}new file mode 100644\nindex ${none}..${blob}\n--- /dev/null\n+++ b/${path}\n` +
      `@@ -0,0 +${count} @@\n${lines.map((line) => `+${line}\n`).join("")}`
    : `${header}deleted file mode 100644\nindex ${blob}..${none}\n--- a/${path}\n+++ /dev/null\n` +
      `@@ -${count} +0,0 @@\n${lines.map((line) => `-${line}\n`).join("")}`;
}

async function blobId(content: string): Promise<string> {
  const bytes = new TextEncoder().encode(content);
  const blob = new TextEncoder().encode(`blob ${bytes.length}\0${content}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", blob));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
