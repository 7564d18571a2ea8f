import assert from "node:assert/strict";
import {
  compilePattern,
  filePattern,
  joinPaths,
  pathSegments,
} from "../../links/fresh/src/path_pattern.ts";
import { Router } from "../../links/fresh/src/router.ts";

/** The params of a match as a plain object, so that it can be compared. */
const params = (pattern: string, path: string) => {
  const match = compilePattern(pattern)(path);
  return match && { ...match };
};

Deno.test("file names become patterns", () => {
  const table: Record<string, string> = {
    "/index": "/",
    "/about": "/about",
    "/blog/index": "/blog",
    "/blog/[slug]": "/blog/:slug",
    "/blog/[slug]/edit": "/blog/:slug/edit",
    "/files/[...path]": "/files/:path*",
    "/lang/[[l]]/hi": "/lang{/:l}?/hi",
    "/[[l]]": "/{:l}?",
    "/(group)/in": "/in",
    "/(group)/index": "/",
    "/a-[id].json": "/a-:id.json",
  };
  for (const [file, pattern] of Object.entries(table)) assert.equal(filePattern(file), pattern);
  assert.equal(filePattern("/(group)/in", { keepGroups: true }), "/(group)/in");
});

Deno.test("file names that could mean two things are refused with their name", () => {
  assert.throws(() => filePattern("/x/[a][b]"), /Cannot route "\/x\/\[a\]\[b\]"/);
  assert.throws(() => filePattern("/x/p-[[a]]"), /an optional parameter must be a whole segment/);
});

Deno.test("a parameter takes one segment and decodes it", () => {
  assert.deepEqual(params("/blog/:slug", "/blog/h%C3%A9llo"), { slug: "héllo" });
  assert.equal(params("/blog/:slug", "/blog"), null);
  assert.equal(params("/blog/:slug", "/blog/"), null);
  assert.equal(params("/blog/:slug", "/blog/a/b"), null);
  assert.deepEqual(params("/a-:id.json", "/a-7.json"), { id: "7" });
  assert.equal(params("/a-:id.json", "/a-7xjson"), null);
});

Deno.test("an encoded slash stays encoded and a malformed escape does not throw", () => {
  assert.deepEqual(params("/f/:name", "/f/a%2Fb"), { name: "a%2Fb" });
  assert.deepEqual(params("/f/:name", "/f/100%"), { name: "100%" });
});

Deno.test("a rest parameter takes any number of segments, none included", () => {
  assert.deepEqual(params("/files/:path*", "/files/a/b/c"), { path: "a/b/c" });
  assert.deepEqual(params("/files/:path*", "/files"), { path: "" });
  assert.equal(params("/files/:path*", "/filesystem"), null);
});

Deno.test("an optional parameter may be absent", () => {
  assert.deepEqual(params("/lang{/:l}?/hi", "/lang/hi"), { l: "" });
  assert.deepEqual(params("/lang{/:l}?/hi", "/lang/de/hi"), { l: "de" });
});

Deno.test("stars are numbered and expressions are left to URLPattern", () => {
  assert.deepEqual(params("/a/*/b/*", "/a/1/b/2/3"), { 0: "1", 1: "2/3" });
  assert.deepEqual(params("/over-(\\d+)", "/over-12"), { 0: "12" });
  assert.equal(params("/over-(\\d+)", "/over-x"), null);
});

Deno.test("the fast patterns agree with URLPattern", () => {
  const patterns = ["/:a", "/x/:a", "/x/:a*", "/x{/:a}?/y", "/x/:a-:b", "/*", "/x/*", "/x/:a/y"];
  const paths = ["/", "/x", "/x/", "/x/1", "/x/1/", "/x/1/y", "/x/y", "/x/1-2", "/x/a/b/c", "/X/1"];
  for (const pathname of patterns) {
    const slow = new URLPattern({ pathname });
    for (const path of paths) {
      const groups = slow.exec({ pathname: path })?.pathname.groups;
      const expected = groups &&
        Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? ""]));
      assert.deepEqual(params(pathname, path), expected ?? null, `${pathname} on ${path}`);
    }
  }
});

Deno.test("paths join below a base", () => {
  assert.equal(joinPaths("", "/a"), "/a");
  assert.equal(joinPaths("/base", "/"), "/base");
  assert.equal(joinPaths("/", "/a"), "/a");
  assert.equal(joinPaths("", "*"), "/*");
  assert.equal(joinPaths("/mnt", "*", true), "/mnt");
});

Deno.test("a path lies in the segments above it", () => {
  assert.deepEqual(pathSegments("/a/b", true), ["a", "b"]);
  assert.deepEqual(pathSegments("/a/b", false), ["a"]);
  assert.deepEqual(pathSegments("/a/", false), ["a"]);
  assert.deepEqual(pathSegments("/api{/:opt}?/end", false), ["api"]);
  assert.deepEqual(pathSegments("*", true), []);
});

Deno.test("a plain path wins over patterns, and patterns match in their order", () => {
  const router = new Router<string>();
  router.add("GET", "/:any", "pattern");
  router.add("GET", "/:other", "never");
  router.add("GET", "/plain", "plain");
  assert.equal(router.match("GET", "/plain").item, "plain");
  assert.equal(router.match("GET", "/x").item, "pattern");
  assert.equal(router.match("GET", "/x").pattern, "/:any");
});

Deno.test("the first registration of a method wins and HEAD falls back to GET", () => {
  const router = new Router<string>();
  router.add("GET", "/a", "first");
  router.add("GET", "/a", "second");
  router.add("POST", "/a", "post");
  assert.equal(router.match("GET", "/a").item, "first");
  assert.equal(router.match("HEAD", "/a").item, "first");
  assert.deepEqual([...router.match("DELETE", "/a").methods], ["GET", "POST"]);
  assert.equal(router.match("DELETE", "/a").item, null);
});

Deno.test("a plain path matches with and without a slash at its end", () => {
  const router = new Router<string>();
  router.add("GET", "/blog", "blog");
  router.add("GET", "/shop/", "shop");
  assert.equal(router.match("GET", "/blog/").item, "blog");
  assert.equal(router.match("GET", "/shop").item, "shop");
  assert.equal(router.match("GET", "/").item, null);
});
