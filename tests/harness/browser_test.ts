import assert from "node:assert/strict";
import { join } from "node:path";
import { withPage } from "./browser.ts";
import { cacheFolder } from "./cache_folder.ts";
import { descendantsOf, survivorsOf } from "./processes.ts";
import { realTest } from "./real_parts.ts";
import { waitFor } from "./wait.ts";

const NEEDS = { needs: ["chromium"] } as const;

realTest("a page is laid out, takes a click and sees its colour scheme", NEEDS, async () => {
  await withPage(async (page) => {
    await page.setContent(`<h1 style="font-size:20px">Harbour</h1>
      <button onclick="this.textContent = matchMedia('(prefers-color-scheme: dark)').matches">
      go</button>`);
    await page.click("button");
    assert.equal(await page.textContent("button"), "true");
    const box = await page.locator("h1").boundingBox();
    assert.equal(box?.width, 360 - 16);
  }, { viewport: { width: 360, height: 600 }, colorScheme: "dark" });
});

realTest("a page that fails leaves picture, HTML and console behind", NEEDS, async () => {
  const base = join(cacheFolder(), "failures", "a_page_meant_to_fail");
  for (const kind of ["png", "html", "log"]) await Deno.remove(`${base}.${kind}`).catch(() => {});
  const failing = withPage(async (page) => {
    await page.setContent("<p>seen last</p><script>console.warn('odd')</script>");
    throw new Error("on purpose");
  }, { name: "A page, meant to fail!" });
  await assert.rejects(failing, /on purpose/);
  const picture = await Deno.readFile(`${base}.png`);
  assert.deepEqual([...picture.subarray(1, 4)], [0x50, 0x4e, 0x47]);
  assert.match(await Deno.readTextFile(`${base}.html`), /seen last/);
  assert.equal(await Deno.readTextFile(`${base}.log`), "warning: odd\n");
});

realTest("no browser process outlives its page", NEEDS, async () => {
  const before = new Set(descendantsOf(Deno.pid).map(({ pid }) => pid));
  const during = await withPage(() =>
    Promise.resolve(descendantsOf(Deno.pid).filter(({ pid }) => !before.has(pid)))
  );
  const browser = during.filter(({ command }) => command.includes("chromium"));
  assert.ok(browser.length > 0);
  await waitFor(() => survivorsOf(browser).length === 0, { what: "the browser to be gone" });
});
