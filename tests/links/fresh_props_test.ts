import assert from "node:assert/strict";
import { computed, Signal, signal } from "@preact/signals";
import { readProps } from "../../links/fresh/src/props_reader.ts";
import { PropsWriter, SlotRef } from "../../links/fresh/src/props_writer.ts";

const maker = {
  signal,
  computed,
  slot: (id: number, name: string) => ({ id, name }),
};

/** Sends the props of some islands over and back. */
function roundTrip(...islands: Record<string, unknown>[]): Record<string, unknown>[] {
  const writer = new PropsWriter();
  for (const props of islands) writer.add("Test", props);
  return readProps(writer.toJson(), maker);
}

Deno.test("all kinds of data arrive as they were", () => {
  const props = {
    text: "x\u2028</script>",
    list: [1, [2, null], undefined, true],
    numbers: [NaN, Infinity, -Infinity, -0, 0, 1.5],
    big: 12345678901234567890n,
    date: new Date(86_400_000),
    url: new URL("http://a/b?c#d"),
    pattern: /a+\/b/gi,
    bytes: new Uint8Array([0, 127, 255]),
    map: new Map<unknown, unknown>([["k", new Set([1, "1"])], [{ deep: 1 }, 2]]),
    nested: { a: { b: [{ c: 1 }] }, missing: undefined },
  };
  assert.deepEqual(roundTrip(props), [props]);
});

Deno.test("an invalid date stays an invalid date", () => {
  const [props] = roundTrip({ date: new Date(NaN) });
  assert.ok(Number.isNaN((props?.date as Date).getTime()));
});

Deno.test("a signal in two islands stays one signal", () => {
  const shared = signal(1);
  const [a, b] = roundTrip({ s: shared }, { deep: { s: shared } });
  const received = a?.s as Signal<number>;
  assert.ok(received instanceof Signal);
  assert.equal(received.value, 1);
  assert.equal((b?.deep as { s: unknown }).s, received);
});

Deno.test("a computed signal arrives as one that cannot be set", () => {
  const [props] = roundTrip({ c: computed(() => 21 * 2) });
  const received = props?.c as Signal<number>;
  assert.equal(received.value, 42);
  assert.throws(() => received.value = 1);
});

Deno.test("shared objects stay shared and cycles close", () => {
  const shared = { n: 1 };
  const cycle: Record<string, unknown> = { shared };
  cycle.self = cycle;
  const [props] = roundTrip({ a: shared, b: shared, cycle });
  assert.equal(props?.a, props?.b);
  const received = props?.cycle as Record<string, unknown>;
  assert.equal(received.self, received);
  assert.equal(received.shared, props?.a);
});

Deno.test("a slot arrives as a reference", () => {
  assert.deepEqual(roundTrip({ children: new SlotRef(3, "children") }), [
    { children: { id: 3, name: "children" } },
  ]);
});

Deno.test("a prop called __proto__ does not change the prototype", () => {
  const [props] = roundTrip({ data: JSON.parse('{"__proto__": {"admin": true}}') });
  const data = props?.data as Record<string, unknown>;
  assert.equal(data.admin, undefined);
  assert.deepEqual(Object.keys(data), ["__proto__"]);
});

Deno.test("a function is refused with the island and the way to it", () => {
  const writer = new PropsWriter();
  const items = [{ label: "ok" }, { onClick: () => {} }];
  assert.throws(
    () => writer.add("Menu", { items }),
    new TypeError(
      'Cannot send the prop "items[1].onClick" of the island "Menu" to the browser: ' +
        "it is a function. Props must be data, signals or JSX.",
    ),
  );
  assert.throws(() => writer.add("Menu", { key: Symbol("x") }), /it is a symbol/);
});
