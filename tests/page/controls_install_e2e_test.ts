// The page as an app of its own: manifest, service worker, what it keeps and what it never keeps,
// and notifications while one looks elsewhere.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { editor, idle, type Page, ready, say, waitFor, withControls } from "./controls_bench.ts";

/** Everything that the service worker keeps: addresses and texts. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))!.text();
        found.push({ path: new URL(request.url).pathname, text });
      }
    }
    return found;
  });

/** A browser that allows notifications and tells the test of them, in a tab that is not seen. */
async function standInNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Told {
      static permission = "default";
      static requestPermission() {
        Told.permission = "granted";
        return Promise.resolve("granted");
      }
      onclick = null;
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Told, shown });
  });
}

const shown = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);

const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

realTest(
  "the page as an app",
  { needs: ["chromium"], timeoutMs: 400_000 },
  (t) =>
    withControls(t, { env: { PILOTHOUSE_DEMO_SPEED: "0.05" } }, async (step, service) => {
      await step("its manifest names what a browser needs to install it", async (page) => {
        const link = page.locator("link[rel=manifest]");
        assert.equal(await link.getAttribute("crossorigin"), "use-credentials");
        const address = new URL(await link.getAttribute("href") ?? "", service.url);
        const response = await page.request.get(address.href);
        assert.match(response.headers()["content-type"] ?? "", /manifest\+json/);
        const manifest = await response.json();
        assert.deepEqual(
          [manifest.name, manifest.start_url, manifest.scope, manifest.display],
          ["Pilothouse", "/", "/", "standalone"],
        );
        for (const { src } of manifest.icons) {
          const icon = await page.request.get(service.url + src);
          assert.match(icon.headers()["content-type"] ?? "", /^image\//, src);
        }
        const [size] = await page.evaluate(async () => {
          const icon = await createImageBitmap(await (await fetch("/icon-512.png")).blob());
          return [icon.width];
        });
        assert.equal(size, 512);
      });

      await step(
        "the worker keeps files of the page, and nothing of conversations",
        async (page, problems) => {
          await page.evaluate(() => navigator.serviceWorker.ready);
          await page.reload();
          await ready(page);
          await say(page, "hello, keep this to yourself");
          await idle(page);
          await page.reload();
          await page.locator(".row.assistant").first().waitFor();
          await waitFor(async () => (await kept(page)).length > 10, { what: "files to be kept" });
          const files = await kept(page);
          const strange = files.filter(({ path }) =>
            !/^\/(_fresh|css)\/|^\/(offline\.(html|css|js)|icon\.svg)$/.test(path)
          );
          assert.deepEqual(strange.map(({ path }) => path), []);
          assert.ok(!files.some(({ text }) => text.includes("keep this to yourself")));
          assert.deepEqual(problems, []);
        },
        { worker: true },
      );

      await step("without the service a page says so, and goes on by itself", async (page) => {
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.reload();
        await ready(page);
        await page.context().setOffline(true);
        await page.goto(service.url).catch(() => {});
        await page.getByRole("heading", { name: "Pilothouse is not running" }).waitFor();
        await page.context().setOffline(false);
        await ready(page);
      }, { worker: true });

      await step("the worker does not stand in the way of a login", async (page) => {
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.reload();
        await ready(page);
        await page.context().clearCookies();
        await page.goto(service.url);
        await page.getByLabel("Token").fill(service.token);
        await page.keyboard.press("Enter");
        await ready(page);
        assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
      }, { worker: true });

      await step("notifications come for a hidden tab, once they were asked for", async (page) => {
        await standInNotifications(page);
        await page.reload();
        await ready(page);
        await hide(page, true);
        await say(page, "hello unheard");
        await idle(page);
        assert.deepEqual(await shown(page), []);
        await page.keyboard.press("Control+,");
        await page.getByRole("button", { name: "This browser" }).click();
        await page.getByLabel("Notify me of approvals").check();
        await page.keyboard.press("Escape");
        await editor(page).fill("hello");
        await page.keyboard.press("Enter");
        await waitFor(async () => (await shown(page)).length > 0, { what: "a notification" });
        assert.deepEqual(await shown(page), ["hello unheard: Done"]);
        await idle(page);
        await say(page, "approval");
        await waitFor(async () => (await shown(page)).length > 1, { what: "the second one" });
        assert.equal((await shown(page))[1], "hello unheard: Waits for your approval");
        await page.getByRole("button", { name: "Stop" }).click();
        await idle(page);
        await page.locator(".item.current.unread").waitFor();
        await hide(page, false);
        await page.locator(".item.current.unread").waitFor({ state: "detached" });
        const before = (await shown(page)).length;
        await say(page, "hello");
        await page.locator(".row.assistant").nth(3).waitFor();
        await idle(page);
        assert.equal((await shown(page)).length, before);
      });
    }),
);
