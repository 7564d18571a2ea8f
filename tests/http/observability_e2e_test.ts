import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";

const post = (service: Service, path: string, body: unknown, headers: HeadersInit = {}) =>
  service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

realTest("a request's id is in its answer, in the log, and in what it left in the transcript", {
  needs: [],
  timeoutMs: 120_000,
}, async () => {
  const args = ["--log-format", "json", "--log-level", "debug"];
  await withService({ args }, async (service) => {
    const { id } = await (await post(service, "/api/appserver/conversations", {})).json();
    const message = await post(
      service,
      "/api/appserver/message",
      { conversation_id: id, text: "hello" },
      { "x-request-id": "door-to-row-1" },
    );
    assert.equal(message.headers.get("x-request-id"), "door-to-row-1");
    const { thread_id } = await message.json();
    const sent = await post(service, `/v1/events?thread=${thread_id}`, {
      ...{ schema_version: 1, event_id: "e1", time_unix_ms: 1, type: "a.b", severity: "info" },
      ...{ source: { name: "test" }, title: "T", summary: "" },
    });
    const given = sent.headers.get("x-request-id");
    assert.equal(sent.status, 202, await sent.text());
    assert.match(given ?? "", /^[0-9a-f-]{36}$/);

    await waitFor(async () => {
      const path = `/api/appserver/transcript/range?conversation_id=${id}`;
      const { entries } = await (await service.fetch(path)).json();
      const rows = entries as { id: string; role: string; request_id?: string }[];
      return rows.some((row) => row.role === "user" && row.id === "door-to-row-1") &&
        rows.some((row) => row.role === "external_event" && row.request_id === given);
    }, { timeoutMs: 30_000, what: "both rows with their request's id" });
    const receipt = await service.fetch(`/v1/events/e1?thread=${thread_id}`);
    assert.equal((await receipt.json()).request_id, given);

    const odd = await service.fetch("/healthz", { headers: { "x-request-id": "a b" } });
    assert.match(odd.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
    await odd.body?.cancel();
    const lines = await waitFor(() => {
      const all = service.stderr().split("\n").filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line));
      return all.some(({ request_id }) => request_id === given) ? all : null;
    }, { what: "the request in the log" });
    const line = lines.find(({ request_id }) => request_id === "door-to-row-1");
    assert.equal(line.level, "debug");
    assert.match(line.message, /^POST \/api\/appserver\/message 202 /);
    assert.ok(!service.stderr().includes(service.token), "no token in the log");
  });
});

realTest("Prometheus can read the numbers of a running service, and nobody without the token", {
  needs: [],
  timeoutMs: 120_000,
}, async () => {
  await withService({}, async (service) => {
    const stranger = await fetch(`${service.url}/metrics`);
    assert.equal(stranger.status, 401);
    await stranger.body?.cancel();
    const response = await service.fetch("/metrics");
    assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
    const lines = (await response.text()).trimEnd().split("\n");
    for (const line of lines) {
      assert.match(
        line,
        /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[^}]*\})? (\d+(\.\d+)?(e[+-]\d+)?|NaN))$/,
      );
    }
    const value = (name: string) =>
      Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
    assert.equal(value("pilothouse_app_server_up"), 1);
    assert.ok(value("pilothouse_resident_memory_bytes") > 1_000_000);
    assert.ok(lines.some((line) => line.includes('method="GET",status="401"} 1')));
    assert.ok(lines.some((line) => line.includes('agent="demo"')));
  });
});
