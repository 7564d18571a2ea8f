import assert from "node:assert/strict";
import type { Entry } from "../../../lib/router/change.ts";
import { Conversations } from "../../../lib/transcript/conversations.ts";
import { Outlines } from "../../../lib/transcript/outline/outlines.ts";

const NOW = "2026-01-01T00:00:00.000Z";

const diff = (path: string, added = 1, id = path): Entry => ({
  ...{ id, ts: NOW, role: "diff", diff_id: "d", path, change: "update", added, removed: 0 },
  diff: "",
});

async function inHome(
  fn: (conversations: Conversations, outlines: Outlines) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "ph-outline-" });
  const conversations = new Conversations(home, () => {});
  try {
    await fn(conversations, new Outlines(conversations));
  } finally {
    await conversations.close();
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("an outline has what is on the disk, and what is appended while and after it is read", () =>
  inHome(async (conversations, outlines) => {
    const { conversation_id: id } = await conversations.create({ cwd: "/" }, NOW);
    const transcript = conversations.transcript(id);
    await transcript.append(Array.from({ length: 1_200 }, (_, at) => diff(`f${at}`)));
    const opening = outlines.of(id);
    // The same diff again, larger, while the first one is being read.
    const appending = transcript.append([diff("f1199", 5), diff("new")]);
    const { files } = await opening;
    await appending;
    assert.deepEqual(files.page({ limit: 1 }).total, { files: 1_201, added: 1_205, removed: 0 });
    await transcript.append([diff("later"), { id: "u", ts: NOW, role: "user" }]);
    const page = files.page({ limit: 2 });
    assert.deepEqual(page.files.map(({ path }) => path), ["later", "new"]);
    assert.equal(page.files[0]?.edits[0]?.number, 1_202);
  }));

Deno.test("a conversation that was deleted is forgotten", () =>
  inHome(async (conversations, outlines) => {
    const { conversation_id: id } = await conversations.create({ cwd: "/" }, NOW);
    await conversations.transcript(id).append([diff("a")]);
    const before = await outlines.of(id);
    await conversations.delete(id, NOW);
    await conversations.restore(id);
    assert.notEqual(await outlines.of(id), before);
  }));

Deno.test("only a few outlines are kept", () =>
  inHome(async (conversations, outlines) => {
    const ids: string[] = [];
    for (let at = 0; at < 9; at++) {
      ids.push((await conversations.create({ cwd: "/" }, NOW)).conversation_id);
    }
    const first = await outlines.of(ids[0]!);
    for (const id of ids.slice(1)) await outlines.of(id);
    assert.notEqual(await outlines.of(ids[0]!), first);
    const last = await outlines.of(ids[8]!);
    assert.equal(await outlines.of(ids[8]!), last);
  }));
