import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";

/** Sends bytes as they are and reads until the other side closes or the time is over. */
async function raw(service: Service, text: string, ms = 5_000): Promise<string> {
  const { hostname, port } = new URL(service.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  let answer = "";
  const reading = (async () => {
    const buffer = new Uint8Array(16 * 1024);
    for (;;) {
      const count = await connection.read(buffer).catch(() => null);
      if (count === null) return;
      answer += new TextDecoder().decode(buffer.subarray(0, count));
      if (/\r\n\r\n/.test(answer)) return;
    }
  })();
  const bytes = new TextEncoder().encode(text);
  // A server that has seen enough closes while we still write.
  for (let at = 0; at < bytes.length;) {
    const wrote = await connection.write(bytes.subarray(at)).catch(() => null);
    if (wrote === null) break;
    at += wrote;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  await Promise.race([reading, late]).finally(() => clearTimeout(timer));
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

async function healthy(service: Service): Promise<void> {
  const response = await service.fetch("/api/appserver/status", {
    signal: AbortSignal.timeout(15_000),
  });
  assert.equal((await response.json()).running, true);
}

realTest("headers and bodies that no client sends are refused, and the service goes on", {
  needs: [],
  timeoutMs: 120_000,
}, async () => {
  await withService({}, async (service) => {
    const host = new URL(service.url).host;
    const head = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
    const post = "POST /api/appserver/conversations";
    const auth = `Authorization: Bearer ${service.token}\r\nContent-Type: application/json\r\n`;
    const cases: [what: string, request: string, allowed: readonly number[]][] = [
      ["a header of a mebibyte", head("GET /healthz", `X-A: ${"a".repeat(1 << 20)}\r\n`), [
        0,
        400,
        431,
      ]],
      ["ten thousand headers", head("GET /healthz", "X-A: b\r\n".repeat(10_000)), [0, 400, 431]],
      ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", [400, 403]],
      ["another Host", "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", [403]],
      ["two Hosts", head("GET /healthz", "Host: evil.example\r\n"), [400, 403]],
      ["a foreign Origin", head("GET /healthz", "Origin: https://evil.example\r\n"), [403]],
      [
        "length and chunks at once",
        head(post, `${auth}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`) + "0\r\n\r\n",
        [400, 501],
      ],
      ["two lengths", head(post, `${auth}Content-Length: 5\r\nContent-Length: 9\r\n`) + "{}", [
        0,
        400,
      ]],
      ["a negative length", head(post, `${auth}Content-Length: -1\r\n`), [0, 400]],
      ["a body that is too large", head(post, `${auth}Content-Length: 99999999999\r\n`), [
        400,
        413,
      ]],
      ["a way out of the folder", head("GET /../../etc/passwd", auth), [400, 404]],
      ["the same, encoded", head("GET /css/%2e%2e%2f%2e%2e%2fetc%2fpasswd", auth), [400, 404]],
      ["a NUL in the path", head("GET /a%00b", auth), [400, 404]],
      ["a broken escape", head("GET /c/%zz", auth), [400, 404]],
      ["no HTTP at all", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", [0, 400]],
    ];
    for (const [what, request, allowed] of cases) {
      const answer = await raw(service, request, 3_000);
      assert.ok(allowed.includes(statusOf(answer)), `${what}: ${answer.slice(0, 200)}`);
      assert.ok(!/at .*\.ts:\d+|root:/.test(answer), `${what}: no stack, no file: ${answer}`);
    }
    const chunk = "1000\r\n" + "a".repeat(4096) + "\r\n";
    const endless = head(post, `${auth}Transfer-Encoding: chunked\r\n`) + chunk.repeat(4_000);
    assert.equal(statusOf(await raw(service, endless, 10_000)), 413);
    await healthy(service);
  });
});

realTest("slow clients and a flood of connections keep nobody else from being served", {
  needs: [],
  timeoutMs: 180_000,
}, async () => {
  await withService({}, async (service) => {
    const { hostname, port, host } = new URL(service.url);
    const open: Deno.Conn[] = [];
    try {
      // Half of them never finish their headers, the others never send the body they announced.
      for (let at = 0; at < 300; at++) {
        const connection = await Deno.connect({ hostname, port: Number(port) });
        open.push(connection);
        const half = at % 2 === 0
          ? `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX-Slow:`
          : `POST /v1/hooks/x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n{`;
        await connection.write(new TextEncoder().encode(half));
      }
      const begin = performance.now();
      for (let at = 0; at < 20; at++) await healthy(service);
      assert.ok(performance.now() - begin < 15_000);
    } finally {
      for (const connection of open) connection.close();
    }
    // A client of its own, so that its connections end with it.
    const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    const ask = () =>
      fetch(`${service.url}/healthz`, { client } as RequestInit).then((r) => r.json());
    const many = await Promise.all(Array.from({ length: 300 }, ask));
    client.close();
    assert.ok(many.every(({ ok }) => ok === true));
    // The files of closed connections are given back.
    await waitFor(() => [...Deno.readDirSync(`/proc/${service.pids.server}/fd`)].length < 200, {
      timeoutMs: 30_000,
      what: "the server to close what nobody uses",
    });
  });
});

realTest("guessing tokens is slowed down, and the right token still gets in", {
  needs: [],
  timeoutMs: 120_000,
}, async () => {
  await withService({}, async (service) => {
    const statuses = new Map<number, number>();
    for (let at = 0; at < 40; at++) {
      const headers = { authorization: `Bearer guess-${at}` };
      const path = at % 2 === 0 ? "/api/appserver/status" : "/v1/events?thread=x";
      const { status, body } = await fetch(service.url + path, { headers });
      await body?.cancel();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual([...statuses.keys()].sort(), [401, 429]);
    assert.ok(statuses.get(401)! <= 12);
    await healthy(service);
  });
});

realTest("whatever the service writes can be read by its owner alone", {
  needs: ["bash"],
  timeoutMs: 120_000,
}, async () => {
  await withService({ args: ["--debug"], env: { SHELL: "/bin/bash" } }, async (service) => {
    const post = async (path: string, body: unknown) => {
      const response = await service.fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return await response.json();
    };
    const { id } = await post("/api/appserver/conversations", { label: "files" });
    const { thread_id } = await post("/api/appserver/message", {
      conversation_id: id,
      text: "hello",
    });
    await post("/api/appserver/shell/exec", { conversation_id: id, command: "echo hi" });
    const sent = await post(`/v1/events?thread=${thread_id}`, {
      ...{ schema_version: 1, event_id: "e", time_unix_ms: 1, type: "a.b", severity: "info" },
      ...{ source: { name: "s" }, title: "T", summary: "" },
    });
    assert.equal(sent.ok, true);
    const inbox = join(service.codexHome, "sessions", thread_id);
    await waitFor(() => Deno.statSync(join(inbox, "external_events.json")).isFile, {
      what: "the discovery file",
    });
    // The home itself was there before, made by this test.
    const open = [...walk(service.home).drop(1), ...walk(inbox)]
      .filter(({ mode }) => (mode & 0o077) !== 0)
      .map(({ path, mode }) => `${path} ${(mode & 0o777).toString(8)}`);
    assert.deepEqual(open, []);
    const seen = [...walk(service.home)].map(({ path }) => path.slice(service.home.length));
    for (
      const part of ["/token", "/secret", "/debug_raw.jsonl", "transcript.jsonl", "blocks.jsonl"]
    ) {
      assert.ok(seen.some((path) => path.endsWith(part)), `${part} was written: ${seen.join(" ")}`);
    }
  });
});

/** A folder and all below it, with their rights; sockets too. */
function* walk(path: string): Generator<{ path: string; mode: number }> {
  const { mode, isDirectory, isSymlink } = Deno.lstatSync(path);
  if (isSymlink) return;
  yield { path, mode: mode ?? 0 };
  if (!isDirectory) return;
  for (const { name } of Deno.readDirSync(path)) yield* walk(join(path, name));
}
