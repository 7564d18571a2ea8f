import assert from "node:assert/strict";
import { MessageHistory } from "../../lib/view/message_history.ts";

Deno.test("one goes back to the oldest message and forth to what one was writing", () => {
  const history = new MessageHistory<string>(["one", "two"]);
  const writing = () => "half a thought";
  assert.equal(history.older(writing), "two");
  assert.equal(history.older(writing), "one");
  assert.equal(history.older(writing), null);
  assert.deepEqual(history.newer(), { text: "two" });
  assert.deepEqual(history.newer(), { draft: "half a thought" });
  assert.equal(history.newer(), null);
});

Deno.test("a sent message is the first to come back to, the same twice only once", () => {
  const history = new MessageHistory<string>([]);
  history.add("a");
  history.add("b");
  history.add("b");
  assert.equal(history.older(() => ""), "b");
  assert.equal(history.older(() => ""), "a");
});

Deno.test("who changes an old message writes a new one", () => {
  const history = new MessageHistory<string>(["old"]);
  history.older(() => "x");
  assert.ok(history.isBack);
  history.leave();
  assert.ok(!history.isBack);
  assert.equal(history.newer(), null);
});
