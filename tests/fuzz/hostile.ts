// Inputs that nobody thought of, made of pieces that parsers look for: quotes, escapes, halves of
// pairs, marks, envelopes, numbers at their ends; and real lines with something broken in them.

import { fc } from "../harness/properties.ts";
import { listRecordings, loadRecording } from "../harness/recordings.ts";

const PIECES = [
  ...['"', "\\", "{", "}", "[", "]", ":", ",", "\n", "\r\n", "\r", "\t", "\0", " ", "'", "`", "$"],
  ...[
    "\x1b",
    "\x1b[",
    "\x1b]",
    "\x07",
    "\x1b\\",
    "\x9b",
    "\x1b]7793;nonce;",
    "\x1b[?1049h",
    "\x1b[31m",
  ],
  ...[
    "\x1eCODEX_META ",
    "\x1f",
    '{"v":1,"type":"x"}',
    "null",
    "true",
    "-0",
    "1e999",
    "9007199254740993",
  ],
  ...["__proto__", "constructor", "\ud800", "\udc00", "\ufeff", "\u202e", "\u2028", "😀", "ä"],
  ...[
    "@@ -1,2 +3,4 @@",
    "--- a/",
    "+++ b/",
    "diff --git ",
    "rename from ",
    "Binary files",
    "../",
    "//",
  ],
  ...[
    "--port",
    "--",
    "=",
    "-",
    "--home=",
    "/* ",
    " */",
    "// ",
    "bash",
    "thread/started",
    '"method":',
  ],
];

/** Text of such pieces and of anything else. */
export const hostileText = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  ),
  { maxLength: 60 },
).map((parts) => parts.join(""));

const LINES = listRecordings().flatMap((name) => loadRecording(name))
  .map(({ msg }) => JSON.stringify(msg)).filter((line) => line.length < 4_000);

/** A line of the real app-server with a few places overwritten, cut out or doubled. */
export const brokenLine = fc.tuple(
  fc.constantFrom(...LINES),
  fc.array(fc.tuple(fc.nat(), fc.constantFrom("cut", "put", "twice"), fc.constantFrom(...PIECES)), {
    minLength: 1,
    maxLength: 5,
  }),
).map(([line, edits]) =>
  edits.reduce((text, [place, kind, piece]) => {
    const at = place % (text.length + 1);
    if (kind === "cut") return text.slice(0, at) + text.slice(at + 1 + place % 7);
    if (kind === "put") return text.slice(0, at) + piece + text.slice(at);
    return text.slice(0, at) + text.slice(Math.max(0, at - 20));
  }, line)
);

/** Either of them. */
export const anyText = fc.oneof(hostileText, brokenLine);

/** The bytes of some texts, with raw bytes in between, in chunks cut anywhere. */
export const chunks = fc.tuple(
  fc.array(
    fc.oneof(
      anyText.map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 30 }),
    ),
    { maxLength: 8 },
  ),
  fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 20 }),
).map(([parts, sizes]) => {
  const whole = new Uint8Array(parts.flatMap((part) => [...part]));
  const cut: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    cut.push(whole.slice(at, at + size));
    at += size;
  }
  return { whole, cut };
});
