import assert from "node:assert/strict";
import { changeTo, effortChoices, modelChoices, modelWords } from "../../lib/view/model_choices.ts";

const model = (id: string, efforts: string[], isDefault = false) => ({
  id,
  model: id,
  displayName: id.toUpperCase(),
  description: "",
  supportedReasoningEfforts: efforts.map((reasoningEffort) => ({
    reasoningEffort,
    description: "",
  })),
  defaultReasoningEffort: efforts[0] ?? null,
  inputModalities: [],
  isDefault,
});
const MODELS = [model("big", ["medium", "high"], true), model("mini", ["low"])];

Deno.test("the button says the model in use and its effort", () => {
  assert.equal(modelWords(MODELS, { model: null, reasoning_effort: null }), "BIG · medium");
  assert.equal(modelWords(MODELS, { model: "mini", reasoning_effort: "low" }), "MINI · low");
  assert.equal(modelWords([], { model: null, reasoning_effort: null }), "Default model");
  assert.equal(modelWords(MODELS, { model: "old", reasoning_effort: null }), "old");
});

Deno.test("efforts follow the model", () => {
  const values = (id: string | null) =>
    effortChoices(MODELS, { model: id, reasoning_effort: null }).map(({ value }) => value);
  assert.deepEqual(values(null), [null, "medium", "high"]);
  assert.deepEqual(values("mini"), [null, "low"]);
  assert.deepEqual(values("unknown"), [null]);
});

Deno.test("another model lets go of an effort that it does not have", () => {
  const chosen = { model: "big", reasoning_effort: "high" };
  assert.deepEqual(changeTo(MODELS, chosen, "mini"), { model: "mini", reasoning_effort: null });
  assert.deepEqual(changeTo(MODELS, chosen, null), { model: null });
});

Deno.test("a model that is not offered any more is still shown as chosen", () => {
  const values = (id: string | null) =>
    modelChoices(MODELS, { model: id, reasoning_effort: null }).map(({ value }) => value);
  assert.deepEqual(values("gone"), [null, "big", "mini", "gone"]);
  assert.deepEqual(values("big"), [null, "big", "mini"]);
});
