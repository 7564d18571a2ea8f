// What a person does around a running turn, and with the settings of a conversation.

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

const waiting = (page: Page) => page.locator(".waiting .words").allInnerTexts();
const said = (page: Page) => page.locator(".row.user .text").allInnerTexts();

async function waits(page: Page, expected: string[]): Promise<void> {
  await waitFor(async () => JSON.stringify(await waiting(page)) === JSON.stringify(expected), {
    what: `the queue to be ${expected}`,
  });
}

async function metaOf(service: Service, page: Page) {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await service.fetch(`/api/appserver/conversations/${id}`);
  return (await answer.json()).conversation;
}

/** A turn that waits for a decision goes on as long as a test needs, on any machine. */
const ENDLESS = "approval";

async function stop(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stop" }).click();
  await idle(page);
}

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

realTest(
  "around a turn",
  { needs: ["chromium"], timeoutMs: 400_000 },
  (t) =>
    withControls(t, { env: { PILOTHOUSE_DEMO_SPEED: "0.05" } }, async (step, service) => {
      await step(
        "messages wait, are changed, moved and taken away, also after a reload",
        async (page, problems) => {
          await say(page, ENDLESS);
          await page.getByRole("button", { name: "Stop" }).waitFor();
          for (const text of ["one", "two", "three"]) await say(page, text);
          await waits(page, ["one", "two", "three"]);
          await page.getByRole("button", { name: "Move down" }).first().click();
          await waits(page, ["two", "one", "three"]);
          await page.getByRole("button", { name: "three" }).click();
          await page.getByLabel("Text that waits").fill("third");
          await page.getByRole("button", { name: "Save" }).click();
          await waits(page, ["two", "one", "third"]);
          await page.getByRole("button", { name: "Remove", exact: true }).first().click();
          await waits(page, ["one", "third"]);
          await page.reload();
          await waits(page, ["one", "third"]);
          await ready(page);
          await page.getByRole("button", { name: "Stop" }).click();
          await page.getByText("they wait for you").waitFor();
          await page.getByRole("button", { name: "Go on" }).click();
          await waitFor(async () => (await said(page)).includes("third"), {
            what: "the queue to be worked off",
          });
          await idle(page);
          assert.deepEqual(await said(page), [ENDLESS, "one", "third"]);
          assert.deepEqual(problems, []);
        },
      );

      await step("a message steers where that is chosen, and the choice is kept", async (page) => {
        await say(page, ENDLESS);
        await page.getByRole("button", { name: "Steer" }).click();
        await say(page, "faster, please");
        await waitFor(async () => (await said(page)).includes("faster, please"), {
          what: "the message in the running turn",
        });
        assert.deepEqual(await waiting(page), []);
        assert.equal((await metaOf(service, page)).message_mode, "steer");
        await stop(page);
      });

      await step(
        "Ctrl+Enter does the other thing once, and what waits can be said now",
        async (page) => {
          await say(page, ENDLESS);
          await page.getByRole("button", { name: "Stop" }).waitFor();
          await editor(page).fill("later");
          await page.keyboard.press("Enter");
          await waits(page, ["later"]);
          await page.getByRole("button", { name: "Say it now" }).click();
          await waitFor(async () => (await said(page)).includes("later"), {
            what: "it to be said",
          });
          await stop(page);
        },
      );

      await step("Escape twice stops the running turn", async (page) => {
        await say(page, ENDLESS);
        await page.getByRole("button", { name: "Stop" }).waitFor();
        await editor(page).focus();
        await page.keyboard.press("Escape");
        await page.getByText("Esc again to stop").waitFor();
        // The second one must come soon; a slow machine gets more than one try.
        await waitFor(async () => {
          await page.keyboard.press("Escape");
          return await page.getByRole("button", { name: "Stop" }).count() === 0;
        }, { what: "the end of the turn", everyMs: 200 });
      });

      await step("a message that cannot be sent comes back", async (page) => {
        await page.route("**/api/appserver/message", (route) =>
          route.fulfill({ status: 503, json: { ok: false, code: "x", message: "no luck today" } }));
        await say(page, "precious words");
        await page.getByText("no luck today").waitFor();
        assert.equal((await editor(page).innerText()).trim(), "precious words");
        await page.unroute("**/api/appserver/message");
        await page.keyboard.press("Enter");
        await page.locator(".row.user").waitFor();
        await idle(page);
      });

      await step(
        "a picture is pasted, shown, kept with the draft, and sent",
        async (page, problems) => {
          await editor(page).evaluate((box, png) => {
            const bytes = Uint8Array.from(atob(png), (letter) =>
              letter.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], "chart.png", { type: "image/png" }));
            data.items.add(new File([bytes], "second.png", { type: "image/png" }));
            box.dispatchEvent(
              new ClipboardEvent("paste", { clipboardData: data, cancelable: true }),
            );
          }, PNG);
          await page.locator(".composer .attachments li[aria-busy=false]").nth(1).waitFor();
          await page.getByRole("button", { name: "Remove second.png" }).click();
          await editor(page).fill("what is this");
          await page.reload();
          await ready(page);
          const picture = page.locator(".composer .attachments img");
          assert.equal(await picture.getAttribute("alt"), "chart.png");
          assert.ok(
            await picture.evaluate((image) =>
              (image as HTMLImageElement).naturalWidth > 0
            ),
          );
          await page.keyboard.press("Enter");
          await page.locator(".row.user .attachments").waitFor();
          assert.equal(await picture.count(), 0);
          await idle(page);
          const id = new URL(page.url()).pathname.split("/").at(-1);
          const open = await (await service.fetch(`/api/appserver/conversation?id=${id}`)).json();
          assert.match(open.entries[0].attachments[0].path, /\/uploads\/[\w-]+\.png$/);
          assert.deepEqual(problems, []);
        },
      );

      await step("what is no picture is refused in words", async (page) => {
        await editor(page).evaluate((box) => {
          const data = new DataTransfer();
          data.items.add(new File(["<svg onload=alert(1)>"], "x.png", { type: "image/png" }));
          box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true }));
        });
        await page.getByText("only PNG, JPEG, GIF and WebP are taken").waitFor();
      });

      await step(
        "model, effort and permissions are chosen before and after the first message",
        async (page) => {
          const chosen = (name: RegExp) => page.getByRole("menuitemradio", { name }).click();
          await page.getByRole("button", { name: /^Model/ }).click();
          await chosen(/^High/);
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Model: Demo (no model) · high" }).waitFor();
          await say(page, "hello");
          await idle(page);
          assert.equal((await metaOf(service, page)).reasoning_effort, "high");
          await page.getByRole("button", { name: /^Permissions/ }).click();
          await chosen(/^Never ask/);
          await chosen(/^Full access/);
          await page.keyboard.press("Escape");
          await page.locator(".picker.danger", { hasText: "Never ask · Full access" }).waitFor();
          await waitFor(async () => {
            const { approval, sandbox } = await metaOf(service, page);
            return approval === "never" && sandbox === "danger-full-access";
          }, { what: "the permissions to be kept" });
          await page.reload();
          await page.locator(".picker.danger").waitFor();
        },
      );

      await step("a refused change of settings is taken back", async (page) => {
        await say(page, "hello");
        await idle(page);
        await page.route("**/api/appserver/conversations/*", (route) =>
          route.fulfill({ status: 500, json: { ok: false, code: "x", message: "not today" } }));
        await page.getByRole("button", { name: "Markdown" }).click();
        await page.getByText("not today").waitFor();
        assert.equal(
          await page.getByRole("button", { name: "Markdown" }).getAttribute("aria-pressed"),
          "true",
        );
      });

      await step("slash commands rename and fork", async (page) => {
        await say(page, "hello");
        await idle(page);
        await say(page, "/rename A better name");
        await page.getByRole("heading", { name: "A better name" }).waitFor();
        const before = page.url();
        await say(page, "/fork");
        await page.waitForURL((url) =>
          url.href !== before
        );
        await page.getByRole("heading", { name: "A better name (fork)" }).waitFor();
        assert.deepEqual(await said(page), ["hello"]);
      });

      await step("the demo note is put away for good, a mark stays", async (page) => {
        await page.getByRole("button", { name: "Put the demo note away" }).click();
        await page.reload();
        assert.equal(await page.locator(".banner").count(), 0);
        assert.ok(await page.locator(".head .demo").isVisible());
      });
    }),
);
