import assert from "node:assert/strict";
import { LogFile } from "../../lib/shells/log_file.ts";
import { type LogEvent, LogFollower, TOO_SLOW } from "../../lib/shells/log_follow.ts";
import { FileLogDisk } from "../../lib/shells/log_disk.ts";
import { readWindow } from "../../lib/shells/log_window.ts";
import { FakeClock } from "./fake_clock.ts";

/** A reader whose buffer a test fills and empties. */
class FakeSink {
  readonly events: LogEvent[] = [];
  bufferedAmount = 0;
  closed: number | null = null;
  grows = false;
  send(text: string): void {
    this.events.push(JSON.parse(text));
    if (this.grows) this.bufferedAmount += text.length;
  }
  close(code: number): void {
    this.closed = code;
  }
  get text(): string {
    return this.events.map(({ text }) => text).join("");
  }
}

async function withLog(
  fn: (log: LogFile, follow: (sink: FakeSink, from: number | null) => LogFollower) => Promise<void>,
  clock = new FakeClock(),
  fileBytes = 1024 * 1024,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const disk = new FileLogDisk(`${folder}/stderr.log`);
  const log = new LogFile(disk, clock, { fileBytes, queueBytes: 8 * 1024 * 1024 });
  const source = {
    shellId: "sh",
    stream: "stderr" as const,
    live: log,
    read: (request: Parameters<typeof readWindow>[3]) =>
      readWindow(folder, "stderr", log.place, request),
  };
  try {
    await fn(log, (sink, from) => new LogFollower(source, sink, clock, from));
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const say = (log: LogFile, text: string) => log.push(new TextEncoder().encode(text));

async function until(condition: () => boolean): Promise<void> {
  // Files are read in the background: give them turns, not time.
  for (let turn = 0; !condition(); turn++) {
    assert.ok(turn < 20_000, "it did not come");
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

Deno.test("a follower gets what there is and then what comes, each byte once and in order", () =>
  withLog(async (log, follow) => {
    say(log, "before ");
    await log.flush();
    const sink = new FakeSink();
    const follower = follow(sink, 0);
    await follower.start();
    assert.equal(sink.text, "before ");
    let expected = "before ";
    for (let i = 0; i < 50; i++) {
      say(log, `line ${i} €\n`);
      expected += `line ${i} €\n`;
    }
    await until(() => sink.text.length >= expected.length);
    assert.equal(sink.text, expected);
    let at = 0;
    for (const { offset, text } of sink.events) {
      assert.equal(offset, at);
      at += new TextEncoder().encode(text).length;
    }
    follower.stop();
    say(log, "after the end");
    await log.flush();
    assert.equal(sink.text, expected);
  }));

Deno.test("without an offset it begins with the last piece; a gap shows in the offsets", () =>
  withLog(
    async (log, follow) => {
      for (let i = 0; i < 40; i++) {
        say(log, `${i} ${"x".repeat(8_000)}\n`);
        await log.flush();
      }
      const [last, all] = [new FakeSink(), new FakeSink()];
      await follow(last, null).start();
      assert.equal(last.events.length, 1);
      assert.equal(last.events[0]!.offset, log.end - 64 * 1024);
      await follow(all, 0).start();
      assert.equal(all.events[0]!.offset, log.place.older, "the log no longer has its beginning");
      assert.equal(all.events[0]!.offset + all.text.length, log.end);
    },
    new FakeClock(),
    100_000,
  ));

Deno.test("a reader that takes nothing is cut after a while, and costs no more than its buffer", () => {
  const clock = new FakeClock();
  return withLog(
    async (log, follow) => {
      for (let i = 0; i < 64; i++) say(log, "x".repeat(64 * 1024));
      await log.flush();
      const [slow, fast] = [new FakeSink(), new FakeSink()];
      slow.grows = true;
      void follow(slow, 0).start();
      await until(() => slow.bufferedAmount > 512 * 1024 && clock.next !== null);
      const { bufferedAmount } = slow;
      assert.ok(bufferedAmount < 640 * 1024, `${bufferedAmount} bytes in front of it`);
      await follow(fast, 0).start();
      assert.equal(fast.text.length, 64 * 64 * 1024, "the other one had to wait");
      for (let waited = 0; waited < 10_100; waited += 25) {
        clock.advance(25);
        await Promise.resolve();
      }
      await until(() => slow.closed !== null);
      assert.equal(slow.closed, TOO_SLOW);
      assert.equal(slow.bufferedAmount, bufferedAmount);
    },
    clock,
    8 * 1024 * 1024,
  );
});

Deno.test("a reader that catches up in time is not cut", () => {
  const clock = new FakeClock();
  return withLog(
    async (log, follow) => {
      for (let i = 0; i < 32; i++) say(log, "x".repeat(64 * 1024));
      await log.flush();
      const sink = new FakeSink();
      sink.grows = true;
      void follow(sink, 0).start();
      while (sink.text.length < 32 * 64 * 1024) {
        await until(() => clock.next !== null || sink.text.length >= 32 * 64 * 1024);
        sink.bufferedAmount = 0;
        clock.advance(25);
      }
      assert.equal(sink.closed, null);
    },
    clock,
    8 * 1024 * 1024,
  );
});
