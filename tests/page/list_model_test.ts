import assert from "node:assert/strict";
import { ListModel } from "../../lib/page/list_model.ts";
import type { ListItem } from "../../lib/view/list_items.ts";

const item = (id: string, more: Partial<ListItem> = {}): ListItem => ({
  id,
  label: id,
  updated_at: "2026-01-02T03:04:05.000Z",
  draft: false,
  pinned: false,
  archived: false,
  running: false,
  approvals: 0,
  events: 0,
  ...more,
});

/** A list whose server answers when the test says so. */
function slowList(items: ListItem[]) {
  const { promise, resolve } = Promise.withResolvers<ListItem[]>();
  const list = new ListModel(items, { read: () => promise, isSeen: () => true });
  return { list, answer: resolve };
}

Deno.test("a list that was read before a change does not undo the change", async () => {
  const { list, answer } = slowList([item("a"), item("b")]);
  const shown = list.showArchived();
  list.change("a", { pinned: true });
  list.remove("b");
  list.add(item("c"));
  answer([item("a"), item("b")]);
  await shown;
  assert.deepEqual(list.items.peek(), [item("c"), item("a", { pinned: true })]);
});

Deno.test("a list that is read while a change is on its way does not undo it", async () => {
  const { list, answer } = slowList([item("a"), item("b")]);
  const written = Promise.withResolvers<void>();
  const change = list.during(() => {
    list.change("a", { archived: true });
    return written.promise;
  });
  const shown = list.showArchived();
  answer([item("a"), item("b")]);
  await shown;
  assert.deepEqual(list.items.peek(), [item("a", { archived: true }), item("b")]);
  written.resolve();
  await change;
});

Deno.test("what was read after all answers came counts as it is", async () => {
  const { list, answer } = slowList([item("a")]);
  await list.during(() => Promise.resolve(list.change("a", { pinned: true })));
  answer([item("a", { label: "renamed elsewhere" })]);
  await list.showArchived();
  assert.deepEqual(list.items.peek(), [item("a", { label: "renamed elsewhere" })]);
});
