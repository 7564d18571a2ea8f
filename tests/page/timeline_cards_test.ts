// What each card offers, in a real browser: a conversation with a row of every kind, and what one
// can click, unfold and copy in it.

import assert from "node:assert/strict";
import { type Page, withPage } from "../harness/browser.ts";
import { says } from "./says.ts";
import { realTest } from "../harness/real_parts.ts";
import { waitFor, withService } from "../harness/service.ts";
import { type Draft, withConversationHome } from "./conversation_home.ts";

const CWD = "/work/ship";
const END = { exit_code: 0, duration_ms: 1_200, status: "completed" };
const LINES = Array.from({ length: 50 }, (_, at) => `line ${at + 1}\n`).join("");
const DIFF = `@@ -6,3 +6,3 @@\n same\n-const a = 100; // one\n+const a = 50; // one\n same\n`;
const MARKDOWN =
  `Some **bold** \uE200cite\uE202turn1file0L11-L26\uE201text with [a link](https://example.org).

1. one
2. two

- [x] done
- [ ] to do

| a | b |
|---|---|
| 1 | 2 |

\`\`\`ts
const answer = 42;
\`\`\`
`;

const ROWS: Draft[] = [
  {
    role: "user",
    text: `first\n${"more\n".repeat(60)}last`,
    attachments: [{ kind: "image", name: "map.png" }],
  },
  { role: "reasoning", text: "**Reading the chart**\n\nThe tide is late." },
  {
    role: "plan",
    steps: [{ step: "Look at `a.ts`", status: "completed" }, { step: "Fix it", status: "pending" }],
  },
  { role: "command", command: "/bin/bash -lc 'seq 1 50'", cwd: CWD, output: LINES, ...END },
  {
    role: "command",
    command: "false",
    cwd: CWD,
    output: "\x1b[1;31mred\x1b[0m \x1b[38;2;1;200;3mgreen\x1b[0m",
    ...END,
    exit_code: 1,
  },
  {
    role: "diff",
    diff_id: "d",
    path: `${CWD}/src/a.ts`,
    change: "update",
    added: 1,
    removed: 1,
    diff: DIFF,
  },
  {
    role: "approval",
    status: "declined",
    decided_at: "",
    subject: { kind: "file_change", files: [{ path: "b.ts", change: "add", diff: "new\n" }] },
  },
  {
    role: "notice",
    kind: "tool",
    text: "Called chart.read",
    input: '{"a":1}',
    output: "result",
    status: "completed",
  },
  { role: "error", text: "It failed", details: "because of the wind", code: "wind" },
  { role: "assistant", text: MARKDOWN },
  {
    ...{ role: "token_usage", turn_id: "t", total_tokens: 34_100, input_tokens: 33_000 },
    ...{ cached_input_tokens: 28_000, output_tokens: 1_100, reasoning_output_tokens: 800 },
    ...{ last_tokens: 12_300, context_window: 272_000 },
  },
  { role: "status", turn_id: "t", status: "completed", duration_ms: 61_000 },
  {
    ...{ role: "external_event", event_id: "e", thread_id: "t", seq: 1, severity: "error" },
    ...{ event_type: "build.failed", title: "The build broke", text: "In the engine room." },
    ...{ source: "ci", trust: "local, not authenticated", state: "observed", mode: "steer" },
    reason: null,
  },
  { role: "notice", kind: "warning", text: "The disk is nearly full." },
  { role: "shell_input", command: "tail log", cwd: CWD },
  {
    ...{ role: "shell_output", command: "tail log", cwd: CWD, stdout: "out", stderr: "err" },
    ...{ ...END, exit_code: 3, status: "failed" },
  },
];

const row = (page: Page, number: number) => page.locator(`[data-id="entry-${number}"]`);

async function copied(page: Page, number: number, label: string): Promise<string> {
  await row(page, number).getByRole("button", { name: label }).first().click();
  await row(page, number).getByRole("button", { name: "Copied" }).waitFor();
  return await page.evaluate(() => navigator.clipboard.readText());
}

