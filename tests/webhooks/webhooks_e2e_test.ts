import assert from "node:assert/strict";
import { fromFileUrl } from "@std/path";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";
import { EXAMPLES, SECRETS, SIGN } from "./deliveries.ts";

const PROGRAM = fromFileUrl(new URL("../../main.ts", import.meta.url));

/** A conversation whose thread exists. */
async function newThread(service: Service): Promise<string> {
  const post = (path: string, body: unknown) =>
    service.fetch(`/api/appserver/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((response) => response.json());
  const { id } = await post("conversations", { label: "hooks" });
  const { thread_id } = await post("message", { conversation_id: id, text: "hello" });
  assert.ok(thread_id);
  return thread_id;
}

async function hooks(service: Service, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", PROGRAM, "hooks", ...args, "--home", service.home],
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

realTest("a hook made on the command line takes a signed delivery into the thread", {
  needs: [],
  timeoutMs: 120_000,
}, async () => {
  await withService({}, async (service) => {
    const thread = await newThread(service);
    const secretFile = `${service.home}/secret_of_github`;
    await Deno.writeTextFile(secretFile, `${SECRETS.github}\n`, { mode: 0o600 });
    const made = await hooks(service, "add", "ci", "--kind=github", `--thread=${thread}`);
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /^address {2}\S+\/v1\/hooks\/ci\nsecret {3}\S{43} /);
    assert.equal((await hooks(service, "remove", "ci")).code, 0);
    const again = await hooks(
      service,
      ...["add", "ci", "--kind=github", `--thread=${thread}`, `--secret-file=${secretFile}`],
    );
    assert.equal(again.code, 0, again.err);
    assert.ok(!again.out.includes(SECRETS.github));

    const [{ json, headers }] = EXAMPLES as [typeof EXAMPLES[number]];
    const body = JSON.stringify(json);
    const send = (more: Record<string, string> = {}, init: RequestInit = {}) =>
      fetch(`${service.url}/v1/hooks/ci`, {
        method: "POST",
        body,
        headers: { ...headers, ...SIGN.github(body, Date.now()), ...more },
        ...init,
      });
    const taken = await send();
    const { events: [{ event_id }] } = await taken.json();
    assert.equal(taken.status, 202);
    const repeat = await send();
    assert.deepEqual([repeat.status, await repeat.json()], [200, {
      ok: true,
      events: [{ event_id, duplicate: true }],
    }]);
    const forged = await send({ "x-hub-signature-256": "sha256=00" });
    assert.deepEqual([forged.status, (await forged.json()).code], [401, "unauthorized"]);
    const shown = await send({}, { method: "GET", body: null });
    assert.deepEqual([shown.status, (await shown.json()).code], [405, "method_not_allowed"]);
    const foreign = await send({ origin: "https://example.com" });
    assert.equal(foreign.status, 403);
    await foreign.body?.cancel();
    const big = await send({}, { body: "x".repeat(5 * 1024 * 1024) });
    assert.deepEqual([big.status, (await big.json()).code], [413, "too_large"]);

    const receipt = await service.fetch(`/v1/events/${event_id}?thread=${thread}`);
    const { trust, event } = await receipt.json();
    assert.equal(trust.label, "network, authenticated by a token (hook ci)");
    assert.equal(event.title, 'Workflow "Build" failure in harbour/tug');
    await waitFor(() => service.stderr().includes('hook "ci": a delivery was refused'), {
      what: "the log to tell of the forged delivery",
    });
  });
});
