import assert from "node:assert/strict";
import { descendantsOf, parseList } from "../../lib/shells/processes.ts";
import { Tail } from "../../lib/shells/tail.ts";

/** A line of /proc/<pid>/stat. */
function stat(pid: number, name: string, state: string, parent: number, ticks: number): string {
  const between = Array.from({ length: 16 }, () => "0").join(" ");
  return `${pid} (${name}) ${state} ${parent} ${pid} ${between} ${ticks} 0 0`;
}

Deno.test("processes are read whatever their name is, without the dead", () => {
  const text = [
    "bfc576cf-1111-2222-3333-444455556666",
    stat(10, "sh", "S", 1, 700),
    stat(11, "a) R 1 (b", "R", 10, 701),
    stat(12, "zombie", "Z", 10, 702),
    stat(13, "line\nend", "S", 10, 703),
    "14 (torn",
    "",
  ].join("\n");
  assert.deepEqual(parseList(text), [
    { pid: 10, parent: 1, group: 10, since: "bfc576cf.700" },
    { pid: 11, parent: 10, group: 11, since: "bfc576cf.701" },
  ]);
  assert.deepEqual(parseList(""), []);
});

Deno.test("descendants are found at any depth, and a circle does not hang it", () => {
  const process = (pid: number, parent: number) => ({ pid, parent, group: 0, since: "x" });
  const all = [process(2, 1), process(3, 2), process(4, 3), process(5, 1), process(9, 8)];
  assert.deepEqual(descendantsOf(2, all).map(({ pid }) => pid), [3, 4]);
  assert.deepEqual(descendantsOf(7, all), []);
  const circle = [process(2, 3), process(3, 2)];
  assert.deepEqual(descendantsOf(2, circle).map(({ pid }) => pid), [3]);
});

Deno.test("the last words are the last lines, in bounded memory", () => {
  const tail = new Tail();
  const bytes = new TextEncoder().encode("0123456789\n");
  for (let i = 0; i < 50_000; i++) tail.push(bytes);
  tail.push(new TextEncoder().encode("the end\r\nwithout a line end"));
  assert.equal(tail.lines().length, 40);
  assert.deepEqual(tail.lines().slice(-3), ["0123456789", "the end", "without a line end"]);
  assert.deepEqual(new Tail().lines(), []);
});
