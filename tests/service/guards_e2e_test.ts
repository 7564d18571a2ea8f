// The doors of the running service, tried from outside: token, cookie, Host, Origin, sizes, logs.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { type Service, withService } from "../harness/service.ts";

/** One HTTP/1.1 exchange over a bare connection: fetch would not let us lie about Host. */
async function exchange(service: Service, lines: string[], body = ""): Promise<string> {
  const { port } = new URL(service.url);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  const text = [...lines, "connection: close", `content-length: ${body.length}`, "", body];
  await connection.write(new TextEncoder().encode(text.join("\r\n")));
  const answer = await new Response(connection.readable).text();
  return answer;
}

const statusOf = (answer: string): number => Number(answer.split(" ")[1]);

realTest(
  "without a token only /healthz answers; with one of either kind all do",
  { needs: [] },
  () =>
    withService({}, async (service) => {
      const { url, token, loginUrl } = service;
      const health = await fetch(`${url}/healthz`);
      assert.equal(health.status, 200);
      assert.equal((await health.json()).ok, true);

      for (
        const path of [
          "/",
          "/c/x",
          "/css/base.css",
          "/api/appserver/status",
          "/nothing",
          "/ws/appserver",
        ]
      ) {
        const response = await fetch(url + path);
        assert.equal(response.status, 401, path);
        assert.equal((await response.json()).code, "unauthorized", path);
      }
      const page = await fetch(url, { headers: { accept: "text/html" } });
      assert.equal(page.status, 401);
      assert.match(await page.text(), /<form method="post" action="\/login">/);

      assert.equal((await service.fetch("/api/appserver/status")).status, 200);

      assert.equal((await fetch(loginUrl, { method: "HEAD", redirect: "manual" })).status, 401);
      const login = await fetch(loginUrl, { redirect: "manual" });
      assert.equal(login.status, 303);
      assert.equal(login.headers.get("location"), "/");
      const cookie = login.headers.get("set-cookie") ?? "";
      assert.match(
        cookie,
        /^pilothouse_\d+=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
      );
      assert.ok(!cookie.includes(token));
      await login.body?.cancel();
      const inside = await fetch(url, { headers: { cookie: cookie.split(";")[0]! } });
      assert.equal(inside.status, 200);
      assert.match(await inside.text(), /frsh:island/);

      const again = await fetch(loginUrl, { redirect: "manual", headers: { accept: "text/html" } });
      assert.equal(again.status, 401);
      assert.match(await again.text(), /used already/);
    }),
);

realTest(
  "the login form takes the token, and slows down who guesses",
  { needs: [] },
  () =>
    withService({}, async ({ url, token, fetch: withToken }) => {
      const form = (value: string) =>
        fetch(`${url}/login`, {
          method: "POST",
          redirect: "manual",
          headers: { accept: "text/html" },
          body: new URLSearchParams({ token: value }),
        });
      const right = await form(` ${token} `);
      assert.equal(right.status, 303);
      assert.match(right.headers.get("set-cookie") ?? "", /HttpOnly/);
      const statuses: number[] = [];
      for (let at = 0; at < 12; at++) {
        const wrong = await form("guess");
        statuses.push(wrong.status);
        if (wrong.status === 429) assert.ok(Number(wrong.headers.get("retry-after")) > 0);
        await wrong.body?.cancel();
      }
      assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
      assert.equal(
        (await withToken("/api/appserver/status")).status,
        200,
        "the owner is locked out",
      );
    }),
);

