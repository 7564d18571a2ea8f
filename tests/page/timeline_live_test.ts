// What moves: approvals in every tab, output that grows, sentences that are spoken, a line that
// breaks, and floods that must not freeze the page.

import assert from "node:assert/strict";
import { join } from "node:path";
import { type Page, withPage } from "../harness/browser.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { says } from "./says.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor, withService } from "../harness/service.ts";
import { type Draft, withConversationHome } from "./conversation_home.ts";
import { type FakeStream, fakeStream } from "./fake_stream.ts";

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
}

realTest(
  "an approval is there after a reload and in a second tab, and a key decides it for both",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withService(
      { env: { PILOTHOUSE_DEMO_SPEED: "0.1" } },
      (service) =>
        withPage(async (page, browser) => {
          await page.goto(service.loginUrl);
          await say(page, "approval");
          await page.locator(".row.approval").waitFor();
          await says(page.locator(".row.approval"), /git push/);
          await page.reload();
          await page.locator(".row.approval").waitFor();
          const storageState = await page.context().storageState();
          const other = await browser.newPage({ storageState });
          await other.goto(page.url());
          const card = other.locator(".row.approval");
          const labels = await card.locator("footer button").allInnerTexts();
          assert.ok(labels.length >= 4, `only ${labels}`);
          // A letter typed elsewhere decides nothing.
          await other.getByRole("textbox", { name: "Message" }).pressSequentially("yn");
          assert.equal(await card.count(), 1);
          await card.focus();
          await other.keyboard.press("y");
          for (const tab of [page, other]) {
            await tab.locator(".row.decided.accepted").waitFor();
            assert.equal(await tab.locator(".row.approval").count(), 0);
          }
        }),
    ),
);

realTest(
  "a question of the agent is answered by an option",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withService({ env: { PILOTHOUSE_DEMO_SPEED: "0.1" } }, (service) =>
      withPage(async (page) => {
        await page.goto(service.loginUrl);
        await say(page, "question");
        const card = page.locator(".row.approval");
        await card.getByLabel("Town quay").check();
        await card.getByRole("button", { name: "Answer" }).click();
        await page.locator(".row.decided.answered").waitFor();
        await says(page.locator(".row.decided"), /Town quay/);
      })),
);

/** A page with a stream of its own, and a row to begin with. */
function withStream(
  fn: (page: Page, stream: FakeStream) => Promise<void>,
  drafts: readonly Draft[] = [],
): Promise<void> {
  return withConversationHome(
    [{ role: "user", text: "go" }, ...drafts],
    ({ home, id }) =>
      withService({ home }, (service) =>
        withPage(async (page) => {
          const problems: string[] = [];
          page.on("pageerror", (error) => problems.push(error.message));
          await page.goto(service.loginUrl);
          const stream = await fakeStream(page, id);
          await page.goto(`${service.url}/c/${id}`);
          await stream.connected;
          await fn(page, stream);
          assert.deepEqual(problems, []);
        })),
  );
}

const BEGAN = { ts: "2026-01-02T04:00:00Z", place: 2e15 };
const delta = (delta: string, id = "a") => ({ type: "assistant_delta", id, delta, ...BEGAN });

/** The longest time between two frames while `action` runs, as the page itself sees it. */
async function longestFrame(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const state = { last: performance.now(), longest: 0, on: true };
    Object.assign(globalThis, { frames: state });
    const tick = () => {
      state.longest = Math.max(state.longest, performance.now() - state.last);
      state.last = performance.now();
      if (state.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await action();
  return await page.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: { longest: number; on: boolean } };
    frames.on = false;
    return frames.longest;
  });
}

realTest(
  "live rows: output, speech, ribbon, and a line that breaks",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withStream(async (page, stream) => {
      // The end of growing output stays in view, unless one reads further up.
      stream.send({ type: "activity", text: "Running a command", turn_id: "t" });
      stream.send({ type: "command_begin", id: "c", command: "make", cwd: "/work/ship", ...BEGAN });
      for (let line = 0; line < 200; line++) {
        stream.send({ type: "command_delta", id: "c", delta: `line ${line}\n` });
      }
      await page.locator(".row.command pre").getByText("line 199").waitFor();
      assert.equal(await page.locator(".row.command .spinner").count(), 1);
      await page.getByRole("button", { name: "Show earlier lines" }).click();
      await page.getByText("line 0").waitFor();
      stream.send({ type: "command_delta", id: "c", delta: "the newest\n" });
      await page.getByText("the newest").waitFor();
      const fromEnd = () =>
        page.locator(".row.command pre").evaluate((pre) =>
          pre.scrollHeight - pre.scrollTop - pre.clientHeight
        );
      await waitFor(async () => await fromEnd() < 10, { what: "the end of the output" });
      await page.locator(".row.command pre").hover();
      await page.mouse.wheel(0, -200);
      await waitFor(async () => await fromEnd() > 100, { what: "the output to be scrolled" });
      const before = await page.locator(".row.command pre").evaluate((pre) => pre.scrollTop);
      stream.send({ type: "command_delta", id: "c", delta: "newer still\n" });
      await page.getByText("newer still").waitFor();
      assert.equal(await page.locator(".row.command pre").evaluate((pre) => pre.scrollTop), before);
      const end = { exit_code: 2, duration_ms: 900, status: "failed" };
      const entry = {
        id: "c",
        role: "command",
        command: "make",
        cwd: "/work/ship",
        output: "x",
        ...end,
      };
      stream.send({ type: "command_end", entry: { ...BEGAN, ...entry } });
      await page.locator(".row.command.failed").waitFor();
      assert.equal(await page.locator(".ribbon .dot.red").count(), 1);

      // Finished sentences are spoken, words are not.
      const spoken = page.locator('.timeline-frame [role="log"]');
      for (const word of ["The ", "pump ", "**leaks**. ", "I will"]) stream.send(delta(word));
      await waitFor(async () => (await spoken.textContent())?.includes("The pump leaks ."), {
        what: "the sentence to be spoken",
      });
      assert.doesNotMatch(await spoken.textContent() ?? "", /I will/);
      const asked = { kind: "permissions", cwd: "/", permissions: ["net"] };
      const decisions = [{ id: "accept", label: "Grant", tone: "primary" }];
      const approval = { id: "q", turn_id: "t", reason: null, subject: asked, decisions, ...BEGAN };
      stream.send({ type: "approval", approval });
      await waitFor(async () => (await spoken.textContent())?.includes("waits for your decision"), {
        what: "the approval to be spoken",
      });

      // A lost line is said, and what comes after it is shown.
      await stream.drop();
      await page.getByText("Connection lost").waitFor();
      await page.getByText("Running a command").waitFor();
      stream.send(delta(" mend it."));
      await page.getByText("I will mend it.").waitFor();
    }),
);

