import assert from "node:assert/strict";
import { type Level, type LogFormat, Logger } from "../../lib/log/logger.ts";

function logged(level: Level, format: LogFormat, use: (logger: Logger) => void): string[] {
  const lines: string[] = [];
  const now = () => Date.parse("2026-01-02T03:04:05Z");
  use(new Logger({ level, format, now, write: (text) => void lines.push(text) }));
  return lines;
}

Deno.test("only lines from the chosen level on are written", () => {
  const all = (logger: Logger) => {
    logger.debug("d");
    logger.info("i");
    logger.warn("w");
    logger.error("e");
  };
  assert.equal(logged("debug", "text", all).length, 4);
  assert.deepEqual(logged("warn", "text", all), ["pilothouse: w\n", "pilothouse: e\n"]);
});

Deno.test("as text, a field is a word behind the message, quoted where it could be more", () => {
  const [line] = logged(
    "info",
    "text",
    (logger) => logger.info("GET /", { request_id: "abc", note: 'a "b"\nc', none: undefined }),
  );
  assert.equal(line, 'pilothouse: GET / request_id=abc note="a \\"b\\"\\nc"\n');
});

Deno.test("as JSON, every line is one object with time, level and fields", () => {
  const [line] = logged("info", "json", (logger) => logger.error("a\nb", { ms: 3 }));
  assert.equal(line!.split("\n").length, 2);
  assert.deepEqual(JSON.parse(line!), {
    ...{ ts: "2026-01-02T03:04:05.000Z", level: "error", message: "a\nb", ms: 3 },
  });
});

Deno.test("a message of any length is one bounded line", () => {
  const [line] = logged("info", "json", (logger) => logger.warn("x".repeat(1_000_000)));
  assert.ok(line!.length < 17_000);
});
