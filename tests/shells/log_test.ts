import assert from "node:assert/strict";
import { join } from "node:path";
import { FileLogDisk, type LogDisk } from "../../lib/shells/log_disk.ts";
import { LogFile } from "../../lib/shells/log_file.ts";
import { type LogWindow, readWindow } from "../../lib/shells/log_window.ts";
import { FakeClock } from "./fake_clock.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function inFolder(fn: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await fn(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function logIn(folder: string, fileBytes = 100): LogFile {
  const disk = new FileLogDisk(join(folder, "stderr.log"));
  return new LogFile(disk, new FakeClock(), { fileBytes, queueBytes: 100_000 });
}

Deno.test("a log has two files at most, and its offsets stay true when old bytes go", () =>
  inFolder(async (folder) => {
    const log = logIn(folder);
    const whole = Array.from({ length: 50 }, (_, i) => `line ${i} ${"x".repeat(i % 7)}\n`);
    for (const line of whole) {
      log.push(bytes(line));
      await log.flush();
    }
    await log.close();
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      "stderr.log",
      "stderr.log.1",
    ]);
    const all = await readWindow(folder, "stderr", log.place, { after: 0, limit: 10_000 });
    const text = whole.join("");
    assert.equal(all.end, text.length);
    assert.ok(all.first > 0 && all.end - all.first <= 200, "more is kept than two files hold");
    assert.equal(all.text, text.slice(all.first));
    assert.equal(log.place.dropped, 0);
    for (const { name } of Deno.readDirSync(folder)) {
      assert.equal(Deno.statSync(join(folder, name)).mode! & 0o777, 0o600, name);
    }
  }));

Deno.test("windows by offset give each byte once, forwards and backwards, over both files", () =>
  inFolder(async (folder) => {
    const log = logIn(folder);
    for (const line of ["zero ".repeat(18), "one äöü€😀 ".repeat(4), "two ".repeat(10)]) {
      log.push(bytes(line));
      await log.flush();
    }
    assert.ok(log.place.start > 0, "nothing was rotated");
    const read = (request: { before?: number; after?: number }, limit: number) =>
      readWindow(folder, "stderr", log.place, { ...request, limit });
    const { text: whole, first, end } = await read({ after: 0 }, 10_000);
    for (const limit of [4, 5, 7, 16, 1_000]) {
      const forwards: LogWindow[] = [];
      for (let at = first; at < end; at = forwards.at(-1)!.to) {
        forwards.push(await read({ after: at }, limit));
      }
      assert.equal(forwards.map(({ text }) => text).join(""), whole, `forwards by ${limit}`);
      const backwards: LogWindow[] = [];
      for (let at = end; at > first; at = backwards[0]!.from) {
        backwards.unshift(await read({ before: at }, limit));
      }
      assert.equal(backwards.map(({ text }) => text).join(""), whole, `backwards by ${limit}`);
    }
    const last = await read({}, 8);
    assert.deepEqual([last.text, last.to], ["two two ", end]);
    for (const at of [-5, end + 999]) assert.equal((await read({ after: at }, 4)).end, end);
    await log.close();
  }));

Deno.test("a character that is torn at the end of a growing log is left for later", () =>
  inFolder(async (folder) => {
    const log = logIn(folder);
    log.push(bytes("a€").subarray(0, 2));
    await log.flush();
    const read = (open: boolean) =>
      readWindow(folder, "stderr", log.place, { limit: 100, after: 0, open });
    assert.deepEqual([(await read(true)).text, (await read(true)).to], ["a", 1]);
    assert.equal((await read(false)).text, "a\ufffd");
    await log.close();
  }));

/** A disk that a test holds back, fills up and frees. */
class MoodyDisk implements LogDisk {
  readonly written: string[] = [];
  full = false;
  gate: Promise<void> = Promise.resolve();
  appends = 0;
  async append(chunk: Uint8Array): Promise<void> {
    this.appends++;
    await this.gate;
    if (this.full) throw new Error("No space left on device");
    this.written.push(new TextDecoder().decode(chunk));
  }
  rotate(): Promise<void> {
    return Promise.resolve();
  }
  size(): Promise<number> {
    return Promise.resolve(this.written.join("").length);
  }
  close(): void {}
}

Deno.test("what a slow disk cannot take is dropped, counted and said, and nobody waits", async () => {
  const disk = new MoodyDisk();
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.gate = promise;
  const log = new LogFile(disk, new FakeClock(), { fileBytes: 1e9, queueBytes: 10_000 });
  for (let i = 0; i < 100; i++) log.push(bytes("x".repeat(1_000)));
  assert.ok(log.place.dropped >= 80_000, `${log.place.dropped}`);
  const { dropped } = log.place;
  resolve();
  await log.flush();
  log.push(bytes("after"));
  await log.close();
  const text = disk.written.join("");
  assert.equal(text.replaceAll(/[^x]/g, "").length + dropped, 100_000);
  assert.match(
    text,
    new RegExp(`x\\[pilothouse: ${dropped} bytes were dropped here: .*\\]\nafter$`),
  );
});

Deno.test("tiny chunks cannot fill the memory either", async () => {
  const disk = new MoodyDisk();
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.gate = promise;
  const log = new LogFile(disk, new FakeClock(), { fileBytes: 1e9, queueBytes: 10_000 });
  for (let i = 0; i < 1_000; i++) log.push(bytes("x"));
  assert.ok(log.place.dropped > 900);
  resolve();
  await log.close();
});

Deno.test("a full disk is told, left alone for a while, and used again when it has room", async () => {
  const disk = new MoodyDisk();
  const clock = new FakeClock();
  const log = new LogFile(disk, clock);
  disk.full = true;
  log.push(bytes("lost"));
  await log.flush();
  assert.equal(log.problem, "No space left on device");
  log.push(bytes("lost, too"));
  await log.flush();
  assert.equal(disk.appends, 1, "a full disk is asked again at once");
  disk.full = false;
  clock.advance(1_000);
  log.push(bytes("back"));
  await log.close();
  assert.equal(log.problem, null);
  assert.match(disk.written.join(""), /^\[pilothouse: 13 bytes were dropped here: .*\]\nback$/);
});
