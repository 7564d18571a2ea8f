// Dialogs, palette, keys, search, themes, and what the page does when the line or the login is gone.

import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import {
  editor,
  idle,
  type Page,
  ready,
  say,
  type Service,
  waitFor,
  withControls,
} from "./controls_bench.ts";

async function metaOf(service: Service, page: Page) {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await service.fetch(`/api/appserver/conversations/${id}`);
  return (await answer.json()).conversation;
}

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const THREAD = "019a0000-0000-7000-8000-000000000001";
const DAMAGED = "019a0000-0000-7000-8000-000000000002";

/** A session of codex as it lies on the disk; a damaged one has a line that is no JSON. */
async function writeRollout(service: Service, thread: string, question: string): Promise<void> {
  const folder = join(service.codexHome, "sessions/2026/05/20");
  await Deno.mkdir(folder, { recursive: true });
  const ts = "2026-05-20T10:00:00.000Z";
  const line = (type: string, payload: unknown) => JSON.stringify({ timestamp: ts, type, payload });
  const text = [
    line("session_meta", { id: thread, timestamp: ts, cwd: service.cwd, originator: "x" }),
    line("event_msg", { type: "user_message", message: question, images: [] }),
    ...(thread === DAMAGED ? ['{"timestamp": '] : []),
    line("event_msg", { type: "agent_message", message: "an old answer" }),
  ].join("\n");
  const file = join(folder, `rollout-2026-05-20T10-00-00-${thread}.jsonl`);
  await Deno.writeTextFile(file, text + "\n");
}