realTest(
  "a 1 MB line, a diff of 5,000 files and a huge table leave the page usable",
  { needs: ["chromium"], timeoutMs: 180_000 },
  () => {
    const files = Array.from({ length: 5_000 }, (_, at): Draft => ({
      ...{ id: `f${at}`, role: "diff", path: `src/${at}.ts`, change: "update" },
      ...{ place: 2e15 + 1 + at, diff: "@@ -1 +1 @@\n-a\n+b\n" },
    }));
    return withStream(async (page, stream) => {
      const line = "x".repeat(1_000_000);
      const end = { exit_code: 0, duration_ms: 9, status: "completed" };
      const longest = await longestFrame(page, async () => {
        stream.send(delta(line, "long"));
        const command = { id: "c", role: "command", command: line, cwd: "/", output: line, ...end };
        stream.send({ type: "command_end", entry: { ...BEGAN, ...command } });
        const one = { id: "d", role: "diff", path: line.slice(0, 900), change: "update" };
        stream.send({
          type: "diff",
          entry: { ...BEGAN, ...one, diff: `@@ -1 +1 @@\n-${line}\n+${line}y\n` },
        });
        stream.send(delta("| a | b |\n|---|---|\n" + "| 1 | **2** |\n".repeat(5_000), "table"));
        for (const entry of files) stream.send({ type: "diff", entry: { ...BEGAN, ...entry } });
        await page.locator('[data-id="f4999"]').waitFor({ timeout: 60_000 });
      });
      assert.ok(longest < 10_000, `a frame took ${longest} ms`);
      const elements = await page.evaluate(() => document.querySelectorAll("*").length);
      assert.ok(elements < 6_000, `${elements} elements`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 1280, `the page is ${width} px wide`);
      // Reading on above is possible, from what the server keeps.
      await waitFor(
        () =>
          page.evaluate(() => {
            document.querySelector(".timeline")!.scrollTop = -1e9;
            const ids = [...document.querySelectorAll('[data-id^="f"]')];
            return ids.some((one) => Number(one.getAttribute("data-id")!.slice(1)) < 4_800);
          }),
        { what: "rows of before" },
      );
    }, files);
  },
);

realTest(
  "five thousand deltas a second come to the page in full, in two tabs, and leave it usable",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () => {
    const agent = join(REPOSITORY, "bench", "flooding_agent.ts");
    const appServer = `${Deno.execPath()} run -A --config ${
      join(REPOSITORY, "deno.json")
    } ${agent}`;
    return withService({ appServer }, (service) =>
      withPage(async (page, browser) => {
        await page.goto(service.loginUrl);
        await say(page, "1000");
        const all = async (tab: Page, count: number) => {
          await waitFor(async () => await tab.locator(".row.assistant").count() === count, {
            what: `${count} messages`,
            timeoutMs: 60_000,
          });
          await tab.getByText("Ready").waitFor();
        };
        await all(page, 1);
        const other = await browser.newPage({ storageState: await page.context().storageState() });
        await other.goto(page.url());
        const longest = await longestFrame(page, async () => {
          await say(page, "5000");
          // While it floods, one can write, and the page answers.
          await page.getByRole("textbox", { name: "Message" }).pressSequentially("next");
          // Five messages of a thousand deltas each come behind the first one.
          for (const tab of [page, other]) await all(tab, 6);
        });
        assert.ok(longest < 10_000, `a frame took ${longest} ms`);
        await says(page.getByRole("textbox", { name: "Message" }), /next/);
      }));
  },
);

realTest(
  "text that turns its own direction cannot make a command or a path look like another one",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () => {
    const trick = "rm \u202Egpj.yadiloh\u202C -rf";
    return withConversationHome(
      [
        { role: "user", text: trick },
        { role: "command", command: trick, cwd: "/", output: trick, exit_code: 0, duration_ms: 1 },
        {
          ...{ role: "diff", diff_id: "d", path: `src/${trick}`, change: "update" },
          ...{ added: 1, removed: 0, diff: `@@ -0,0 +1 @@\n+${trick}\n` },
        },
        { role: "assistant", text: `\`${trick}\`\n\n\`\`\`sh\n${trick}\n\`\`\`` },
      ],
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            await page.goto(service.loginUrl);
            await page.goto(`${service.url}/c/${id}`);
            for (const row of [".command header", ".command pre", ".diff header", ".diff .dl"]) {
              const text = await page.locator(`.row${row}`).first().textContent() ?? "";
              assert.match(text, /‹U\+202E›gpj/, row);
              assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069]/, row);
            }
            for (const code of await page.locator(".row.assistant code").allTextContents()) {
              assert.match(code, /‹U\+202E›gpj/);
            }
          })),
    );
  },
);
