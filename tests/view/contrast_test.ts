// Colours of text against the grounds that it stands on, in both themes: AA asks for 4.5 to 1. From
// the style sheets themselves, so that a colour that is changed is looked at everywhere it is used.

import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "../harness/cache_folder.ts";

const ENOUGH = 4.5;
const GROUNDS = ["paper", "card", "soft"];
const DIFF = ["card", "add", "del", "add-word", "del-word"];
const TOKENS = ["keyword", "string", "number", "title", "type", "attr"];

const PAIRS: readonly [ink: string, grounds: readonly string[]][] = [
  ["ink", [...GROUNDS, ...DIFF]],
  ["quiet", GROUNDS],
  ["accent", GROUNDS],
  ["good", [...GROUNDS, "add"]],
  ["warn", GROUNDS],
  ["bad", [...GROUNDS, "del"]],
  ["violet", GROUNDS],
  ["on-accent", ["accent"]],
  ...TOKENS.map((token): [string, string[]] => [`tok-${token}`, [...DIFF, "code-paper"]]),
  // Where words of a comment are marked they have the ink's colour.
  ["tok-comment", ["card", "add", "del", "code-paper"]],
];

type Theme = "light" | "dark";

async function colours(): Promise<Map<string, Record<Theme, string>>> {
  const found = new Map<string, Record<Theme, string>>();
  const folder = join(REPOSITORY, "static", "css");
  for await (const { name } of Deno.readDir(folder)) {
    const text = await Deno.readTextFile(join(folder, name));
    const both = /--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g;
    for (const [, key, light, dark] of text.matchAll(both)) {
      found.set(key!, { light: light!, dark: dark! });
    }
  }
  return found;
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

Deno.test("text can be read on all its grounds in both themes", async () => {
  const known = await colours();
  const weak: string[] = [];
  for (const [ink, grounds] of PAIRS) {
    for (const ground of grounds) {
      for (const theme of ["light", "dark"] as const) {
        const [text, below] = [known.get(ink)?.[theme], known.get(ground)?.[theme]];
        assert.ok(text !== undefined && below !== undefined, `${ink} or ${ground} is no colour`);
        const ratio = contrast(text, below);
        if (ratio < ENOUGH) weak.push(`${ink} on ${ground}, ${theme}: ${ratio.toFixed(2)}`);
      }
    }
  }
  assert.deepEqual(weak, []);
});
