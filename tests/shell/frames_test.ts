import assert from "node:assert/strict";
import { encodeFrame, FRAME_LIMIT, FrameReader, joined } from "../../lib/shell/frames.ts";
import {
  ackFrame,
  frameJson,
  jsonFrame,
  outputFrame,
  readAck,
  readOutput,
  readResync,
  resyncFrame,
} from "../../lib/shell/wire.ts";

const one = (bytes: Uint8Array) => new FrameReader().push(bytes)[0] ?? assert.fail("no frame");

Deno.test("frames come out as they went in, wherever the stream is cut", () => {
  const stream = joined([
    encodeFrame(1, new Uint8Array([1, 2, 3])),
    encodeFrame(2),
    jsonFrame(3, { text: "é" }),
    encodeFrame(4, new Uint8Array(300).fill(7)),
  ]);
  const whole = new FrameReader().push(stream).map(plain);
  assert.equal(whole.length, 4);
  for (let first = 0; first <= stream.length; first += 1) {
    for (const step of [1, 2, 5, 64]) {
      const reader = new FrameReader();
      const parts = [stream.slice(0, first)];
      for (let at = first; at < stream.length; at += step) parts.push(stream.slice(at, at + step));
      assert.deepEqual(parts.flatMap((part) => reader.push(part)).map(plain), whole);
    }
  }
});

Deno.test("a frame over the limit is an error before it is memory", () => {
  const header = new Uint8Array(5);
  new DataView(header.buffer).setUint32(0, FRAME_LIMIT + 1);
  assert.throws(() => new FrameReader().push(header), RangeError);
  assert.throws(() => encodeFrame(1, new Uint8Array(FRAME_LIMIT + 1)), RangeError);
});

Deno.test("output keeps its number, also a large one", () => {
  const offset = 2 ** 45 + 1;
  const read = readOutput(one(outputFrame(offset, new Uint8Array([9, 8]))));
  assert.deepEqual(read, { offset, bytes: new Uint8Array([9, 8]) });
  assert.equal(readAck(one(ackFrame(offset))), offset);
});

Deno.test("a screen's state keeps its size and its escapes", () => {
  const state = { offset: 12, cols: 120, rows: 32, state: "\x1b[31mé" };
  assert.deepEqual(readResync(one(resyncFrame(state))), state);
});

Deno.test("a payload that is no JSON is no value", () => {
  assert.equal(frameJson(one(encodeFrame(1, new TextEncoder().encode("{")))), undefined);
});

function plain({ type, payload }: { type: number; payload: Uint8Array }) {
  return { type, payload: [...payload] };
}
