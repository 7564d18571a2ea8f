import assert from "node:assert/strict";
import { type Line, LineSplitter } from "../../lib/protocol/lines.ts";
import { MessageReader } from "../../lib/protocol/reader.ts";
import { encodeFrame, FRAME_LIMIT, FrameReader } from "../../lib/shell/frames.ts";
import { readMark } from "../../lib/shell/mark.ts";
import { MarkScanner, type Segment } from "../../lib/shell/osc.ts";
import { frameJson } from "../../lib/shell/wire.ts";
import { fc } from "../harness/properties.ts";
import { chunks } from "./hostile.ts";

const NONCES = { strong: "nonce", weak: "weak" };

Deno.test("lines are the same however the bytes are cut, and no longer than allowed", () => {
  fc.assert(fc.property(chunks, ({ whole, cut }) => {
    const [pieces, once] = [new LineSplitter(40), new LineSplitter(40)];
    const lines = [...cut.flatMap((chunk) => pieces.push(chunk)), ...pieces.end()];
    // How much is shown of a line that was dropped may depend on the cut.
    const known = (line: Line) => line.kind === "line" ? line : { ...line, head: "" };
    assert.deepEqual(lines.map(known), [...once.push(whole), ...once.end()].map(known));
    for (const line of lines) {
      if (line.kind === "line") assert.ok(new TextEncoder().encode(line.text).length <= 40 * 3);
    }
  }));
});

Deno.test("whatever comes through the pipe is a message of some kind, never an exception", () => {
  fc.assert(
    fc.property(chunks, ({ cut }) => {
      const [splitter, reader] = [new LineSplitter(), new MessageReader()];
      for (const line of cut.flatMap((chunk) => splitter.push(chunk))) {
        assert.equal(typeof reader.read(line).kind, "string");
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("marks are found at any cut, nothing of the rest is lost, and only little is held back", () => {
  fc.assert(fc.property(chunks, ({ whole, cut }) => {
    const read = (parts: readonly Uint8Array[]) => {
      const scanner = new MarkScanner([NONCES.strong, NONCES.weak]);
      const found = parts.flatMap((part) => scanner.push(part));
      for (const segment of found) if (segment.kind === "mark") readMark(segment, NONCES);
      return merged(found);
    };
    // What is held back at the end may differ with the cut: an end makes both let go of it.
    const end = new TextEncoder().encode("\x1b\\\x07 the end of all that was begun");
    assert.deepEqual(read([...cut, end]), read([whole, end]));
  }));
});

Deno.test("frames are read at any cut; a wrong size is refused before it is waited for", () => {
  const payloads = fc.array(fc.tuple(fc.nat({ max: 255 }), fc.uint8Array({ maxLength: 80 })), {
    maxLength: 6,
  });
  fc.assert(fc.property(payloads, fc.integer({ min: 1, max: 9 }), (frames, size) => {
    const bytes = frames.flatMap(([type, payload]) => [...encodeFrame(type, payload)]);
    const reader = new FrameReader();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) {
      found.push(...reader.push(new Uint8Array(bytes.slice(at, at + size))));
    }
    assert.deepEqual(
      found.map(({ type, payload }) => [type, [...payload]]),
      frames.map(([type, payload]) => [type, [...payload]]),
    );
  }));
  fc.assert(fc.property(chunks, ({ cut }) => {
    const reader = new FrameReader();
    try {
      for (const frame of cut.flatMap((chunk) => reader.push(chunk))) frameJson(frame);
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
  }));
  const huge = new Uint8Array(5);
  new DataView(huge.buffer).setUint32(0, FRAME_LIMIT + 1);
  assert.throws(() => new FrameReader().push(huge), RangeError);
});

/** Data that follows data is one piece: where it was cut is nobody's business. */
function merged(segments: readonly Segment[]): unknown[] {
  const found: unknown[] = [];
  let data: number[] = [];
  const flush = () => {
    if (data.length > 0) found.push(new TextDecoder("latin1").decode(new Uint8Array(data)));
    data = [];
  };
  for (const segment of segments) {
    if (segment.kind === "data") data.push(...segment.bytes);
    else {
      flush();
      found.push(segment);
    }
  }
  flush();
  return found;
}
