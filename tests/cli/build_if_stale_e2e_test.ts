// The build at start, on a small program of its own whose build counts how often it ran.

import assert from "node:assert/strict";
import { join } from "@std/path";
import { buildIfStale } from "../../lib/cli/launcher/build_if_stale.ts";
import { type Program, programAt } from "../../lib/cli/launcher/program.ts";

const BUILD = `
Deno.mkdirSync("_fresh", { recursive: true });
Deno.writeTextFileSync("_fresh/count", "x", { append: true });
console.log("noise on stdout");
if (Deno.readTextFileSync("lib/a.ts").includes("broken")) throw new Error("cannot bundle a.ts");
`;

interface Stage {
  readonly program: Program;
  readonly said: () => string;
  build(): ReturnType<typeof buildIfStale>;
  builds(): number;
  write(path: string, text: string): void;
}

async function withProgram(fn: (stage: Stage) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-build-" });
  let said = "";
  const program = programAt(join(root, "p"), () => join(root, "cache"));
  const write = (path: string, text: string) =>
    Deno.writeTextFileSync(join(program.folder, path), text);
  try {
    await Deno.mkdir(join(program.folder, "lib"), { recursive: true });
    write("deno.json", "{}");
    write("main.ts", "export {};");
    write("dev.ts", BUILD);
    write("lib/a.ts", "1");
    await fn({
      program,
      said: () => said,
      build: () => buildIfStale(program, (text) => void (said += text), false),
      builds: () => Deno.readTextFileSync(join(program.folder, "_fresh/count")).length,
      write,
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("it builds once, says so in one line, and again only after a change", () =>
  withProgram(async ({ build, builds, said, write }) => {
    assert.equal((await build()).ok, true);
    assert.match(said(), /^building the page … done in \d+\.\d s\n$/);
    assert.equal((await build()).ok, true);
    assert.equal(builds(), 1);
    write("lib/a.ts", "22");
    assert.equal((await build()).ok, true);
    assert.equal(builds(), 2);
  }));

Deno.test("two starts at once build once", () =>
  withProgram(async ({ build, builds, said }) => {
    const outcomes = await Promise.all([build(), build(), build()]);
    assert.deepEqual(outcomes.map((outcome) => outcome.ok), [true, true, true]);
    assert.equal(builds(), 1);
    assert.match(said(), /waiting for another start that is building the page/);
  }));

Deno.test("a failed build shows what it said, and is tried again next time", () =>
  withProgram(async ({ build, builds, write }) => {
    write("lib/a.ts", "broken");
    for (const times of [1, 2]) {
      const outcome = await build();
      assert.ok(!outcome.ok);
      assert.match(outcome.message, /^building the page failed:\n[^]*cannot bundle a\.ts/);
      assert.equal(builds(), times);
    }
  }));

Deno.test("after Deno's cache was emptied packages are fetched again, without a build", () =>
  withProgram(async ({ build, builds, program, said }) => {
    await build();
    await Deno.remove(program.state, { recursive: true });
    assert.equal((await build()).ok, true);
    assert.equal(builds(), 1);
    assert.match(said(), /fetching packages … done in/);
  }));

Deno.test("a stale program in a folder that cannot be written says who must start it", () =>
  withProgram(async ({ build, program, write }) => {
    write("_fresh", "a file in the way stops root too, which no mode does");
    const outcome = await build();
    assert.ok(!outcome.ok);
    assert.equal(
      outcome.message,
      `the page is not built for these sources, and ${program.folder} cannot be written; run ` +
        `"deno task start" there once as its owner`,
    );
  }));