realTest(
  "dialogs and what surrounds them",
  { needs: ["chromium"], timeoutMs: 400_000 },
  (t) =>
    withControls(t, { env: { PILOTHOUSE_DEMO_SPEED: "0.05" } }, async (step, service) => {
      await step("settings of a conversation are changed and kept", async (page, problems) => {
        await say(page, "hello");
        await idle(page);
        await page.keyboard.press("Control+,");
        const dialog = page.getByRole("dialog", { name: "Settings" });
        await dialog.getByLabel("What it can reach").selectOption({ label: "Full access" });
        await dialog.getByText("No sandbox").waitFor();
        await dialog.getByLabel("Lines of output shown at first").fill("7");
        await dialog.getByLabel("Working folder").fill(service.cwd + "/missing");
        await dialog.getByLabel("Name").fill("Harbour");
        await page.keyboard.press("Tab");
        await waitFor(async () => (await metaOf(service, page)).label === "Harbour", {
          what: "a name",
        });
        const { sandbox, command_output_lines, cwd } = await metaOf(service, page);
        assert.deepEqual([sandbox, command_output_lines], ["danger-full-access", 7]);
        assert.equal(cwd, service.cwd, "a folder that is not there was taken");
        await waitFor(
          async () => await dialog.getByLabel("Working folder").inputValue() === service.cwd,
          { what: "the folder to be taken back" },
        );
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        assert.deepEqual(problems.filter((problem) => !problem.includes("400")), []);
      });

      await step("the focus stays in a dialog and comes back from it", async (page) => {
        const opener = page.getByRole("button", { name: "All settings" });
        await opener.click();
        await page.getByRole("dialog", { name: "Settings" }).waitFor();
        for (let n = 0; n < 30; n++) {
          await page.keyboard.press("Tab");
          const inside = await page.evaluate(() => {
            const { activeElement } = document;
            return activeElement === document.body || activeElement?.closest("dialog") !== null;
          });
          assert.ok(inside, `the focus left the dialog after ${n + 1} steps`);
        }
        await page.keyboard.press("Escape");
        assert.ok(await opener.evaluate((button) => button === document.activeElement));
      });

      await step("what is chosen for new conversations counts for the next one", async (page) => {
        await page.getByRole("button", { name: "All settings" }).click();
        await page.getByRole("button", { name: "New conversations" }).click();
        await page.getByLabel("When to ask").selectOption({ label: "Ask when needed" });
        await waitFor(async () => {
          const defaults = await (await service.fetch("/api/appserver/defaults")).json();
          return defaults.approval === "on-request";
        }, { what: "the default to be kept" });
        await page.keyboard.press("Escape");
        await page.reload();
        await ready(page);
        await page.getByRole("button", { name: "Permissions: Ask when needed" }).waitFor();
        await say(page, "hello");
        await idle(page);
        assert.equal((await metaOf(service, page)).approval, "on-request");
      });

      await step("the agent is stopped and started, and the page says so", async (page) => {
        await page.getByRole("button", { name: /^Agent:/ }).click();
        const dialog = page.getByRole("dialog", { name: "Agent" });
        await dialog.getByText("running", { exact: true }).waitFor();
        await dialog.getByText(/app-server started/).waitFor();
        await dialog.getByRole("button", { name: "Stop" }).click();
        await dialog.getByRole("button", { name: "Start" }).click();
        await dialog.getByRole("button", { name: "Stop" }).waitFor();
        await page.keyboard.press("Escape");
        await say(page, "hello again");
        await idle(page);
      });

      await step("a session of codex is looked at and imported", async (page) => {
        await writeRollout(service, THREAD, "an old question");
        await writeRollout(service, DAMAGED, "a question on torn paper");
        await page.keyboard.press("Control+k");
        await page.keyboard.type("import");
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: "an old question" }).click();
        await dialog.getByText("Agent an old answer").waitFor();
        await dialog.getByRole("button", { name: "Import" }).click();
        await page.locator(".row.assistant", { hasText: "an old answer" }).waitFor();
        await page.locator(".item.current", { hasText: "an old question" }).waitFor();
      });

      await step("a damaged session says so, and what can be read is taken", async (page) => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("import");
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: "a question on torn paper" }).click();
        await dialog.getByText("This session is damaged").waitFor();
        await dialog.getByRole("button", { name: "Start fresh with what can be read" }).click();
        await page.locator(".row.user", { hasText: "a question on torn paper" }).waitFor();
      });

      await step("the palette goes to conversations and runs commands", async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox").fill("harb");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Harbour" }).waitFor();
        await editor(page).fill("half a thought");
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox").fill("rename");
        await page.keyboard.press("Enter");
        await page.getByPlaceholder("<name>").waitFor();
        await page.keyboard.type("Port");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Port" }).waitFor();
        assert.equal((await editor(page).innerText()).trim(), "half a thought");
      });

      await step("keys work, and a question mark is a letter while one writes", async (page) => {
        await editor(page).fill("what");
        await page.keyboard.press("?");
        assert.equal(await page.getByRole("dialog").count(), 0);
        await editor(page).fill("");
        await page.getByRole("button", { name: "New" }).focus();
        await page.keyboard.press("?");
        await page.getByRole("dialog", { name: "Keys" }).waitFor();
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+b");
        await page.getByRole("navigation", { name: "Conversations" }).waitFor({ state: "hidden" });
        await page.keyboard.press("Control+b");
        await page.keyboard.press("Alt+ArrowDown");
        await page.locator(".item.current").waitFor();
      });

      await step("words of any message are found, and a click goes to them", async (page) => {
        await page.getByLabel("Search conversations").fill("old answer");
        await page.locator(".hits mark", { hasText: "answer" }).first().waitFor();
        await page.locator(".hits a").first().click();
        await page.locator(".row.found", { hasText: "an old answer" }).waitFor();
      });

      await step("the theme is switched, kept, and there before any script runs", async (page) => {
        const light = await paper(page);
        await page.getByRole("button", { name: /^Colours/ }).click();
        await page.getByRole("button", { name: /^Colours: light/ }).click();
        const dark = await paper(page);
        assert.notEqual(dark, light);
        await page.reload({ waitUntil: "commit" });
        assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
        await ready(page);
        assert.equal(await paper(page), dark);
      });

      await step("a lost line is told, and goes on by itself with nothing missed", async (page) => {
        await say(page, "hello");
        await idle(page);
        let down = false;
        const lines = new Set<{ close(): Promise<void> }>();
        await page.routeWebSocket(/\/ws\/appserver/, (line) => {
          if (down) return void line.close();
          line.connectToServer();
          lines.add(line);
        });
        await page.reload();
        await ready(page);
        await waitFor(() => lines.size >= 2, { what: "both lines" });
        down = true;
        for (const line of lines) await line.close();
        await page.getByText("The connection to Pilothouse is lost").waitFor();
        const id = new URL(page.url()).pathname.split("/").at(-1);
        await service.fetch("/api/appserver/message", {
          method: "POST",
          body: JSON.stringify({ conversation_id: id, text: "said from elsewhere" }),
        });
        down = false;
        await page.getByText("The connection to Pilothouse is lost").waitFor({ state: "detached" });
        await page.locator(".row.user", { hasText: "said from elsewhere" }).waitFor();
      });

      await step("who is logged out is told, and comes back to what was written", async (page) => {
        await page.getByRole("link", { name: "Port" }).click();
        await page.locator(".row.user").first().waitFor();
        const address = page.url();
        await page.context().clearCookies();
        await say(page, "precious");
        await page.getByText("Your login has expired").first().waitFor();
        assert.equal((await editor(page).innerText()).trim(), "precious");
        await page.getByRole("button", { name: "Log in again" }).click();
        await page.getByLabel("Token").fill(service.token);
        await page.keyboard.press("Enter");
        await page.waitForURL(address);
        await waitFor(async () => (await editor(page).innerText()).trim() === "precious", {
          what: "the draft",
        });
      });
    }),
);
