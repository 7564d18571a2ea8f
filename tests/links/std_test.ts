import assert from "node:assert/strict";
import { emptyDir, ensureDir, ensureFile, exists, existsSync, move, walk } from "@std/fs";
import { parse } from "@std/jsonc";
import * as path from "@std/path";
import { mergeReadableStreams, TextLineStream, toArrayBuffer, toJson, toText } from "@std/streams";

async function withFolder(fn: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "std-" });
  try {
    await fn(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("paths join, resolve and come apart", () => {
  assert.equal(path.join("a", "..", "b", "c.txt"), path.normalize("b/c.txt"));
  assert.equal(path.basename("/a/b.txt", ".txt"), "b");
  assert.equal(path.extname("/a/b.txt"), ".txt");
  assert.equal(path.dirname("/a/b.txt"), "/a");
  assert.equal(path.relative("/a/b", "/a/c"), path.normalize("../c"));
  assert.ok(path.isAbsolute(path.resolve("x")));
  assert.equal(path.format(path.parse("/a/b.txt")), "/a/b.txt");
  assert.equal(path.SEPARATOR, Deno.build.os === "windows" ? "\\" : "/");
  assert.equal(path.DELIMITER, Deno.build.os === "windows" ? ";" : ":");
});

Deno.test("file URLs and paths turn into each other, other URLs and relative paths do not", () => {
  const url = path.toFileUrl("/a b/ü#?.txt");
  assert.equal(url.href, "file:///a%20b/%C3%BC%23%3F.txt");
  assert.equal(path.fromFileUrl(url), "/a b/ü#?.txt");
  assert.equal(path.fromFileUrl(url.href), "/a b/ü#?.txt");
  assert.throws(() => path.fromFileUrl("http://a/b"), TypeError);
  assert.throws(() => path.toFileUrl("a/b"), TypeError);
});

Deno.test("JSON may have comments and trailing commas", () => {
  const text = '{ // one\n "a": [1, 2,], /* two */ "b": "//not",\n}';
  assert.deepEqual(parse(text), { a: [1, 2], b: "//not" });
  assert.deepEqual(parse("null"), null);
});

Deno.test("a mistake in JSON is a SyntaxError that says where", () => {
  assert.throws(
    () => parse('{"a": nope}'),
    /^SyntaxError: Unexpected token nope in JSONC at position 6/,
  );
  assert.throws(() => parse('{"a": 1'), new SyntaxError("Unexpected end of JSONC input"));
  assert.throws(() => parse(""), SyntaxError);
  assert.throws(() => parse("{} {}"), SyntaxError);
  assert.throws(() => parse('{"a" 1}'), SyntaxError);
});

Deno.test("ensureDir and ensureFile make what is missing and leave the rest alone", () =>
  withFolder(async (folder) => {
    const file = path.join(folder, "a/b/c.txt");
    await ensureFile(file);
    assert.equal(await Deno.readTextFile(file), "");
    await Deno.writeTextFile(file, "kept");
    await ensureFile(path.toFileUrl(file));
    assert.equal(await Deno.readTextFile(file), "kept");
    await ensureDir(path.join(folder, "a/b"));
    await assert.rejects(ensureDir(file), /expected 'dir', got 'file'/);
    await assert.rejects(ensureFile(path.join(folder, "a")), /expected 'file', got 'dir'/);
  }));

Deno.test("exists tells files from folders and from nothing", () =>
  withFolder(async (folder) => {
    const file = path.join(folder, "f");
    await Deno.writeTextFile(file, "");
    await Deno.symlink(path.join(folder, "nowhere"), path.join(folder, "broken"));
    for (const test of [exists, existsSync]) {
      assert.equal(await test(file), true);
      assert.equal(await test(file, { isFile: true, isReadable: true }), true);
      assert.equal(await test(file, { isDirectory: true }), false);
      assert.equal(await test(path.toFileUrl(folder), { isDirectory: true }), true);
      assert.equal(await test(path.join(folder, "none")), false);
      assert.equal(await test(path.join(folder, "broken")), false);
    }
    await assert.rejects(exists(file, { isFile: true, isDirectory: true }), TypeError);
  }));

Deno.test("walk yields the tree as the options say", () =>
  withFolder(async (folder) => {
    for (const name of ["a.ts", "b.md", "sub/c.ts", "sub/deep/d.ts", "skip/e.ts"]) {
      await ensureFile(path.join(folder, name));
    }
    await Deno.symlink(path.join(folder, "sub"), path.join(folder, "link"));
    const found = async (options: Parameters<typeof walk>[1]) =>
      (await Array.fromAsync(walk(folder, options)))
        .map((entry) => path.relative(folder, entry.path)).sort();
    assert.deepEqual(await found({ includeDirs: false, exts: ["ts"], skip: [/skip/] }), [
      "a.ts",
      "sub/c.ts",
      "sub/deep/d.ts",
    ]);
    assert.deepEqual(await found({ includeFiles: false, includeSymlinks: false }), [
      "",
      "skip",
      "sub",
      "sub/deep",
    ]);
    assert.deepEqual(await found({ maxDepth: 1, exts: [".ts", "md"] }), ["a.ts", "b.md"]);
    assert.deepEqual(await found({ match: [/link/] }), ["link"]);
    assert.deepEqual(
      await found({ followSymlinks: true, canonicalize: false, match: [/link.*c\.ts/] }),
      ["link/c.ts"],
    );
  }));

Deno.test("emptyDir leaves an empty folder, also where there was none", () =>
  withFolder(async (folder) => {
    await ensureFile(path.join(folder, "x/y/z"));
    for (const name of ["x", "new"]) {
      await emptyDir(path.join(folder, name));
      assert.deepEqual(await Array.fromAsync(Deno.readDir(path.join(folder, name))), []);
    }
  }));

Deno.test("move never writes over something unless asked, nor a folder into itself", () =>
  withFolder(async (folder) => {
    const [a, b] = [path.join(folder, "a"), path.join(folder, "b")];
    await Deno.writeTextFile(a, "a");
    await Deno.writeTextFile(b, "b");
    await assert.rejects(move(a, b), Deno.errors.AlreadyExists);
    await move(a, b, { overwrite: true });
    assert.equal(await Deno.readTextFile(b), "a");
    await move(b, path.toFileUrl(a));
    assert.equal(existsSync(b), false);
    await Deno.mkdir(b);
    await assert.rejects(move(b, path.join(b, "in")), Deno.errors.NotSupported);
  }));

const lines = (chunks: string[], options = {}) =>
  Array.fromAsync(ReadableStream.from(chunks).pipeThrough(new TextLineStream(options)));

Deno.test("lines are found wherever the chunks are cut", async () => {
  assert.deepEqual(await lines(["a\nb", "c\r", "\nd\n\n", "e"]), ["a", "bc", "d", "", "e"]);
  assert.deepEqual(await lines(["a\n"]), ["a"]);
  assert.deepEqual(await lines([]), []);
  assert.deepEqual(await lines(["a\rb\r"]), ["a\rb\r"]);
});

Deno.test("with allowCR a lone CR ends a line too", async () => {
  const options = { allowCR: true };
  assert.deepEqual(await lines(["a\rb\r", "\nc\r"], options), ["a", "b", "c"]);
  assert.deepEqual(await lines(["a\r", "b"], options), ["a", "b"]);
});

Deno.test("a stream is collected as text, JSON or bytes", async () => {
  const bytes = new TextEncoder().encode('{"ä":1}');
  // Cut in the middle of a character.
  const stream = () => ReadableStream.from([bytes.slice(0, 3), bytes.slice(3)]);
  assert.equal(await toText(stream()), '{"ä":1}');
  assert.equal(await toText(ReadableStream.from(["a", "b"])), "ab");
  assert.deepEqual(await toJson(stream()), { "ä": 1 });
  assert.deepEqual(new Uint8Array(await toArrayBuffer(stream())), bytes);
});

Deno.test("merged streams give all chunks and the first error", async () => {
  const all = await Array.fromAsync(
    mergeReadableStreams(ReadableStream.from([1, 2]), ReadableStream.from([3])),
  );
  assert.deepEqual(all.sort(), [1, 2, 3]);
  const broken = new ReadableStream<number>({ start: (c) => c.error(new Error("broken")) });
  await assert.rejects(
    Array.fromAsync(mergeReadableStreams(ReadableStream.from([1]), broken)),
    /broken/,
  );
});
