import assert from "node:assert/strict";
import {
  commandQuery,
  joined,
  mentionQuery,
  messageText,
  requestOf,
} from "../../lib/view/message_text.ts";

Deno.test("a mention is written as a path that the agent can read", () => {
  const segments = [{ text: "see " }, { file: "lib/a.ts" }, { text: " and " }, { file: "my file" }];
  assert.equal(messageText(segments), 'see @lib/a.ts and @"my file"');
});

Deno.test("an @ calls for the menu where it begins a word, also at the very start", () => {
  assert.equal(mentionQuery("@"), "");
  assert.equal(mentionQuery("look at @lib/vi"), "lib/vi");
  assert.equal(mentionQuery("(@x"), "x");
  assert.equal(mentionQuery("line\n@x"), "x");
  assert.equal(mentionQuery("name@host"), null);
  assert.equal(mentionQuery("@done and"), null);
});

Deno.test("a slash calls for the menu only alone at the start", () => {
  assert.equal(commandQuery("/"), "");
  assert.equal(commandQuery("/re"), "re");
  assert.equal(commandQuery("/rename x"), null);
  assert.equal(commandQuery("see /re"), null);
});

Deno.test("a known command is one, a path is a message, ! is for the shell", () => {
  const isCommand = (name: string) => name === "rename";
  assert.deepEqual(requestOf("/rename  New name ", isCommand), {
    kind: "command",
    name: "rename",
    argument: "New name",
  });
  assert.deepEqual(requestOf("/usr is full", isCommand), { kind: "message" });
  assert.deepEqual(requestOf("/rename/x", isCommand), { kind: "message" });
  assert.deepEqual(requestOf("! ls -la", isCommand), { kind: "shell", command: "ls -la" });
  assert.deepEqual(requestOf("!", isCommand), { kind: "message" });
});

Deno.test("runs of text that touch become one", () => {
  assert.deepEqual(
    joined([{ text: "a" }, { text: "" }, { text: "b" }, { file: "f" }, { text: "" }]),
    [
      { text: "ab" },
      { file: "f" },
    ],
  );
});
