import assert from "node:assert/strict";
import { editDistance, nearest } from "../../lib/config/nearest.ts";

Deno.test("inserting, removing, replacing and swapping each count as one step", () => {
  const pairs = [
    ["port", "port"],
    ["port", "ports"],
    ["port", "pot"],
    ["port", "pork"],
    [
      "port",
      "prot",
    ],
    ["", "abc"],
    ["kitten", "sitting"],
  ] as const;
  assert.deepEqual(pairs.map(([a, b]) => editDistance(a, b)), [0, 1, 1, 1, 1, 3, 3]);
});

Deno.test("a typo finds the name that was meant", () => {
  const names = ["serve", "demo-agent", "config", "version", "help"];
  const typos = ["srve", "demo", "cofnig", "versoin", "hepl", "SERVE", "xyzzy"];
  assert.deepEqual(typos.map((typo) => nearest(typo, names)), [
    "serve",
    "demo-agent",
    "config",
    "version",
    "help",
    "serve",
    undefined,
  ]);
});
