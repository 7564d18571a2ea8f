// The list of conversations in a real browser: it is live, and what is done in it is kept.

import assert from "node:assert/strict";
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

const names = (page: Page) => page.locator(".item .name").allInnerTexts();
const rows = (page: Page) => page.locator(".row").count();
const item = (page: Page, name: string) => page.locator(".item", { hasText: name });

async function post(service: Service, path: string, body: unknown): Promise<{ id: string }> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await service.fetch(`/api/appserver/${path}`, init);
  assert.ok(response.ok, await response.clone().text());
  return await response.json();
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await item(page, name).hover();
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function has(page: Page, expected: string[]): Promise<void> {
  await waitFor(async () => JSON.stringify(await names(page)) === JSON.stringify(expected), {
    what: `the list to be ${expected}`,
  }).catch(async (error) => {
    throw new Error(`${error.message}; it is ${await names(page)}`);
  });
}

realTest(
  "the list of conversations",
  { needs: ["chromium"], timeoutMs: 400_000 },
  (t) =>
    withControls(t, { env: { PILOTHOUSE_DEMO_SPEED: "0.05" } }, async (step, service) => {
      await step(
        "a new conversation appears at once, here and in another tab",
        async (page, problems) => {
          const other = await page.context().newPage();
          await other.goto(service.url);
          await ready(other);
          await say(page, "hello from the first");
          await has(page, ["hello from the first"]);
          await has(other, ["hello from the first"]);
          await idle(page);
          // The other tab has not seen how it went.
          await other.locator(".item.unread").waitFor();
          await other.getByRole("link", { name: "hello from the first" }).click();
          await other.locator(".row.assistant").waitFor();
          await other.locator(".item.unread").waitFor({ state: "detached" });
          assert.deepEqual(problems, []);
        },
      );

      await step("another conversation shows no trace of the one before", async (page) => {
        await page.getByRole("link", { name: "hello from the first" }).click();
        await page.locator(".row.user").waitFor();
        await editor(page).fill("a draft that stays here");
        await page.getByRole("button", { name: "New" }).click();
        await page.locator(".row").first().waitFor({ state: "detached" });
        assert.equal(await page.locator("h1").first().innerText(), "New conversation");
        assert.equal((await editor(page).innerText()).trim(), "");
        assert.equal(await page.locator(".item.current").count(), 0);
        await page.goBack();
        await page.locator(".row.user").waitFor();
        assert.equal((await editor(page).innerText()).trim(), "a draft that stays here");
        await editor(page).fill("");
        await page.goForward();
        await page.locator(".row.user").waitFor({ state: "detached" });
        assert.equal(await rows(page), 0);
      });

      await step("a turn that runs elsewhere spins, and one that waits says so", async (page) => {
        const { id } = await post(service, "conversations", { label: "waits" });
        await post(service, "message", { conversation_id: id, text: "approval" });
        await item(page, "waits").locator(".mark.waits").waitFor();
        await page.reload();
        await item(page, "waits").locator(".mark.waits").waitFor();
        await post(service, "interrupt", { conversation_id: id });
        await item(page, "waits").locator(".mark.waits").waitFor({ state: "detached" });
      });

      await step("a name is changed in place, Escape leaves it", async (page) => {
        await choose(page, "waits", "Rename");
        await page.getByLabel("New name").fill("nothing");
        await page.keyboard.press("Escape");
        await item(page, "waits").waitFor();
        await choose(page, "waits", "Rename");
        await page.getByLabel("New name").fill("renamed");
        await page.keyboard.press("Enter");
        await has(page, ["renamed", "hello from the first"]);
        await page.reload();
        await has(page, ["renamed", "hello from the first"]);
      });

      await step("pinned ones are on top, archived ones out of sight", async (page) => {
        await choose(page, "hello from the first", "Pin");
        await has(page, ["hello from the first", "renamed"]);
        await page.reload();
        await ready(page);
        await has(page, ["hello from the first", "renamed"]);
        await choose(page, "renamed", "Archive");
        await has(page, ["hello from the first"]);
        await page.getByRole("button", { name: "Show archived" }).click();
        await has(page, ["hello from the first", "renamed"]);
        await choose(page, "renamed", "Take out of the archive");
        await page.getByRole("region", { name: "Archived" }).waitFor({ state: "detached" });
      });

      await step("deleting asks first, and can be undone", async (page) => {
        await page.getByRole("link", { name: "renamed" }).click();
        await page.locator(".item.current", { hasText: "renamed" }).waitFor();
        await choose(page, "renamed", "Delete…");
        await page.getByRole("button", { name: "Cancel" }).click();
        await choose(page, "renamed", "Delete…");
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
        await has(page, ["hello from the first"]);
        await page.waitForURL(service.url + "/");
        await page.getByRole("button", { name: "Undo" }).click();
        await has(page, ["hello from the first", "renamed"]);
      });

      await step("arrow keys go through the list, F2 renames", async (page) => {
        await page.getByLabel("Search conversations").focus();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("F2");
        assert.equal(await page.getByLabel("New name").inputValue(), "renamed");
        await page.keyboard.press("Escape");
      });

      await step("typing finds conversations by name", async (page) => {
        await page.getByLabel("Search conversations").fill("FIRST hello");
        await has(page, ["hello from the first"]);
        await page.keyboard.press("Escape");
        await has(page, ["hello from the first", "renamed"]);
      });

      await step("on a phone the list is a drawer that closes by itself", async (page) => {
        const list = page.getByRole("navigation", { name: "Conversations" });
        assert.ok(!await list.isVisible());
        await page.getByRole("button", { name: "Conversations" }).tap();
        await page.getByRole("link", { name: "hello from the first" }).tap();
        await page.locator(".row.user").waitFor();
        await list.waitFor({ state: "hidden" });
      }, { phone: true });
    }),
);
