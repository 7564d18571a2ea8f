// Every kind of row, in both themes and on a phone: axe-core finds nothing to complain about.

import assert from "node:assert/strict";
import { violations } from "../harness/accessibility.ts";
import { withPage } from "../harness/browser.ts";
import { realTest } from "../harness/real_parts.ts";
import { withService } from "../harness/service.ts";
import { withConversationHome } from "./conversation_home.ts";
import { everyRow } from "./every_row.ts";

const TEXT =
  "Read **the tide** in `a.ts`, see https://example.org.\n\n## And then\n\n- [x] done\n- [ ] to do";

realTest(
  "axe-core finds no violation in any row, in both themes and at 360 px",
  { needs: ["chromium"] },
  () =>
    withConversationHome(
      everyRow(TEXT),
      ({ home, id }) =>
        withService({ home, env: { PILOTHOUSE_DEMO_SPEED: "0.1" } }, (service) =>
          withPage(async (page) => {
            await page.goto(service.loginUrl);
            await page.goto(`${service.url}/c/${id}`);
            await page.getByRole("textbox", { name: "Message" }).fill("approval");
            await page.keyboard.press("Enter");
            await page.locator(".row.approval").waitFor();
            // Folded parts are to be looked at, too.
            await page.setViewportSize({ width: 1280, height: 5_000 });
            await page.locator(".row.reasoning").waitFor();
            await page.evaluate(() => {
              for (
                const fold of document.querySelectorAll<HTMLElement>('.fold[aria-expanded="false"]')
              ) {
                fold.click();
              }
            });
            await page.locator(".code pre").first().waitFor();
            for (const colorScheme of ["light", "dark"] as const) {
              await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
              for (const width of [1280, 360]) {
                await page.setViewportSize({ width, height: 800 });
                const found = await violations(page, ".timeline-frame, .ribbon");
                assert.deepEqual(found, [], `${colorScheme}, ${width} px:\n${found.join("\n")}`);
              }
            }
          })),
    ),
);
