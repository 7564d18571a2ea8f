// The whole way of one message: typed into the page in a real browser, answered by the demo agent
// or by the real codex, seen word by word, still there after a reload in the middle.

import assert from "node:assert/strict";
import { type Page, withPage } from "../harness/browser.ts";
import { gate, message, ModelServer, reply } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";

const ANSWER = ".row.assistant .text";

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message").fill(text);
  await page.keyboard.press("Enter");
}

const answer = async (page: Page): Promise<string> =>
  (await page.locator(ANSWER).allTextContents()).join("");

async function answerHas(page: Page, part: string): Promise<void> {
  await waitFor(async () => (await answer(page)).includes(part), {
    timeoutMs: 15_000,
    what: `the answer to have "${part}"`,
  });
}

/** Collects what goes wrong in the page; scripts that the CSP stops are among it. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (line) => line.type() === "error" && found.push(line.text()));
  return found;
}

async function transcript(
  service: Service,
  page: Page,
): Promise<{ role: string; text?: string }[]> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await service.fetch(`/api/appserver/conversation?id=${id}`);
  return (await answer.json()).entries;
}

realTest(
  "with the demo agent the answer appears word by word and survives a reload",
  { needs: ["chromium"] },
  () =>
    withService({}, (service) =>
      withPage(async (page) => {
        const problems = complaints(page);
        await page.goto(service.loginUrl);
        assert.equal(new URL(page.url()).search, "", "the code stays in the address");
        assert.match(
          await page.locator(".banner").innerText(),
          /No model is connected.*npm install/s,
        );
        await say(page, "slow");
        const lengths = new Set<number>();
        await waitFor(async () => {
          lengths.add((await answer(page)).length);
          return lengths.size > 8;
        }, { timeoutMs: 15_000, what: "eight different lengths of the answer" });
        const before = await answer(page);
        await page.reload();
        // The server has it: it is in the page before any script has run.
        const html = await (await service.fetch(new URL(page.url()).pathname)).text();
        assert.ok(html.includes(before.slice(0, 40)), "the text so far is not in the page");
        const after = await answer(page);
        assert.ok(after.startsWith(before), `"${after}" does not go on from "${before}"`);
        await waitFor(async () => (await answer(page)).length > after.length + 20, {
          timeoutMs: 15_000,
          what: "the answer to go on after the reload",
        });
        await page.getByRole("button", { name: "Stop" }).click();
        await page.getByText("Interrupted").waitFor();
        assert.deepEqual(problems, []);
      })),
);

realTest(
  "the login form of the page takes the token, and says so when it is wrong",
  { needs: ["chromium"] },
  () =>
    withService({}, (service) =>
      withPage(async (page) => {
        await page.goto(service.url);
        const login = async (token: string) => {
          await page.getByLabel("Token").fill(token);
          await page.getByRole("button", { name: "Log in" }).click();
        };
        await login("a guess");
        await page.getByText("That is not the token.").waitFor();
        await login(service.token);
        await page.getByLabel("Message").waitFor();
        assert.equal(new URL(page.url()).pathname, "/");
      })),
);

realTest(
  "with the real codex the answer appears word by word and survives a reload",
  { needs: ["codex", "chromium"] },
  async () => {
    const [first, second] = [gate(), gate()];
    await using model = ModelServer.start([
      reply(message([
        "The answer ",
        "begins here, ",
        first.step,
        "goes on ",
        second.step,
        "and ends.",
      ])),
    ]);
    await withService({ modelUrl: model.url }, (service) =>
      withPage(async (page) => {
        const problems = complaints(page);
        await page.goto(service.loginUrl);
        await say(page, "hello");
        await answerHas(page, "The answer begins here, ");
        await page.reload();
        assert.equal(await answer(page), "The answer begins here, ");
        first.open();
        await answerHas(page, "The answer begins here, goes on ");
        second.open();
        await answerHas(page, "The answer begins here, goes on and ends.");
        await page.getByText("Ready").waitFor();
        const entries = await transcript(service, page);
        assert.deepEqual(
          entries.filter(({ role }) => role === "user" || role === "assistant")
            .map(({ role, text }) => `${role}: ${text}`),
          ["user: hello", "assistant: The answer begins here, goes on and ends."],
        );
        assert.equal(await page.locator(".banner").count(), 0);
        assert.deepEqual(problems, []);
      }));
  },
);

realTest(
  "a conversation goes on after a restart of the service, with the real codex",
  { needs: ["codex"] },
  async () => {
    const root = await Deno.makeTempDir();
    await using model = ModelServer.start();
    const folders = { home: `${root}/home`, codexHome: `${root}/codex`, cwd: root };
    const post = async (service: Service, path: string, body: unknown) => {
      const response = await service.fetch(`/api/appserver/${path}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      assert.ok(response.ok, await response.clone().text());
      return await response.json();
    };
    const answers = async (service: Service, id: string, count: number) => {
      const read = async () =>
        (await (await service.fetch(`/api/appserver/conversation?id=${id}`)).json()).entries
          .filter(({ role }: { role: string }) => role === "assistant").length === count;
      await waitFor(read, { timeoutMs: 15_000, what: `${count} answers` });
    };
    try {
      let id = "";
      let thread = "";
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        id = (await post(service, "conversations", {})).id;
        thread = (await post(service, "message", { conversation_id: id, text: "one" })).thread_id;
        await answers(service, id, 1);
      });
      await withService({ modelUrl: model.url, ...folders }, async (service) => {
        const sent = await post(service, "message", { conversation_id: id, text: "two" });
        assert.equal(sent.thread_id, thread);
        await answers(service, id, 2);
        assert.match(model.seen.at(-1)!.text, /"one"/, "the model does not see the first message");
      });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
);

realTest(
  "every kind of row of the demo is shown, and approvals are answered by a click",
  { needs: ["chromium"] },
  () =>
    withService({ env: { PILOTHOUSE_DEMO_SPEED: "0.2" } }, (service) =>
      withPage(async (page) => {
        const problems = complaints(page);
        await page.goto(service.loginUrl);
        await say(page, "tour");
        for (const row of ["user", "reasoning", "plan", "command", "diff", "assistant"]) {
          await page.locator(`.row.${row}`).first().waitFor({ timeout: 20_000 });
        }
        await page.getByText("Ready").waitFor({ timeout: 20_000 });
        await say(page, "approval");
        await page.getByRole("button", { name: "Accept", exact: true }).click({ timeout: 20_000 });
        await page.locator(".row.decided.accepted").waitFor();
        await page.getByText("Ready").waitFor({ timeout: 20_000 });
        const ids = await page.locator(".row").evaluateAll((rows) =>
          rows.map((row) => row.getAttribute("data-id"))
        );
        await page.reload();
        const again = await page.locator(".row").evaluateAll((rows) =>
          rows.map((row) => row.getAttribute("data-id"))
        );
        assert.deepEqual([...again].sort(), [...ids].sort(), "other rows after a reload");
        assert.deepEqual(problems, []);
      })),
);
