// What surrounds the rows: the header's switches, the panel beside them, the dot, the slash
// commands, and that all of it fits where it must.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { editor, idle, type Page, ready, say, waitFor, withControls } from "./controls_bench.ts";

const dot = (page: Page, label: string) => page.getByRole("img", { name: label, exact: true });
const answer = (page: Page) => page.locator(".row.assistant").first();

async function command(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await page.keyboard.press("Enter");
}

/** Nothing sticks out to the side. */
async function fits(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      // What scrolls by itself may be wider inside.
      .filter((one) => one.closest("pre, .tabs, .table, nav.list") === null)
      .map((one) => `${one.tagName}.${one.className}`)
  );
  assert.deepEqual(wide, [], what);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what);
}

async function gzipped(bytes: Uint8Array): Promise<number> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

realTest(
  "around the rows",
  { needs: ["chromium"], timeoutMs: 400_000 },
  (t) =>
    withControls(t, { env: { PILOTHOUSE_DEMO_SPEED: "0.05" } }, async (step, service) => {
      await step("Markdown is switched off for one conversation, and stays off", async (page) => {
        await say(page, "hello");
        await idle(page);
        await answer(page).locator("strong", { hasText: "demo agent" }).waitFor();
        await page.getByRole("button", { name: "Markdown" }).click();
        await answer(page).getByText("**demo agent**").waitFor();
        await waitFor(async () => {
          const { conversations } = await (await service.fetch("/api/appserver/conversations"))
            .json();
          return conversations[0].markdown === false;
        }, { what: "the choice to be kept" });
        await page.reload();
        await ready(page);
        await answer(page).getByText("**demo agent**").waitFor();
        await page.getByRole("button", { name: "New" }).click();
        await page.locator(".row").first().waitFor({ state: "detached" });
        await say(page, "hello");
        await answer(page).locator("strong", { hasText: "demo agent" }).waitFor();
      });

      await step("the dot tells how the latest went, also after a reload", async (page) => {
        await dot(page, "Nothing ran yet").waitFor();
        await say(page, "error");
        await dot(page, "The latest failed").waitFor();
        await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
        await page.reload();
        await dot(page, "The latest failed").waitFor();
        await ready(page);
        await say(page, "hello");
        await dot(page, "The latest went well").waitFor();
        await page.reload();
        await dot(page, "The latest went well").waitFor();
      });

      await step("the meter tells how full the context is, and leads to more", async (page) => {
        await say(page, "hello");
        await idle(page);
        const meter = page.getByRole("button", { name: /% of the context is used/ });
        assert.match(await meter.getAttribute("title") ?? "", /of .* tokens.* in all/);
        await meter.click();
        await page.getByRole("tab", { name: "Usage", selected: true }).waitFor();
      });

      await step("a panel is opened, walked through by keys, and remembered", async (page) => {
        await page.getByRole("button", { name: "Side panel" }).click();
        await page.getByRole("tab", { selected: true }).focus();
        const first = await page.getByRole("tab", { selected: true }).innerText();
        await page.keyboard.press("ArrowRight");
        await waitFor(
          () =>
            page.evaluate((name) => {
              const { activeElement } = document;
              return activeElement?.role === "tab" &&
                activeElement.getAttribute("aria-selected") === "true" &&
                (activeElement as HTMLElement).innerText !== name;
            }, first),
          { what: "the next tab" },
        );
        const chosen = await page.getByRole("tab", { selected: true }).innerText();
        const html = await (await page.request.get(service.url)).text();
        assert.match(html, /id="side"/, "the server does not draw what was open");
        await page.reload();
        await ready(page);
        await page.getByRole("tab", { name: chosen, selected: true }).waitFor();
        await page.getByRole("button", { name: "Close panel" }).click();
        await page.getByRole("complementary", { name: "Panel" }).waitFor({ state: "detached" });
      });

      await step("slash commands choose, compact, export, open panels and stop", async (page) => {
        await say(page, "hello");
        await idle(page);
        await editor(page).fill("/eff");
        await page.keyboard.press("Enter");
        await page.getByRole("option", { name: "High" }).click();
        await page.getByRole("button", { name: /^Model: .*high/i }).waitFor();
        await command(page, "/compact");
        await page.getByText("The conversation was compacted").waitFor();
        await idle(page);
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          command(page, "/export"),
        ]);
        assert.match(download.suggestedFilename(), /\.md$/);
        await command(page, "/usage");
        await page.getByRole("tab", { name: "Usage", selected: true }).waitFor();
        await say(page, "approval");
        await page.getByRole("button", { name: "Stop" }).waitFor();
        await command(page, "/stop");
        await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
        await command(page, "/new");
        await page.locator(".row").first().waitFor({ state: "detached" });
      });

      await step("who wants no motion gets none", async (page) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await say(page, "approval");
        const spinner = page.locator(".ribbon .spinner");
        await spinner.waitFor();
        assert.equal(
          await spinner.evaluate((one) => getComputedStyle(one).animationName),
          "none",
        );
        await command(page, "/stop");
        await idle(page);
      });

      await step("at 360 pixels everything fits", async (page) => {
        await say(page, "hello");
        await idle(page);
        await fits(page, "the conversation");
        for (const name of ["settings", "agent", "import", "help"]) {
          await command(page, `/${name}`);
          const dialog = page.getByRole("dialog");
          await dialog.waitFor();
          await fits(page, name);
          await dialog.getByRole("button", { name: "Close" }).click();
          await dialog.waitFor({ state: "detached" });
        }
        await command(page, "/usage");
        const panel = page.getByRole("complementary", { name: "Panel" });
        await panel.waitFor();
        await fits(page, "the panel");
        await page.keyboard.press("Escape");
        await panel.waitFor({ state: "hidden" });
        await waitFor(() => editor(page).evaluate((box) => box === document.activeElement), {
          what: "the focus to come back",
        });
      }, { phone: true });

      await step("the script of the first screen is small", async (page) => {
        const bodies: Promise<Uint8Array>[] = [];
        page.on("response", (response) => {
          if (response.request().resourceType() === "script") bodies.push(response.body());
        });
        await page.reload({ waitUntil: "networkidle" });
        const sizes = await Promise.all((await Promise.all(bodies)).map(gzipped));
        const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
        assert.ok(kilobytes > 10 && kilobytes <= 130, `${kilobytes} KB`);
      });
    }),
);