realTest(
  "a foreign Host or Origin gets 403, before any upgrade",
  { needs: [] },
  () =>
    withService({}, async (service) => {
      const { host } = new URL(service.url);
      const bearer = `authorization: Bearer ${service.token}`;
      const upgrade = [
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      ];
      const table: [string[], number][] = [
        [["GET /healthz HTTP/1.1", "host: evil.example"], 403],
        [["GET / HTTP/1.1", `host: evil.example:${host.split(":")[1]}`, bearer], 403],
        [["GET / HTTP/1.1", `host: ${host}`, "origin: https://evil.example", bearer], 403],
        [["GET / HTTP/1.1", `host: ${host}`, `origin: http://${host}`, bearer], 200],
        [[
          "GET /ws/appserver HTTP/1.1",
          `host: ${host}`,
          "origin: http://evil.example",
          bearer,
          ...upgrade,
        ], 403],
        [["GET /ws/appserver HTTP/1.1", `host: ${host}`, ...upgrade], 401],
      ];
      for (const [lines, status] of table) {
        assert.equal(statusOf(await exchange(service, lines)), status, lines.join(" | "));
      }
      const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws/appserver`);
      await new Promise((resolve) => socket.onerror = resolve);
    }),
);

realTest(
  "every answer has the security headers, error pages included",
  { needs: [] },
  () =>
    withService({}, async (service) => {
      for (
        const path of ["/", "/nothing", "/css/base.css", "/api/appserver/nothing", "/c/not-there"]
      ) {
        for (const accept of ["text/html", "application/json"]) {
          const response = await service.fetch(path, { headers: { accept } });
          const body = await response.text();
          const policy = response.headers.get("content-security-policy") ?? "";
          assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/, path);
          assert.doesNotMatch(policy, /unsafe/, path);
          assert.equal(response.headers.get("x-content-type-options"), "nosniff", path);
          for (const [, nonce] of body.matchAll(/<(?:script|style)[^>]*?nonce="([^"]*)"/g)) {
            assert.ok(policy.includes(`'nonce-${nonce}'`), `${path}: a nonce that is not allowed`);
          }
          assert.doesNotMatch(body, /<script(?![^>]*nonce)/, path);
          assert.doesNotMatch(body, /\.ts:\d+/, `${path}: a stack`);
        }
      }
    }),
);

realTest(
  "bad bodies get a clear error, and no secret is in the log",
  { needs: [] },
  () =>
    withService({ args: ["--debug"] }, async (service) => {
      const post = async (path: string, body: string) => {
        const response = await service.fetch(`/api/appserver/${path}`, { method: "POST", body });
        return { status: response.status, ...await response.json() };
      };
      const table: [string, string, number, string][] = [
        ["message", "{", 400, "invalid_json"],
        ["message", "{}", 400, "invalid_body"],
        ["message", '{"conversation_id":"x","text":"  "}', 400, "invalid_body"],
        ["message", '{"conversation_id":"x","text":"hi"}', 404, "unknown_conversation"],
        ["message", `{"conversation_id":"x","text":"${"x".repeat(5_000_000)}"}`, 413, "too_large"],
        [
          "approval",
          '{"conversation_id":"x","approval_id":"y","decision":1}',
          400,
          "invalid_body",
        ],
        ["conversations", "[]", 400, "invalid_body"],
      ];
      for (const [path, body, status, code] of table) {
        const answer = await post(path, body);
        assert.deepEqual({ ok: answer.ok, status: answer.status, code: answer.code }, {
          ok: false,
          status,
          code,
        }, `${path} ${body.slice(0, 60)}`);
        assert.ok(answer.message.length > 5);
      }
      const { id } = await post("conversations", "{}");
      const interrupt = await post("interrupt", JSON.stringify({ conversation_id: id }));
      assert.equal(interrupt.code, "no_turn");
      await fetch(service.loginUrl, { redirect: "manual" }).then((response) =>
        response.body?.cancel()
      );
      assert.match(service.stderr(), /GET \/login 303/);
      assert.ok(!service.stderr().includes(service.token), "the token is in the log");
      const code = new URL(service.loginUrl).searchParams.get("t")!;
      assert.ok(!service.stderr().includes(code), "the code is in the log");
      const mode = async (path: string) =>
        (await Deno.stat(`${service.home}/${path}`)).mode! & 0o777;
      assert.equal(await mode("token"), 0o600);
      assert.equal(await mode("secret"), 0o600);
      assert.equal(await mode("conversations"), 0o700);
      assert.equal(await mode(`conversations/${id}`), 0o700);
      assert.equal(await mode(`conversations/${id}/conversation_meta.json`), 0o600);
    }),
);
