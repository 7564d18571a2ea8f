// The composer in a real browser: tokens, menus, pictures, history, drafts, keys.

import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import { editor, idle, type Page, ready, waitFor, withControls } from "./controls_bench.ts";

const text = (page: Page) => editor(page).evaluate((box) => (box as HTMLElement).innerText);
const options = (page: Page) => page.getByRole("option").allInnerTexts();
const userRows = (page: Page) => page.locator(".row.user .text").allInnerTexts();

realTest(
  "the composer",
  { needs: ["chromium"], timeoutMs: 400_000 },
  (t) =>
    withControls(t, { env: { PILOTHOUSE_DEMO_SPEED: "0.05" } }, async (step, service) => {
      for (const path of ["src/deep/composer.ts", "src/main.ts", "docs/my notes.md", "junk.log"]) {
        await Deno.mkdir(join(service.cwd, path, ".."), { recursive: true });
        await Deno.writeTextFile(join(service.cwd, path), "");
      }
      await Deno.writeTextFile(join(service.cwd, ".gitignore"), "*.log\n");

      await step(
        "a file is mentioned at the start, in the middle, and removed by one key",
        async (page, problems) => {
          await editor(page).click();
          await page.keyboard.type("@comp");
          await page.getByRole("option", { name: "composer.ts" }).waitFor();
          await page.keyboard.press("Enter");
          await page.keyboard.type("before after");
          for (let n = 0; n < 6; n++) await page.keyboard.press("ArrowLeft");
          await page.keyboard.type(" @notes");
          await page.getByRole("option", { name: "my notes.md" }).waitFor();
          await page.keyboard.press("Tab");
          assert.equal(
            (await text(page)).replaceAll("\u00a0", " "),
            '@src/deep/composer.ts before @"docs/my notes.md"  after',
          );
          await page.keyboard.press("Backspace");
          await page.keyboard.press("Backspace");
          assert.equal(await page.locator(".token").count(), 1);
          await page.keyboard.press("Home");
          await page.keyboard.press("ArrowRight");
          await page.keyboard.press("Backspace");
          assert.equal(await page.locator(".token").count(), 0);
          assert.deepEqual(problems, []);
        },
      );

      await step(
        "ignored files are not offered, folders are, and Tab looks into them",
        async (page) => {
          await editor(page).click();
          await page.keyboard.type("see @junk");
          await page.getByText("No such file here.").waitFor();
          await page.keyboard.press("Control+A");
          await page.keyboard.type("@src");
          await page.getByRole("option", { name: "src/" }).first().waitFor();
          await page.keyboard.press("Tab");
          await waitFor(async () => (await options(page)).some((one) => one.includes("main.ts")), {
            what: "the files of src/",
          });
          await page.keyboard.press("Escape");
          assert.equal(await page.getByRole("listbox").count(), 0);
        },
      );

      await step("what is sent has the paths, and arrow up brings it back", async (page) => {
        await editor(page).click();
        await page.keyboard.type("hello @main");
        await page.getByRole("option", { name: "main.ts" }).waitFor();
        await page.keyboard.press("Enter");
        await page.keyboard.press("Enter");
        await page.locator(".row.user").waitFor();
        assert.deepEqual(await userRows(page), ["hello @src/main.ts"]);
        await idle(page);
        await page.keyboard.type("half a thought");
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowUp");
        assert.equal((await text(page)).trim(), "hello @src/main.ts");
        await page.keyboard.press("ArrowDown");
        assert.equal((await text(page)).trim(), "half a thought");
        await editor(page).fill("");
      });

      await step("Shift+Enter breaks lines, and pasted markup is text", async (page) => {
        await editor(page).click();
        await page.keyboard.type("one");
        await page.keyboard.press("Shift+Enter");
        await page.keyboard.press("Shift+Enter");
        await page.keyboard.type("three ");
        await editor(page).evaluate((box) => {
          const data = new DataTransfer();
          data.setData("text/plain", "<img src=x onerror=alert(1)>\r\nnext");
          data.setData("text/html", "<img src=x onerror=alert(1)>");
          box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true }));
        });
        assert.equal(await page.locator(".editor img").count(), 0);
        await page.keyboard.press("Enter");
        await page.locator(".row.user").waitFor();
        assert.deepEqual(await userRows(page), [
          "one\n\nthree <img src=x onerror=alert(1)>\nnext",
        ]);
        await idle(page);
      });

      await step("while an input method composes, Enter sends nothing", async (page) => {
        await editor(page).fill("にほん");
        await editor(page).evaluate((box) => {
          const init = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
          box.dispatchEvent(new KeyboardEvent("keydown", init));
        });
        assert.equal(await page.locator(".row.user").count(), 0);
        await editor(page).fill("");
      });

      await step("a draft survives a reload, with its tokens", async (page) => {
        await editor(page).click();
        await page.keyboard.type("think of @comp");
        await page.getByRole("option", { name: "composer.ts" }).waitFor();
        await page.keyboard.press("Enter");
        await page.reload();
        await ready(page);
        assert.equal(await page.locator(".token").innerText(), "@src/deep/composer.ts");
        assert.match(await text(page), /^think of/);
        await editor(page).fill("");
        await page.reload();
        await ready(page);
        assert.equal((await text(page)).trim(), "");
      });

      await step("a slash offers commands, and a path is no command", async (page) => {
        await editor(page).click();
        await page.keyboard.type("/ne");
        await page.getByRole("option", { name: "/new" }).waitFor();
        await page.keyboard.press("Escape");
        await page.keyboard.type("/not a command");
        await page.keyboard.press("Enter");
        await page.locator(".row.user").waitFor();
        assert.deepEqual(await userRows(page), ["/ne/not a command"]);
        await idle(page);
        await editor(page).click();
        await page.keyboard.type("/new");
        await page.keyboard.press("Enter");
        await page.locator(".row.user").waitFor({ state: "detached" });
        assert.equal(new URL(page.url()).pathname, "/");
      });

      await step("on a phone Enter breaks the line and the button sends", async (page) => {
        await editor(page).tap();
        await page.keyboard.type("a");
        await page.keyboard.press("Enter");
        await page.keyboard.type("b");
        assert.equal(await page.locator(".row.user").count(), 0);
        await page.getByRole("button", { name: "Send" }).tap();
        await page.locator(".row.user").waitFor();
        assert.deepEqual(await userRows(page), ["a\nb"]);
        await idle(page);
      }, { phone: true });
    }),
);
