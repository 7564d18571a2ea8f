import assert from "node:assert/strict";
import type { Entry } from "../../../lib/router/change.ts";
import { entryGist } from "../../../lib/view/panels/entry_gist.ts";
import { everyRow } from "../../page/every_row.ts";

const gist = (fields: Record<string, unknown>) =>
  entryGist({ id: "e", ts: "", ...fields } as unknown as Entry, "/work");

Deno.test("an entry is one line that says what it is about", () => {
  assert.equal(gist({ role: "user", text: "a\n\n  b" }), "a b");
  assert.equal(gist({ role: "command", command: "bash -lc 'ls -la'" }), "ls -la");
  assert.equal(gist({ role: "diff", path: "/work/a.ts", added: 2, removed: 0 }), "a.ts +2 −0");
  assert.equal(
    gist({ role: "status", status: "completed", duration_ms: 2_000 }),
    "completed, 2.0 s",
  );
  assert.equal(gist({ role: "token_usage", total_tokens: 12_345 }), "12.3k tokens");
  for (const draft of everyRow("text")) assert.notEqual(gist(draft), "", draft.role);
});

Deno.test("what we do not know, or is damaged, is an empty line and no harm", () => {
  assert.equal(gist({ role: "from the future", text: "x" }), "");
  assert.equal(gist({ role: "plan" }), "");
  assert.equal(gist({ role: "approval" }), "");
  assert.equal(gist({ role: "user", text: "x".repeat(1_000_000) }).length, 300);
});
