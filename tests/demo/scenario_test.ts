import assert from "node:assert/strict";
import { pickScenario, type Scenario, type Step } from "../../lib/demo/scenario.ts";
import { SCENARIOS } from "../../lib/demo/scenarios/index.ts";
import { DemoClient } from "./demo_client.ts";

const FOLDER = new URL("../../lib/demo/scenarios/", import.meta.url);

const pick = (text: string) => pickScenario(SCENARIOS, text, "default").name;

/** All steps of a scenario, those after decisions too. */
function stepsOf({ steps }: Pick<Scenario, "steps">): Step[] {
  return steps.flatMap((step) => [
    step,
    ...("on" in step
      ? Object.values(step.on ?? {}).flatMap((more) => stepsOf({ steps: more }))
      : []),
  ]);
}

Deno.test("every scenario file is in the list, under the name of its file", async () => {
  const files = (await Array.fromAsync(Deno.readDir(FOLDER))).map((entry) => entry.name)
    .filter((name) => name.endsWith(".json")).map((name) => name.replace(".json", ""));
  assert.deepEqual(SCENARIOS.map((scenario) => scenario.name).sort(), files.sort());
});

Deno.test("every scenario is called by its name and by each of its words", () => {
  for (const { name, words } of SCENARIOS) {
    for (const word of [name, ...words ?? []]) assert.equal(pick(word), name, word);
  }
});

Deno.test("a scenario is called by a word in a short sentence, in any case, with punctuation", () => {
  assert.equal(pick("Show me a DIFF, please!"), "diff");
  assert.equal(pick("Hi there"), "hello");
  assert.equal(pick("what can you do?"), "help");
});

Deno.test("a keyword in a long text, or inside another word, calls nothing", () => {
  assert.equal(pick("planet"), "default");
  assert.equal(pick("we saw an error in the nightly build of the payment service"), "default");
  assert.equal(pick(""), "default");
});

Deno.test("envelopes in front of the words do not matter", () => {
  assert.equal(pick('\u001eCODEX_META {"cmd":"error"}\u001f\u001eCODEX_META {}\u001fplan'), "plan");
  assert.equal(pick("\u001eplan"), "plan");
});

Deno.test("help lists every scenario that has a summary", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const turn = await client.turn(threadId, "help");
  const text = turn.at(-1)?.params?.turn.items[0].text as string;
  const listed = SCENARIOS.filter((scenario) => scenario.summary);
  assert.ok(listed.length >= 14);
  for (const { name, summary } of listed) {
    assert.ok(text.includes(`\`${name}\` — ${summary}`), name);
  }
  assert.ok(!/\{(text|scenarios|answer)\}/.test(text));
  await client.close();
});

Deno.test("the scenes have what the product shows: every kind of step occurs, the tour has the main ones", () => {
  const kinds = new Set(SCENARIOS.flatMap((scenario) => stepsOf(scenario).map((step) => step.do)));
  for (
    const kind of ["say", "reason", "plan", "command", "edit", "tool", "question", "retry", "fail"]
  ) assert.ok(kinds.has(kind as Step["do"]), kind);
  const tour = SCENARIOS.find((scenario) => scenario.name === "tour")!;
  const inTour = new Set(tour.steps.map((step) => step.do));
  for (const kind of ["say", "reason", "plan", "command", "edit"] as const) {
    assert.ok(inTour.has(kind), kind);
  }
});

Deno.test("the hunks of every diff count their lines right", () => {
  const edits = SCENARIOS.flatMap(stepsOf).flatMap((step) =>
    step.do === "edit" ? step.changes : []
  );
  assert.ok(edits.length >= 5);
  for (const { path, kind, diff } of edits) {
    assert.ok(diff.endsWith("\n"), path);
    if (kind !== "update") continue;
    const hunks = diff.split(/^(?=@@ )/m);
    for (const hunk of hunks) {
      const [, before, after] = hunk.match(/^@@ -\d+,(\d+) \+\d+,(\d+) @@\n/) ?? [];
      const lines = hunk.split("\n").slice(1, -1);
      assert.ok(lines.every((line) => /^[-+ ]/.test(line)), `${path}: ${hunk}`);
      assert.equal(
        lines.filter((line) => line[0] !== "+").length,
        Number(before),
        `${path} before`,
      );
      assert.equal(lines.filter((line) => line[0] !== "-").length, Number(after), `${path} after`);
    }
  }
});

Deno.test("the tour is short and the slow answer is long", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const secondsFor = async (words: string) => {
    const turn = await client.turn(threadId, words);
    return turn.at(-1)!.params!.turn.durationMs / 1000;
  };
  const tour = await secondsFor("tour");
  const slow = await secondsFor("slow");
  await client.close();
  assert.ok(tour > 5 && tour < 20, `tour takes ${tour} s`);
  assert.ok(slow > 20 && slow < 30, `slow takes ${slow} s`);
});
