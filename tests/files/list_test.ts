import assert from "node:assert/strict";
import { join } from "node:path";
import { listFiles } from "../../lib/files/list.ts";
import { walkFiles } from "../../lib/files/walk.ts";
import { realTest } from "../harness/real_parts.ts";

const FILES = {
  ".gitignore": "*.log\n/dist/\n!keep.log\n",
  "README.md": "",
  "keep.log": "",
  "noise.log": "",
  "dist/out.js": "",
  "src/main.ts": "",
  "src/.gitignore": "generated\n",
  "src/generated/a.ts": "",
  "src/with space.ts": "",
  ".github/ci.yml": "",
  ".git/HEAD": "",
};
const EXPECTED = [
  ".github/ci.yml",
  ".gitignore",
  "README.md",
  "keep.log",
  "src/.gitignore",
  "src/main.ts",
  "src/with space.ts",
];

async function withTree(fn: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.mkdir(join(cwd, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(cwd, path), text);
    }
    await Deno.symlink(cwd, join(cwd, "loop"));
    await fn(cwd);
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

const limits = (files = 1_000) => ({ files, signal: new AbortController().signal });

Deno.test("walking leaves out what .gitignore names, and does not follow links", () =>
  withTree(async (cwd) => {
    assert.deepEqual((await walkFiles(cwd, limits())).sort(), EXPECTED);
    assert.equal((await walkFiles(cwd, limits(3))).length, 3);
  }));

Deno.test("without ripgrep the folder is walked", () =>
  withTree(async (cwd) => {
    assert.deepEqual((await listFiles(cwd, limits(), "no-such-program")).sort(), EXPECTED);
  }));

realTest(
  "ripgrep gives the same files, and no more than asked for",
  { needs: ["rg"] },
  () =>
    withTree(async (cwd) => {
      assert.deepEqual((await listFiles(cwd, limits())).sort(), EXPECTED);
      assert.equal((await listFiles(cwd, limits(2))).length, 2);
    }),
);
