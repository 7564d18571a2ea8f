// What a browser makes of the pages: islands wake, share signals and show their slots.
import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { type Page, withPage } from "../harness/browser.ts";
import { withConformanceApp } from "./conformance_app.ts";
import { withServedApp } from "./temp_app.ts";

function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

realTest(
  "after clicks on two islands and a slot the page reads as with published Fresh",
  { needs: ["chromium"] },
  () =>
    withConformanceApp((port) =>
      withPage(async (page) => {
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await page.goto(`http://127.0.0.1:${port}/`);
        await page.click("#tog");
        await page.waitForFunction(() => document.querySelector("#tog")?.textContent === "topen");
        // One click on the island itself, one on its twin in the slot: they share the signal.
        await page.locator(".a").first().click();
        await page.locator("p .a").click();
        await page.waitForFunction(() => document.querySelector(".a")?.textContent === "3");
        const texts = await page.locator(".a, .b, section").allTextContents();
        // The last line of published-fresh-2.3.3.txt
        assert.deepEqual(texts, ["3", "3 http://a/b ok", "topen100kid 3", "100", "3"]);
        assert.deepEqual(errors, []);
        assert.equal(await page.title(), "idx");
      })
    ),
);

const APP = {
  "main.ts": `
    import { App, csp, staticFiles } from "fresh";
    export const app = new App()
      .use(csp({ useNonce: true }))
      .use(staticFiles())
      .fsRoutes();`,
  "static/dot.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
  "islands/Fold.tsx": `
    import { useSignal } from "@preact/signals";
    import type { ComponentChildren } from "preact";
    import { Head } from "fresh/runtime";
    export default function Fold({ children, note }: { children: ComponentChildren; note: string }) {
      const open = useSignal(false);
      return (
        <div id="fold">
          {open.value && <Head><title>{note}</title></Head>}
          <button type="button" onClick={() => open.value = !open.value}>fold</button>
          {open.value && children}
        </div>
      );
    }`,
  "islands/Facts.tsx": `
    import { useEffect } from "preact/hooks";
    import { useSignal } from "@preact/signals";
    interface Props { date: Date; map: Map<string, bigint>; bytes: Uint8Array; text: string }
    export function Facts({ date, map, bytes, text }: Props) {
      const awake = useSignal(false);
      useEffect(() => { awake.value = true; }, []);
      return (
        <p id="facts" data-awake={awake.value}>
          {date.toISOString()} {String(map.get("n")! * 2n)} {bytes.join("-")} {text}
          <input id="typed" /><img src="/dot.svg" /><a href="/">home</a>
        </p>
      );
    }`,
  "routes/index.tsx": `
    import Fold from "../islands/Fold.tsx";
    import { Facts } from "../islands/Facts.tsx";
    export default () => (
      <>
        <Facts
          date={new Date(0)}
          map={new Map([["n", 21n]])}
          bytes={new Uint8Array([1, 2, 255])}
          text={"</script><!-- \\u2028"}
        />
        <Fold note="opened">
          <label>
            <input type="checkbox" id="box" checked /> <em class="x">kept</em>
            <Facts date={new Date(1)} map={new Map([["n", 1n]])} bytes={new Uint8Array()} text="in" />
          </label>
        </Fold>
      </>
    );`,
};

realTest(
  "rich props arrive, a hidden slot appears on a click, and a strict policy is not violated",
  { needs: ["chromium"] },
  () =>
    withServedApp(APP, (port) =>
      withPage(async (page) => {
        const errors = errorsOf(page);
        await page.goto(`http://127.0.0.1:${port}/`);
        await page.waitForSelector("#facts[data-awake=true]");
        const facts = await page.textContent("#facts");
        assert.match(
          facts ?? "",
          /^1970-01-01T00:00:00.000Z 42 1-2-255 <\/script><!-- \u2028home$/,
        );
        assert.match(await page.getAttribute("#facts img", "src") ?? "", /^\/dot\.svg\?__frsh_c=/);
        assert.equal(await page.getAttribute("#facts a", "aria-current"), "page");
        await page.fill("#typed", "x");

        assert.equal(await page.locator("em.x").count(), 0);
        await page.click("#fold > button");
        await page.waitForSelector("em.x");
        assert.equal(await page.isChecked("#box"), true);
        await page.waitForFunction(() => document.title === "opened");
        await page.waitForSelector("#fold #facts[data-awake=true]");
        assert.match(
          await page.textContent("#fold #facts") ?? "",
          /^1970-01-01T00:00:00.001Z 2 {2}in/,
        );
        assert.equal(await page.inputValue("#typed >> nth=0"), "x");
        assert.deepEqual(errors, []);
      })),
);
