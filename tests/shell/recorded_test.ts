// Recorded sessions of real shells (tests/fixtures/shell, made by record_sessions.ts), cut at every
// point: the blocks, their output and what is shown must not depend on how chunks fall.

import assert from "node:assert/strict";
import { join } from "node:path";
import { BlockTracker } from "../../lib/shell/blocks.ts";
import { type Nonces, readMark } from "../../lib/shell/mark.ts";
import { MarkScanner } from "../../lib/shell/osc.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";

interface Recording {
  readonly nonces: Nonces;
  readonly bytes: Uint8Array;
  /** Where the chunks ended when it was recorded. */
  readonly cuts: readonly number[];
}

interface Told {
  readonly blocks: readonly { cmd: string | null; exit: number | null; output: string }[];
  /** All that is shown, without marks, one character per byte. */
  readonly shown: string;
}

const SPOOFED = "\x1b]7793;00000000000000000000000000000000;D;1;0;/;\x07";

/** The commands of every recording, with exit code and, where no shell adds to it, output. */
const EXPECTED: readonly (readonly [cmd: string, exit: number, output?: string])[] = [
  ["echo plain", 0, "plain\r\n"],
  ["false", 1, ""],
  ["printf 'no newline'", 0, "no newline"],
  ["echo 'ünïcödé ✓; 100%'", 0],
  ["printf '\\033[?1049h\\033[Hfull screen\\033[?1049l'", 0],
  ["printf '\\033]7793;00000000000000000000000000000000;D;1;0;/;\\007'", 0, SPOOFED],
  ["printf '10%%\\r50%%\\rdone\\n'; sh -c 'exit 7'", 7, "10%\r50%\rdone\r\n"],
  ["head -c 300 /dev/urandom | od -An -tx1", 0],
  ["echo pasted 1\necho pasted 2", 0, "pasted 1\r\npasted 2\r\n"],
];

function recordingOf(shell: string): Recording {
  const path = join(REPOSITORY, "tests/fixtures/shell", `${shell}.json`);
  const { nonces, sizes, base64 } = JSON.parse(Deno.readTextFileSync(path));
  let at = 0;
  return { nonces, bytes: Uint8Array.fromBase64(base64), cuts: sizes.map((n: number) => at += n) };
}

/** What is told of a recording that comes in pieces with these ends. */
function told({ nonces, bytes }: Recording, cuts: readonly number[]): Told {
  const scanner = new MarkScanner([nonces.strong, nonces.weak]);
  const tracker = new BlockTracker({ cwd: "/", cols: 80, lastSeq: 0 });
  const blocks: { cmd: string | null; exit: number | null; output: string }[] = [];
  let [shown, output, from] = ["", "", 0];
  const take = (segments: ReturnType<MarkScanner["push"]>) => {
    for (const segment of segments) {
      if (segment.kind === "data") {
        const text = latin(segment.bytes);
        shown += text;
        if (tracker.data(segment.bytes)) output += text;
      } else if (segment.kind === "mark") {
        const mark = readMark(segment, nonces);
        for (const effect of mark === null ? [] : tracker.mark(mark, 0)) {
          if (effect.type === "begin") output = "";
          if (effect.type !== "end") continue;
          blocks.push({ cmd: effect.block.cmd, exit: effect.block.exit_code, output });
        }
      }
    }
  };
  for (const end of [...cuts, bytes.length]) {
    take(scanner.push(bytes.slice(from, end)));
    from = end;
  }
  take(scanner.flush());
  return { blocks, shown };
}

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** A small generator, the same numbers every time. */
function numbers(seed: number): () => number {
  return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

for (const shell of ["bash", "zsh", "fish"]) {
  const recording = recordingOf(shell);
  const whole = told(recording, []);

  Deno.test(`a recorded session of ${shell} has its commands as blocks, and no mark is shown`, () => {
    assert.deepEqual(
      // Some shells tell the end of `exit`, too.
      whole.blocks.slice(0, EXPECTED.length).map(({ cmd, exit }) => [cmd, exit]),
      EXPECTED.map(([cmd, exit]) => [cmd, exit]),
    );
    for (const [index, [cmd, , output]] of EXPECTED.entries()) {
      // fish colours the line once more before it runs it.
      const found = whole.blocks[index]?.output ?? "";
      if (output !== undefined) {
        assert.ok(found.endsWith(output), `${cmd}: ${JSON.stringify(found)}`);
      }
    }
    assert.ok(!whole.shown.includes(recording.nonces.strong));
    assert.ok(!whole.shown.includes(recording.nonces.weak));
    assert.deepEqual(told(recording, recording.cuts), whole);
  });

  Deno.test(`a session of ${shell} that is cut at any point is told the same`, () => {
    for (let cut = 0; cut <= recording.bytes.length; cut += 1) {
      const { blocks, shown } = told(recording, [cut]);
      if (shown !== whole.shown) assert.equal(shown, whole.shown, `cut at ${cut}`);
      assert.deepEqual(blocks, whole.blocks, `cut at ${cut}`);
    }
  });

  Deno.test(`a session of ${shell} that is cut at many points is told the same`, () => {
    assert.deepEqual(told(recording, recording.bytes.keys().toArray()), whole, "byte by byte");
    const next = numbers(shell.length);
    for (let round = 0; round < 300; round += 1) {
      const cuts = Array.from({ length: 1 + Math.floor(next() * 40) }, () => {
        return Math.floor(next() * recording.bytes.length);
      }).sort((a, b) => a - b);
      assert.deepEqual(told(recording, cuts), whole, `cut at ${cuts}`);
    }
  });
}
