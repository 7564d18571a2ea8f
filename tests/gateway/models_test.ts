import assert from "node:assert/strict";
import { Models } from "../../lib/gateway/models.ts";
import type { JsonObject } from "../../lib/protocol/message.ts";

const model = (id: string, efforts: string[], more: JsonObject = {}): JsonObject => ({
  id,
  model: id,
  displayName: id.toUpperCase(),
  supportedReasoningEfforts: efforts.map((reasoningEffort) => ({ reasoningEffort })),
  defaultReasoningEffort: efforts[0] ?? null,
  ...more,
});

/** An app-server with two pages of models, and a clock. */
function source() {
  const state = { now: 0, asked: 0, generation: 1, broken: false };
  const request = (method: string, params: unknown): Promise<JsonObject> => {
    assert.equal(method, "model/list");
    state.asked++;
    if (state.broken) return Promise.reject(new Error("not today"));
    return Promise.resolve(
      (params as JsonObject).cursor === "2"
        ? { data: [model("b", ["low"]), model("secret", [], { hidden: true })], nextCursor: null }
        : { data: [model("a", ["medium", "high"], { isDefault: true }), "junk"], nextCursor: "2" },
    );
  };
  const models = new Models({
    get generation() {
      return state.generation;
    },
    request,
  }, () => state.now);
  return { state, models };
}

Deno.test("all pages are read, hidden ones and junk left out", async () => {
  const { models } = source();
  const list = await models.list();
  assert.deepEqual(list.map(({ id, isDefault }) => [id, isDefault]), [["a", true], ["b", false]]);
});

Deno.test("the list is kept for five minutes, and several callers ask once", async () => {
  const { models, state } = source();
  await Promise.all([models.list(), models.list()]);
  state.now = 299_999;
  await models.list();
  assert.equal(state.asked, 2);
  state.now = 300_000;
  await models.list();
  assert.equal(state.asked, 4);
});

Deno.test("another process of the agent is asked anew, and so is one that failed", async () => {
  const { models, state } = source();
  await models.list();
  state.generation = 2;
  state.broken = true;
  await assert.rejects(models.list());
  state.broken = false;
  assert.equal((await models.list()).length, 2);
});

Deno.test("an effort that the model has not got becomes its default", async () => {
  const { models, state } = source();
  assert.equal(await models.effortFor("a", "high"), "high");
  assert.equal(await models.effortFor("b", "high"), "low");
  assert.equal(await models.effortFor("unlisted", "high"), "high");
  assert.equal(await models.effortFor(null, "high"), "high");
  assert.equal(await models.effortFor("a", null), null);
  state.generation = 2;
  state.broken = true;
  assert.equal(await models.effortFor("b", "high"), "high");
});

Deno.test("a list whose pages never end is not read for ever", async () => {
  let asked = 0;
  const models = new Models({
    generation: 1,
    request: () => Promise.resolve({ data: [model(`m${++asked}`, [])], nextCursor: "more" }),
  }, () => 0);
  assert.equal((await models.list()).length, 50);
});
