import assert from "node:assert/strict";
import { CALLS } from "../../lib/events/http_door.ts";
import { CURL_EXAMPLES } from "../../lib/http/curl_examples.ts";
import { openApi } from "../../lib/http/openapi.ts";
import { THREAD, withDesk } from "../events/event_desk.ts";
import { answerChecker, documentProblem } from "../harness/openapi_validator.ts";

const document = openApi("1.2.3") as Record<string, unknown> & {
  paths: Record<string, Record<string, { operationId: string }>>;
};

Deno.test("the description is valid OpenAPI 3.1", async () => {
  assert.equal(await documentProblem(document), null);
  assert.notEqual(await documentProblem({ ...document, paths: { "no-slash": 1 } }), null);
});

Deno.test("every call of the door is in the description, and no name twice", () => {
  const missing = Object.keys(CALLS).filter((call) => {
    const [method = "", name = ""] = call.split(" ");
    return document.paths[`/v1/${name}`]?.[method.toLowerCase()] === undefined;
  });
  assert.deepEqual(missing, []);
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId)
  );
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("every route of /v1 is in the description", () => {
  const folder = new URL("../../routes/v1/", import.meta.url);
  const routes = (at: URL): string[] =>
    [...Deno.readDirSync(at)].flatMap(({ name, isDirectory }) =>
      isDirectory ? routes(new URL(`${name}/`, at)) : [new URL(name, at).pathname]
    );
  const paths = Object.keys(document.paths);
  for (const file of routes(folder)) {
    const path = decodeURIComponent(file).split("/routes")[1]!.replace(/\.ts$/, "");
    const pattern = new RegExp(`^${path.replace(".", "\\.").replace(/\[\w+\]/, "[^/]+")}$`);
    assert.ok(paths.some((known) => pattern.test(known)), path);
  }
});

Deno.test("the door answers as the description says, also where it refuses", async () => {
  const check = answerChecker(document);
  const event = {
    ...{ schema_version: 1, event_id: "e1", time_unix_ms: 1, type: "a.b", severity: "info" },
    ...{ source: { name: "s" }, title: "T", summary: "" },
  };
  const query = `?thread=${THREAD}`;
  const send = (body: unknown) => ({ query, body: JSON.stringify(body) });
  await withDesk(async (desk) => {
    const ask = async (call: string, path: string, init: Parameters<typeof desk.http>[1]) => {
      const { status, body } = await desk.http(call, init);
      const problem = check(path, call.split(" ")[0]!.toLowerCase(), status, body);
      assert.equal(problem, null, `${call} ${status}: ${JSON.stringify(body)}`);
      return status;
    };
    const events = "/v1/events";
    assert.equal(await ask("POST events", events, send(event)), 202);
    assert.equal(await ask("POST events", events, send(event)), 409);
    assert.equal(await ask("POST events", events, send({})), 400);
    assert.equal(await ask("POST events", events, send("x".repeat(70_000))), 413);
    assert.equal(await ask("GET events", events, { query }), 200);
    assert.equal(await ask("GET events", events, { query: "?thread=none" }), 401);
    const batch = send([{ ...event, event_id: "e2" }, {}]);
    assert.equal(await ask("POST events:batch", "/v1/events:batch", batch), 207);
    assert.equal(await ask("POST events:preview", "/v1/events:preview", send(event)), 200);
    assert.equal(await ask("GET events/e1", "/v1/events/{id}", { query }), 200);
    assert.equal(await ask("GET events/none", "/v1/events/{id}", { query }), 404);
    const ack = { body: JSON.stringify({ thread_id: THREAD, event_id: "e1" }) };
    assert.equal(await ask("POST events:ack", "/v1/events:ack", ack), 200);
    const extension = {
      body: JSON.stringify({ threadId: THREAD, event: { ...event, event_id: "e3" } }),
    };
    assert.equal(
      await ask("POST externalEvent/publish", "/v1/externalEvent/publish", extension),
      202,
    );
    const list = { body: JSON.stringify({ threadId: THREAD }) };
    assert.equal(await ask("POST externalEvent/list", "/v1/externalEvent/list", list), 200);
  });
});

Deno.test("every example is about a call of the description", () => {
  for (const { call: [method, path], status } of CURL_EXAMPLES) {
    const operation = document.paths[path]?.[method] as { responses?: Record<string, unknown> };
    assert.ok(operation?.responses?.[String(status)], `${method} ${path} ${status}`);
  }
});
