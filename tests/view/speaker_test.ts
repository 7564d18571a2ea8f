import assert from "node:assert/strict";
import type { Entry } from "../../lib/router/change.ts";
import { lastOutcome, outcomeOf } from "../../lib/view/outcome.ts";
import { Speaker } from "../../lib/view/speaker.ts";

const entry = (fields: Record<string, unknown>): Entry =>
  ({ id: "a", ts: "", ...fields }) as unknown as Entry;

Deno.test("a sentence is said when it is finished, and once", () => {
  const speaker = new Speaker();
  for (const word of ["The ", "tide ", "turns. ", "Then "]) speaker.wrote("a", word);
  assert.equal(speaker.take(), "The tide turns.");
  speaker.wrote("a", "**it** `falls`");
  assert.equal(speaker.take(), "");
  speaker.ended(entry({ role: "assistant", text: "The tide turns. Then **it** `falls`" }));
  assert.equal(speaker.take(), "Then it falls");
  assert.equal(speaker.take(), "");
});

Deno.test("approvals and ends that went wrong are said, good ends and long texts are not read out", () => {
  const speaker = new Speaker();
  speaker.asked();
  assert.match(speaker.take(), /waits for your decision/);
  speaker.ended(entry({ role: "status", status: "completed" }));
  assert.equal(speaker.take(), "");
  speaker.ended(entry({ role: "status", status: "failed" }));
  assert.match(speaker.take(), /failed/);
  speaker.wrote("a", "word ".repeat(10_000) + ". ");
  assert.ok(speaker.take().length < 700);
});

Deno.test("the dot is of the last thing that went well or badly", () => {
  const command = (exit_code: number, status = "completed") =>
    entry({ role: "command", status, exit_code });
  assert.equal(outcomeOf(command(0)), "good");
  assert.equal(outcomeOf(command(1)), "bad", "a command that failed is not a good one");
  assert.equal(outcomeOf(command(0, "interrupted")), "warn");
  assert.equal(outcomeOf(entry({ role: "assistant", text: "" })), null);
  assert.equal(lastOutcome([command(1), entry({ role: "assistant" })]), "bad");
  assert.equal(lastOutcome([]), "idle");
});