realTest(
  "every card shows what it has and folds, unfolds and copies",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withConversationHome(
      ROWS,
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            const problems: string[] = [];
            page.on("pageerror", (error) => problems.push(error.message));
            await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
            await page.goto(service.loginUrl);
            await page.goto(`${service.url}/c/${id}`);
            await page.setViewportSize({ width: 1280, height: 3_000 });
            await row(page, 1).waitFor();

            // The person: a long message is folded, what came along is named.
            assert.doesNotMatch(await row(page, 1).innerText(), /last/);
            await row(page, 1).getByRole("button", { name: "Show all" }).click();
            await says(row(page, 1), /map\.png[^]*last/);
            assert.match(await copied(page, 1, "Copy text"), /^first\nmore/);

            // Thoughts: a line until one wants more.
            await says(row(page, 2), /Thought\s+Reading the chart$/);
            await row(page, 2).getByRole("button").click();
            await row(page, 2).getByText("The tide is late.").waitFor();

            // The plan.
            await says(row(page, 3), /1 of 2/);
            assert.deepEqual(await row(page, 3).locator("li").allInnerTexts(), [
              "Look at a.ts\n(done)",
              "Fix it\n(to do)",
            ]);

            // A command: bare, its last lines, then all; never a tick where it failed.
            await says(row(page, 4), /\$\s*seq 1 50\n✓ 1\.2 s/);
            assert.equal(
              (await row(page, 4).locator("pre").textContent() ?? "").trim().split("\n").length,
              20,
            );
            await row(page, 4).getByRole("button", { name: "Show all (30 earlier lines)" }).click();
            assert.equal(
              (await row(page, 4).locator("pre").textContent() ?? "").trim().split("\n").length,
              50,
            );
            assert.equal(await copied(page, 4, "Copy command"), "seq 1 50");
            await says(row(page, 5), /exit 1/);
            assert.doesNotMatch(await row(page, 5).innerText(), /✓/);
            assert.equal(await row(page, 5).locator(".fg-1.sgr-bold").textContent(), "red");
            assert.equal(
              await row(page, 5).getByText("green").evaluate((span) =>
                getComputedStyle(span).color
              ),
              "rgb(1, 200, 3)",
            );

            // A diff: short path, counts, hunk, two gutters, the words that changed; side by side.
            const diff = row(page, 6);
            await says(diff, /^src\/a\.ts\s+\+1\s+−1/);
            await says(diff.locator(".hunk-title"), /^Lines 6-8 → 6-8/);
            assert.deepEqual(await diff.locator(".dl.del .n").allTextContents(), ["7", ""]);
            assert.deepEqual(await diff.locator(".dl.add .n").allTextContents(), ["", "7"]);
            assert.deepEqual(await diff.locator(".word").allTextContents(), ["100", "50"]);
            await diff.locator(".tok-keyword").first().waitFor();
            await diff.getByRole("button", { name: "Split" }).click();
            assert.equal(
              await diff.locator(".half.del").textContent(),
              "7−const a = 100; // one",
            );
            await diff.getByRole("button", { name: "Unified" }).click();
            await diff.getByRole("button", { name: "src/a.ts" }).click();
            assert.equal(await diff.locator(".dl").count(), 0);
            assert.equal(await copied(page, 6, "Copy diff"), DIFF);

            // What was declined is red and still to be seen.
            await says(row(page, 7), /Declined\s+b\.ts[^]*new/);
            const accent = (number: number) =>
              row(page, number).evaluate((one) => getComputedStyle(one).borderLeftColor);
            assert.notEqual(await accent(7), await accent(6));

            // A tool call: one line, with input and result behind it.
            assert.doesNotMatch(await row(page, 8).innerText(), /result/);
            await row(page, 8).getByRole("button", { name: "Called chart.read" }).click();
            await says(row(page, 8), /"a":1[^]*result/);

            // An error, with its details.
            await row(page, 9).getByText("Details").click();
            await row(page, 9).getByText("because of the wind").waitFor();

            // The answer.
            const answer = row(page, 10);
            await says(answer, /^Some bold text with a link\./);
            const link = answer.getByRole("link", { name: "a link" });
            assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
            assert.equal(await link.getAttribute("target"), "_blank");
            assert.equal(await answer.locator("ol > li").count(), 2);
            assert.equal(await answer.locator(".task.done").count(), 1);
            assert.deepEqual(await answer.locator("td").allTextContents(), ["1", "2"]);
            await answer.locator(".tok-keyword").waitFor();
            assert.equal(await copied(page, 10, "Copy code"), "const answer = 42;");

            // The end of the turn; and a time, for who looks for it.
            const end = row(page, 12);
            await says(end, /Worked for 1 min 1 s\s+12\.3k tokens in context/);
            await end.getByRole("button", { name: "12.3k tokens" }).click();
            await says(end, /12\.3k of 272k tokens \(5 %\)[^]*28\.0k cached/);
            const time = end.locator("time");
            assert.equal(await time.getAttribute("datetime"), "2026-01-02T03:04:16.000Z");
            await end.hover();
            await waitFor(
              async () => await time.evaluate((one) => getComputedStyle(one).opacity) === "1",
              {
                what: "the time to be seen",
              },
            );

            // An event from outside, a warning, and a command of the person.
            await says(
              row(page, 13),
              /^error\s+The build broke\s+seen by the agent\s+In the engine room\.\s+build\.failed\s+from ci\s+local, not authenticated/,
            );
            assert.match(await copied(page, 13, "Copy event"), /^The build broke\n\nIn the/);
            await says(row(page, 14), /^The disk is nearly full\.$/);
            await says(row(page, 16), /^!\s*tail log\s+exit 3/);
            // What is not near the screen has no layout, and with that no inner text.
            assert.match(await row(page, 16).locator("pre").textContent() ?? "", /out\s+err/);
            assert.deepEqual(problems, []);
          })),
    ),
);

realTest(
  "without Markdown the bare text is shown",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withConversationHome(
      [{ role: "assistant", text: "# a **b**" }],
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            await page.goto(service.loginUrl);
            await page.goto(`${service.url}/c/${id}`);
            assert.equal(await row(page, 1).locator(".text").textContent(), "# a **b**");
          })),
      { markdown: false },
    ),
);
