import assert from "node:assert/strict";
import { App, createDefine, HttpError, type PageProps } from "fresh";
import { compareRouteIds } from "../../links/fresh/src/fs_routes.ts";
import { serveInMemory } from "./memory_build.ts";

interface State {
  trail: string[];
}

const define = createDefine<State>();

const appWrapper = {
  default: define.page(({ Component, state }) => (
    <html>
      <head>
        <title>app</title>
      </head>
      <body data-trail={state.trail?.join()}>
        <Component />
      </body>
    </html>
  )),
};

const layout = (name: string, config = {}) => ({
  config,
  default: ({ Component }: PageProps) => (
    <div class={name}>
      <Component />
    </div>
  ),
});

const middleware = (name: string) => ({
  default: define.middleware((ctx) => {
    (ctx.state.trail ??= []).push(name);
    return ctx.next();
  }),
});

const text = (value: string) => ({ default: () => <p>{value}</p> });

const serve = (routes: Record<string, object>) =>
  serveInMemory(new App<State>().fsRoutes(), { routes });

/** The body of a page. */
async function body(response: Promise<Response>): Promise<string> {
  return (await (await response).text()).replace(/^.*<body([^>]*)>(.*)<\/body>.*$/s, "$1 $2")
    .trim();
}

Deno.test("special files come first, fixed names before parameters, and rests last", () => {
  const ids = [
    "/[...rest]",
    "/[id]",
    "/(group)/in",
    "/about",
    "/index",
    "/_error",
    "/_layout",
    "/_middleware",
    "/_app",
    "/admin/index",
    "/admin/_layout",
    "/admin/[id]",
    "/admin/[id]/edit",
  ];
  assert.deepEqual(ids.toReversed().sort(compareRouteIds), [
    "/_app",
    "/_middleware",
    "/_layout",
    "/_error",
    "/index",
    "/about",
    "/admin/_layout",
    "/admin/index",
    "/admin/[id]/edit",
    "/admin/[id]",
    "/(group)/in",
    "/[id]",
    "/[...rest]",
  ]);
});

Deno.test("a page is wrapped by its folders' layouts and the app, whatever the files' order", async () => {
  const get = serve({
    "/admin/index": text("admin"),
    "/index": text("index"),
    "/admin/_layout": layout("admin"),
    "/_layout": layout("root"),
    "/_app": appWrapper,
  });
  assert.equal(
    await body(get("/admin")),
    '<div class="root"><div class="admin"><p>admin</p></div></div>',
  );
  assert.equal(await body(get("/")), '<div class="root"><p>index</p></div>');
});

Deno.test("a layout or a page can leave out what it would inherit", async () => {
  const get = serve({
    "/_app": appWrapper,
    "/_layout": layout("root"),
    "/own/_layout": layout("own", { skipInheritedLayouts: true }),
    "/own/index": text("own"),
    "/own/bare": { ...text("bare"), config: { skipInheritedLayouts: true, skipAppWrapper: true } },
  });
  assert.equal(await body(get("/own")), '<div class="own"><p>own</p></div>');
  assert.equal(
    await (await get("/own/bare")).text(),
    '<!DOCTYPE html><html><head><meta charset="utf-8"/></head><body><p>bare</p></body></html>',
  );
});

Deno.test("a group wraps its pages without being in their path", async () => {
  const get = serve({
    "/(grp)/_layout": layout("grp"),
    "/(grp)/_middleware": middleware("grp"),
    "/(grp)/in": { default: define.page(({ state }) => <p>{state.trail.join()}</p>) },
    "/out": text("out"),
  });
  assert.equal(await body(get("/in")), '<div class="grp"><p>grp</p></div>');
  assert.equal(await body(get("/out")), "<p>out</p>");
  assert.equal((await get("/(grp)/in")).status, 404);
});

