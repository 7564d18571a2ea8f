import assert from "node:assert/strict";
import { App, HttpError, type Middleware, page } from "fresh";
import { HttpError as RuntimeHttpError } from "fresh/runtime";
import { h } from "preact";

interface State {
  trail: string[];
}

const request = (app: App<State>, path: string, init?: RequestInit) =>
  app.handler()(new Request(`http://localhost${path}`, init));

const text = async (response: Response | Promise<Response>) => (await response).text();

const start: Middleware<State> = (ctx) => {
  ctx.state.trail = [];
  return ctx.next();
};

const step = (name: string): Middleware<State> => async (ctx) => {
  ctx.state.trail.push(`${name}>`);
  const response = await ctx.next();
  ctx.state.trail.push(`<${name}`);
  return response;
};

Deno.test("middlewares run from the outermost to the innermost and back", async () => {
  let seen: string[] = [];
  const app = new App<State>()
    .use((ctx) => {
      seen = ctx.state.trail = [];
      return ctx.next();
    })
    .use(step("a"), step("b"))
    .use("/deep", step("deep"))
    .get("/deep/x", step("own"), (ctx) => ctx.text("ok"));
  assert.equal(await text(request(app, "/deep/x")), "ok");
  assert.deepEqual(seen, ["a>", "b>", "deep>", "own>", "<own", "<deep", "<b", "<a"]);
});

Deno.test("a route does not see what is registered after it", async () => {
  const app = new App<State>()
    .use(start)
    .get("/early", (ctx) => ctx.json(ctx.state.trail))
    .use(step("late"))
    .get("/late", (ctx) => ctx.json(ctx.state.trail));
  assert.equal(await text(request(app, "/early")), "[]");
  assert.equal(await text(request(app, "/late")), '["late>"]');
});

Deno.test("a lazy middleware is loaded once", async () => {
  let loads = 0;
  const app = new App<State>().get("/", () => {
    loads++;
    return Promise.resolve<Middleware<State>>((ctx) => ctx.text("loaded"));
  });
  const handler = app.handler();
  for (const _ of [1, 2]) {
    assert.equal(await text(handler(new Request("http://localhost/"))), "loaded");
  }
  assert.equal(loads, 1);
});

Deno.test("every method has its registration and the others get 405", async () => {
  const answer: Middleware<State> = (ctx) => ctx.text(ctx.req.method);
  const app = new App<State>()
    .get("/x", answer).post("/x", answer).put("/x", answer).patch("/x", answer)
    .delete("/x", answer)
    .head("/only-head", answer)
    .all("/all", answer);
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    assert.equal(await text(request(app, "/x", { method })), method);
    assert.equal(await text(request(app, "/all", { method })), method);
  }
  assert.equal((await request(app, "/only-head", { method: "HEAD" })).status, 200);
  assert.equal((await request(app, "/only-head")).status, 405);
  const options = await request(app, "/x", { method: "OPTIONS" });
  assert.equal(options.status, 204);
  assert.equal(options.headers.get("allow"), "GET, POST, PUT, PATCH, DELETE");
});

Deno.test("HEAD has the headers of GET and no body", async () => {
  const app = new App<State>().get("/", (ctx) => ctx.text("body", { headers: { "x-a": "1" } }));
  const response = await request(app, "/", { method: "HEAD" });
  assert.equal(response.headers.get("x-a"), "1");
  assert.equal(response.body, null);
});

Deno.test("an HttpError becomes its status with its message or the standard text", async () => {
  const app = new App<State>()
    .get("/gone", () => Promise.reject(new HttpError(410)))
    .get("/own", () => Promise.reject(new HttpError(409, "taken", { cause: "x" })));
  const gone = await request(app, "/gone");
  assert.equal(gone.status, 410);
  assert.equal(await gone.text(), "Gone");
  assert.equal(await text(request(app, "/own")), "taken");
  assert.equal(await text(request(app, "/nowhere")), "Not Found");
  const error = new HttpError(409, "taken", { cause: "x" });
  assert.equal(error.cause, "x");
  assert.equal(error.name, "HttpError");
  assert.equal(RuntimeHttpError, HttpError);
});

Deno.test("the nearest onError answers, with the error and its status", async () => {
  const app = new App<State>()
    .onError("*", (ctx) => ctx.text(`root ${(ctx.error as Error).message}`, { status: 500 }))
    .onError("/deep", {
      component: ({ error }) => h("p", null, `deep ${(error as Error).message}`),
    })
    .get("/x", () => Promise.reject(new Error("x")))
    .get("/deep/x", () => Promise.reject(new HttpError(503, "busy")));
  assert.equal(await text(request(app, "/x")), "root x");
  const deep = await request(app, "/deep/x");
  assert.equal(deep.status, 503);
  assert.match(await deep.text(), /<p>deep busy<\/p>/);
});

