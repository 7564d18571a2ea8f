import assert from "node:assert/strict";
import { Pilothouse, PilothouseError } from "../../lib/client/pilothouse.ts";
import { CURL_EXAMPLES } from "../../lib/http/curl_examples.ts";
import { violations } from "../harness/accessibility.ts";
import { withPage } from "../harness/browser.ts";
import { answerChecker } from "../harness/openapi_validator.ts";
import { realTest } from "../harness/real_parts.ts";
import { withService } from "../harness/service.ts";

realTest("every example for the shell does what it says, and the client finds the same", {
  needs: ["bash", "curl"],
  timeoutMs: 120_000,
}, async () => {
  await withService({}, async ({ url, token }) => {
    const client = new Pilothouse({ url, token });
    const { thread_id: thread } = await client.say(await client.begin("docs"), "hello");
    assert.ok(thread !== null);
    const check = answerChecker(await (await fetch(`${url}/v1/openapi.json`)).json());
    for (const { call: [method, path], command, status } of CURL_EXAMPLES) {
      const { stdout, stderr } = await new Deno.Command("bash", {
        args: ["-euc", `${command} -w '\\n%{http_code}'`],
        env: { URL: url, TOKEN: token, THREAD: thread },
        stdin: "null",
      }).output();
      const text = new TextDecoder();
      const lines = text.decode(stdout).split("\n");
      assert.equal(lines.pop(), String(status), `${command}\n${text.decode(stderr)}`);
      assert.equal(check(path, method, status, JSON.parse(lines.join("\n"))), null, command);
    }
    assert.equal((await client.receipt(thread, "nightly-3")).state, "acked");

    const sent = { thread, type: "build.passed", title: "Built", id: "c1", timeMs: 5 };
    assert.deepEqual(await client.send(sent), { event_id: "c1", duplicate: false });
    assert.deepEqual(await client.send(sent), { event_id: "c1", duplicate: true });
    assert.ok((await client.list(thread)).some(({ event_id }) => event_id === "c1"));
    await client.ack(thread, "c1");
    assert.equal((await client.receipt(thread, "c1", "acked"))["reached"], true);
    assert.ok((await client.conversations()).some(({ thread_id }) => thread_id === thread));
    assert.equal((await client.preview({ ...sent, id: "c2" }))["ok"], true);
    const refused = await client.receipt(thread, "none").catch((error: unknown) => error);
    assert.ok(refused instanceof PilothouseError);
    assert.deepEqual([refused.status, refused.code], [404, "unknown_event"]);
    assert.match(refused.requestId ?? "", /^[0-9a-f-]{36}$/);
  });
});

realTest("the page about the API can be read, by everybody", {
  needs: ["chromium"],
  timeoutMs: 120_000,
}, async () => {
  await withService({}, async ({ url, loginUrl }) => {
    await withPage(async (page) => {
      await page.goto(loginUrl);
      await page.goto(`${url}/docs`);
      await page.getByRole("heading", { name: "POST /v1/events", exact: true }).waitFor();
      assert.ok(
        await page.getByText('curl -sS -H "Authorization').count() >= CURL_EXAMPLES.length - 3,
      );
      const style = await page.locator(".docs").evaluate((element) =>
        getComputedStyle(element).maxWidth
      );
      assert.notEqual(style, "none", "its style is applied, so the policy allows it");
      assert.deepEqual(await violations(page), []);
    });
  });
});
