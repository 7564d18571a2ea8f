import assert from "node:assert/strict";
import { queryOf } from "../../lib/hub/query.ts";

const read = (query: string) => queryOf(new URLSearchParams(query));

Deno.test("a query names a conversation, a number and a tab", () => {
  assert.deepEqual(read("conversation=c&since=17&tab=one"), {
    raw: false,
    conversation: "c",
    tab: "one",
    since: 17,
  });
});

Deno.test("without a number a reader starts afresh, and with a wrong one it has a gap", () => {
  assert.equal(read("").since, null);
  assert.equal(read("since=").since, null);
  assert.equal(read("since=1.5").since, -1);
  assert.equal(read("since=later").since, -1);
});