Deno.test("middlewares of folders run from the root down, lists in their order", async () => {
  const get = serve({
    "/_middleware": middleware("root"),
    "/a/_middleware": {
      handler: [middleware("a1").default, middleware("a2").default],
    },
    "/a/[id]/_middleware": middleware("id"),
    "/a/[id]/index": { handler: define.handlers((ctx) => ctx.json(ctx.state.trail)) },
  });
  assert.deepEqual(await (await get("/a/7")).json(), ["root", "a1", "a2", "id"]);
});

Deno.test("the error page of the nearest folder shows what was thrown below it", async () => {
  const get = serve({
    "/_error": {
      default: ({ error }: PageProps) => (
        <p>root {error instanceof HttpError ? error.status : 500}</p>
      ),
    },
    "/deep/_error": { default: () => <p>deep</p> },
    "/deep/x": { handler: () => Promise.reject(new HttpError(418)) },
    "/x": {
      default: () => {
        throw new Error("while rendering");
      },
    },
  });
  const deep = await get("/deep/x");
  assert.equal(deep.status, 418);
  assert.match(await deep.text(), /<p>deep<\/p>/);
  const own = await get("/x");
  assert.equal(own.status, 500);
  assert.match(await own.text(), /<p>root 500<\/p>/);
  const missing = await get("/nowhere");
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /<p>root 404<\/p>/);
});

Deno.test("_404 takes unknown paths in place of _error", async () => {
  const get = serve({
    "/_app": appWrapper,
    "/_404": text("nothing here"),
    "/_error": text("error"),
  });
  const response = await get("/nowhere");
  assert.equal(response.status, 404);
  assert.equal(await body(Promise.resolve(response)), "<p>nothing here</p>");
});

Deno.test("parameters, rests, optional parts and overrides reach their handler", async () => {
  const echo = { handler: define.handlers((ctx) => ctx.json({ ...ctx.params, at: ctx.route })) };
  const get = serve({
    "/[id]": echo,
    "/fixed": { handler: define.handlers((ctx) => ctx.text("fixed")) },
    "/files/[...path]": echo,
    "/lang/[[l]]/hi": echo,
    "/over": { ...echo, config: { routeOverride: "/over-:n(\\d+)" } },
  });
  assert.deepEqual(await (await get("/7")).json(), { id: "7", at: "/:id" });
  assert.equal(await (await get("/fixed")).text(), "fixed");
  assert.deepEqual(await (await get("/files/a/b")).json(), { path: "a/b", at: "/files/:path*" });
  assert.deepEqual(await (await get("/lang/hi")).json(), { l: "", at: "/lang{/:l}?/hi" });
  assert.deepEqual(await (await get("/over-12")).json(), { n: "12", at: "/over-:n(\\d+)" });
});

Deno.test("an async page is awaited and may answer with a Response of its own", async () => {
  const get = serve({
    "/page": {
      default: async () => {
        await Promise.resolve();
        return <p>late</p>;
      },
    },
    "/response": {
      default: async () => {
        await Promise.resolve();
        return new Response("direct", { status: 202 });
      },
    },
  });
  assert.equal(await body(get("/page")), "<p>late</p>");
  assert.equal((await get("/response")).status, 202);
});

Deno.test("a route file without anything to serve is refused with its name", () => {
  assert.throws(
    () => serve({ "/empty": { helper() {} } }),
    /Cannot use routes\/empty: it exports no/,
  );
  assert.throws(
    () => serve({ "/_middleware": { handler: { GET() {} } } }),
    /Cannot use routes\/_middleware: a middleware must be a function/,
  );
});

Deno.test("file routes can stand below a path", async () => {
  const get = serveInMemory(new App<State>().fsRoutes("/sub"), {
    routes: { "/index": text("index"), "/x": text("x") },
  });
  assert.equal(await body(get("/sub/x")), "<p>x</p>");
  assert.equal(await body(get("/sub")), "<p>index</p>");
  assert.equal((await get("/x")).status, 404);
});