Deno.test("notFound answers for unknown paths and for thrown 404s, with status 404", async () => {
  const app = new App<State>()
    .notFound({ component: ({ url }) => h("p", null, `no ${url.pathname}`) })
    .get("/thrown", () => Promise.reject(new HttpError(404)));
  for (const path of ["/nowhere", "/thrown"]) {
    const response = await request(app, path);
    assert.equal(response.status, 404);
    assert.match(await response.text(), new RegExp(`<p>no ${path}</p>`));
  }
});

Deno.test("a mounted app keeps its middlewares to itself", async () => {
  const inner = new App<State>().use(step("inner")).get("/x", (ctx) => ctx.json(ctx.state.trail));
  const app = new App<State>()
    .use(start)
    .mountApp("/mnt", inner)
    .get("/x", (ctx) => ctx.json(ctx.state.trail));
  assert.equal(await text(request(app, "/mnt/x")), '["inner>"]');
  assert.equal(await text(request(app, "/x")), "[]");
});

Deno.test("a base path goes in front of everything", async () => {
  const app = new App<State>({ basePath: "/base" })
    .get("/x", (ctx) => ctx.text(String(ctx.route)))
    .get("/", (ctx) => ctx.text("index"));
  assert.equal(await text(request(app, "/base/x")), "/base/x");
  assert.equal(await text(request(app, "/base")), "index");
  assert.equal((await request(app, "/x")).status, 404);
});

Deno.test("handlers give data to the page, with status and headers", async () => {
  const app = new App<State>().route("/", {
    handler: {
      GET: () => page({ n: 4 }, { status: 201, headers: [["x-h", "1"]] }),
      POST: (ctx) => ctx.text("posted"),
    },
    component: ({ data }) => h("i", null, (data as { n: number }).n),
  });
  const response = await request(app, "/");
  assert.equal(response.status, 201);
  assert.equal(response.headers.get("x-h"), "1");
  assert.match(await response.text(), /<i>4<\/i>/);
  assert.equal(await text(request(app, "/", { method: "POST" })), "posted");
  assert.equal((await request(app, "/", { method: "PUT" })).status, 405);
});

Deno.test("a redirect to a path stays on the site", async () => {
  const to = async (target: string) => {
    const app = new App<State>().get("/", (ctx) => ctx.redirect(target));
    return (await request(app, "/")).headers.get("location");
  };
  assert.equal(await to("//evil.example/x?a=//b"), "/evil.example/x?a=//b");
  assert.equal(await to("/\\evil.example"), "/evil.example");
  assert.equal(await to("/\t/evil.example"), "/evil.example");
  assert.equal(await to("/a#//b"), "/a#//b");
  assert.equal(await to("https://other.example/"), "https://other.example/");
});

Deno.test("a stream is sent in parts, text and bytes alike", async () => {
  const app = new App<State>().get(
    "/",
    (ctx) =>
      ctx.stream(function* (): Iterable<string | Uint8Array> {
        yield "a";
        yield new Uint8Array([98]);
      }),
  );
  assert.equal(await text(request(app, "/")), "ab");
});

Deno.test("a request that asks for no WebSocket gets 400 from a WebSocket route", async () => {
  const response = await request(new App<State>().ws("/ws", { message() {} }), "/ws");
  assert.equal(response.status, 400);
});

Deno.test("a WebSocket route talks over the socket", async () => {
  const app = new App<State>().ws("/ws", {
    message: (socket, { data }) => socket.send(`echo ${data}`),
  });
  const closed = Promise.withResolvers<void>();
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    app.handler(),
  );
  const socket = new WebSocket(`ws://127.0.0.1:${server.addr.port}/ws`);
  socket.onopen = () => socket.send("hi");
  socket.onclose = () => closed.resolve();
  const answer = await new Promise((resolve) => socket.onmessage = ({ data }) => resolve(data));
  assert.equal(answer, "echo hi");
  socket.close();
  await closed.promise;
});

Deno.test("behind a trusted proxy the URL is the one that the visitor sees", async () => {
  const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "site.example" };
  const app = (trustProxy: boolean) =>
    new App<State>({ trustProxy }).get("/", (ctx) => ctx.text(ctx.url.href));
  assert.equal(await text(request(app(true), "/", { headers })), "https://site.example/");
  assert.equal(await text(request(app(false), "/", { headers })), "http://localhost/");
});

Deno.test("a middleware that returns no Response is reported as an error of the server", async () => {
  const bad = (() => undefined) as unknown as Middleware<State>;
  const { console: output } = globalThis;
  const { error: original } = output;
  const reports: unknown[] = [];
  output.error = (report) => reports.push(report);
  try {
    const response = await request(new App<State>().get("/", bad), "/");
    assert.equal(response.status, 500);
    assert.equal(await response.text(), "Internal server error");
  } finally {
    output.error = original;
  }
  assert.match(String(reports[0]), /Expected a Response/);
});
