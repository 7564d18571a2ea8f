import assert from "node:assert/strict";
import { App, csp, staticFiles } from "fresh";
import { asset, assetSrcSet } from "fresh/runtime";
import { h } from "preact";
import { BUILD_ID, serveInMemory } from "./memory_build.ts";

const files = {
  "/a b.txt": "spaced",
  "/style.css": "a{}",
  [`/_fresh/js/${BUILD_ID}/boot.js`]: "boot",
};

const serve = (mode: "development" | "production" = "production") =>
  serveInMemory(
    new App().use(staticFiles()).get("/page", (ctx) => ctx.text("page")),
    { files, mode },
  );

Deno.test("a static file comes with type, length and a weak ETag, and is not stored", async () => {
  const response = await serve()("/style.css");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/plain");
  assert.equal(response.headers.get("content-length"), "3");
  assert.equal(response.headers.get("etag"), 'W/"hash-of-a{}"');
  assert.equal(
    response.headers.get("cache-control"),
    "no-cache, no-store, max-age=0, must-revalidate",
  );
  assert.equal(await response.text(), "a{}");
});

Deno.test("a file that the browser has is answered with 304 and no body", async () => {
  const headers = { "If-None-Match": 'W/"hash-of-a{}"' };
  const response = await serve()("/style.css", { headers });
  assert.equal(response.status, 304);
  assert.equal(response.body, null);
  const stale = await serve()("/style.css", { headers: { "If-None-Match": 'W/"old"' } });
  assert.equal(stale.status, 200);
});

Deno.test("what carries the build id is immutable, unless in development", async () => {
  const forEver = "public, max-age=31536000, immutable";
  for (const path of [`/_fresh/js/${BUILD_ID}/boot.js`, `/style.css?__frsh_c=${BUILD_ID}`]) {
    assert.equal((await serve()(path)).headers.get("cache-control"), forEver);
    assert.notEqual((await serve("development")(path)).headers.get("cache-control"), forEver);
  }
});

Deno.test("an old build id is redirected to the file without one", async () => {
  const response = await serve()("/style.css?__frsh_c=old&x=1");
  assert.equal(response.status, 307);
  assert.equal(response.headers.get("location"), "/style.css?x=1");
});

Deno.test("HEAD sends the headers only and other methods are refused", async () => {
  const head = await serve()("/style.css", { method: "HEAD" });
  assert.equal(head.headers.get("content-length"), "3");
  assert.equal(head.body, null);
  assert.equal((await serve()("/style.css", { method: "POST" })).status, 405);
});

Deno.test("escapes are decoded, malformed ones are just not found", async () => {
  assert.equal(await (await serve()("/a%20b.txt")).text(), "spaced");
  for (const path of ["/%", "/%E0%A4%A", "/%00", "/..%2f..%2fetc/passwd", "/..%5c..%5cx"]) {
    assert.equal((await serve()(path)).status, 404, path);
  }
  assert.equal((await serve()("/favicon.ico")).status, 404);
  assert.equal(await (await serve()("/page")).text(), "page");
});

Deno.test("asset adds the build id to paths of this site only", () => {
  serve();
  assert.equal(asset("/a.png"), `/a.png?__frsh_c=${BUILD_ID}`);
  assert.equal(asset("/a.png?x=1#y"), `/a.png?x=1&__frsh_c=${BUILD_ID}#y`);
  for (const other of ["a.png", "//cdn.example/a.png", "https://x.example/", "/a?__frsh_c=1"]) {
    assert.equal(asset(other), other);
  }
  assert.equal(
    assetSrcSet("/a.png 1x, /b.png 2x"),
    `/a.png?__frsh_c=${BUILD_ID} 1x, /b.png?__frsh_c=${BUILD_ID} 2x`,
  );
  assert.equal(assetSrcSet("/a.png 1x,, /b.png"), "/a.png 1x,, /b.png");
});

const policyOf = async (app: App<unknown>, path: string) =>
  (await app.handler()(new Request(`http://localhost${path}`))).headers
    .get("content-security-policy");

Deno.test("csp sends the default policy, and own directives replace those of their name", async () => {
  const page = (options = {}) => new App().use(csp(options)).get("/", (ctx) => ctx.text(""));
  assert.equal(
    await policyOf(page(), "/"),
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
      "font-src 'self'; img-src 'self' data:; media-src 'self' data: blob:; " +
      "worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'self'; " +
      "form-action 'self'; frame-ancestors 'none'; upgrade-insecure-requests",
  );
  const own = await policyOf(page({ csp: ["img-src *"], reportTo: "/csp" }), "/") ?? "";
  assert.doesNotMatch(own, /img-src 'self'/);
  assert.match(own, /; img-src \*; report-to csp-endpoint; report-uri \/csp$/);
});

Deno.test("with useNonce inline code is allowed by the nonce that the page carries", async () => {
  const app = new App().use(csp({ useNonce: true })).get(
    "/",
    (ctx) => ctx.render(h("style", null, "a{}")),
  );
  const response = await app.handler()(new Request("http://localhost/"));
  const nonce = /nonce="([0-9a-f]{32})"/.exec(await response.text())?.[1];
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.ok(
    policy.includes(`script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`),
  );
  assert.doesNotMatch(policy, /unsafe-inline/);
});

Deno.test("an error page is rendered outside of csp", async () => {
  const app = new App().onError("*", (ctx) => ctx.text("error")).use(csp());
  assert.equal(await policyOf(app, "/nowhere"), null);
});
