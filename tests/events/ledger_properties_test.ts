// The ledger against a model of a few lines, over random lives with crashes in them: a crash cuts the
// file anywhere behind what was promised.

import assert from "node:assert/strict";
import { EventTable } from "../../lib/events/event_table.ts";
import { keyHash, KeyIndex } from "../../lib/events/key_index.ts";
import { EVENT_STATES, isUnread } from "../../lib/events/progress.ts";
import { fc } from "../harness/properties.ts";
import { candidate, inLedgerFolder } from "./ledger_folder.ts";

type Action =
  | { readonly do: "accept"; readonly ids: readonly number[] }
  | { readonly do: "advance"; readonly seq: number; readonly state: number }
  | { readonly do: "crash"; readonly torn: string }
  | { readonly do: "tidy" };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant("accept" as const), ids: fc.array(fc.nat(30), { maxLength: 6 }) }),
  fc.record({
    do: fc.constant("advance" as const),
    seq: fc.integer({ min: 1, max: 20 }),
    state: fc.nat(EVENT_STATES.length - 1),
  }),
  fc.record({ do: fc.constant("crash" as const), torn: fc.string({ maxLength: 40 }) }),
  fc.constant({ do: "tidy" as const }),
);

Deno.test("whatever happens, no accepted event is lost, doubled or set back", () =>
  fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), (actions) =>
      inLedgerFolder(async (folder) => {
        /** By id: the state that was promised last. */
        const model = new Map<string, string>();
        let ledger = await folder.open();
        for (const one of actions) {
          if (one.do === "accept") {
            const results = await Promise.all(
              one.ids.map((id) =>
                ledger.accept(candidate(`e${id}`))
              ),
            );
            for (const { kind, record } of results) {
              const id = record.event.event_id;
              assert.equal(kind === "accepted", !model.has(id), `${id} is ${kind}`);
              if (kind === "accepted") model.set(id, record.progress.state);
            }
          } else if (one.do === "advance") {
            const next = await ledger.advance(one.seq, EVENT_STATES[one.state]!);
            if (next !== null) model.set(next.event.event_id, next.progress.state);
          } else if (one.do === "tidy") {
            await ledger.tidy(true);
          } else {
            await folder.close();
            Deno.writeTextFileSync(folder.path, one.torn.replaceAll("\n", ""), { append: true });
            ledger = await folder.open();
            for (const [id, state] of model) {
              const unknown = ["steering", "turn_starting", "injected"].includes(state);
              if (unknown) model.set(id, "indeterminate");
            }
          }
          const all = [...ledger.newest()];
          assert.deepEqual(
            new Map(all.map(({ event, progress }) => [event.event_id, progress.state])),
            model,
          );
          assert.equal(all.length, model.size, "an event is there twice");
          assert.equal(
            ledger.unread,
            all.filter(({ progress }) => isUnread(progress.state)).length,
          );
        }
      })),
    { numRuns: 60 },
  ));

Deno.test("the index finds exactly the rows of a key, however many share its place", () => {
  fc.assert(fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 500 }), (keys) => {
    const index = new KeyIndex();
    for (const key of keys) index.add(keyHash(key));
    for (const key of new Set(keys)) {
      const expected = keys.flatMap((other, row) => other === key ? [row] : []);
      const found = [...index.rows(keyHash(key))].filter((row) => keys[row] === key);
      assert.deepEqual(found, expected);
    }
    assert.deepEqual([...index.rows(keyHash("nobody has this"))], []);
  }));
});

Deno.test("a table finds rows by number and counts the unread", () => {
  const table = new EventTable();
  for (let n = 1; n <= 500; n++) {
    const state = n % 3 === 0 ? "observed" : "queued";
    const row = table.add({ seq: n * 2, at: n, state, mode: "steer", severity: "info" });
    table.place(row, { offset: n * 5_000_000_000, length: n });
  }
  assert.equal(table.unread, 500 - 166);
  assert.deepEqual(table.eventPlace(table.rowOf(600)), { offset: 1_500_000_000_000, length: 300 });
  assert.equal(table.rowOf(601), -1);
  table.void(table.rowOf(1_000));
  assert.equal(table.rowOf(1_000), -1);
  assert.equal(table.unread, 500 - 166 - 1);
});
