import assert from "node:assert/strict";
import { ago, grouped, type ListItem, matching } from "../../lib/view/list_items.ts";

const NOW = new Date(2026, 4, 20, 15, 0).getTime();
const at = (...[month, day, hour]: [number, number, number]) =>
  new Date(2026, month - 1, day, hour).toISOString();

function item(id: string, updated_at: string, more: Partial<ListItem> = {}): ListItem {
  const marks = {
    draft: false,
    pinned: false,
    archived: false,
    running: false,
    approvals: 0,
    events: 0,
  };
  return { id, label: id, updated_at, ...marks, ...more };
}

Deno.test("conversations are grouped by day, pinned ones before all others", () => {
  const groups = grouped([
    item("old", at(2, 3, 9)),
    item("late", at(5, 20, 14)),
    item("yesterday", at(5, 19, 1)),
    item("early", at(5, 20, 1)),
    item("week", at(5, 15, 12)),
    item("kept", at(1, 1, 1), { pinned: true }),
    item("ancient", new Date(2024, 6, 1).toISOString()),
  ], NOW);
  assert.deepEqual(groups.map(({ title, items }) => [title, ...items.map(({ id }) => id)]), [
    ["Pinned", "kept"],
    ["Today", "late", "early"],
    ["Yesterday", "yesterday"],
    ["Last seven days", "week"],
    ["February", "old"],
    ["July 2024", "ancient"],
  ]);
});

Deno.test("a query finds names that have all its words, in any order and case", () => {
  const items = ["Fix the login page", "Login cookies", "Docs"].map((id) => item(id, at(5, 20, 1)));
  assert.deepEqual(matching(items, "page LOGIN").map(({ id }) => id), ["Fix the login page"]);
  assert.equal(matching(items, "  ").length, 3);
});

Deno.test("a time is told as briefly as possible", () => {
  const before = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
  assert.deepEqual(
    [0, 5, 59, 60, 23 * 60, 3 * 24 * 60, -5].map((minutes) => ago(before(minutes), NOW)),
    ["now", "5m", "59m", "1h", "23h", "3d", "now"],
  );
  assert.equal(ago(at(2, 3, 9), NOW), "Feb 3");
});
