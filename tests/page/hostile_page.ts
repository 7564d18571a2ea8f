// Watches a page that shows hostile text: whatever a text managed to do, and whatever stands in the
// page that we would never put there.

import type { Page } from "../harness/browser.ts";
import type { Service } from "../harness/service.ts";

/** Collects whatever a text managed to do. */
export async function watch(page: Page, service: Service): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction("pwned", () => found.push(`a text ran in ${page.url()}`));
  await page.exposeFunction("violated", (what: string) => found.push(`policy: ${what}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      // deno-lint-ignore no-explicit-any -- it was exposed above
      (globalThis as any).violated(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  page.on("dialog", (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  page.on("console", (line) => {
    if (/Content.Security.Policy|Refused to/i.test(line.text())) found.push(line.text());
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== service.url && protocol !== "data:") found.push(`request: ${request.url()}`);
  });
  return found;
}

/** What is on the page, or in a part of it, that we would never put there. */
export const strangers = (page: Page, within = ".shell *"): Promise<string[]> =>
  page.evaluate((within) => {
    const ours = new Set(
      ("a article aside bdi blockquote br button circle code dd del details dialog div dl dt em " +
        "fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 header hr i img input kbd " +
        "label legend li line main mark nav ol option p path pre rect section select span strong " +
        "summary svg table tbody td th thead time title tr ul").split(" "),
    );
    const found: string[] = [];
    for (const element of document.querySelectorAll(within)) {
      // The terminal draws its screen by itself, with elements that it made before any text came.
      const isTerminal = element.closest(".xterm") !== null &&
        !/script|frame/.test(element.localName);
      if (!ours.has(element.localName) && !isTerminal) found.push(element.localName);
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on") || name === "srcdoc") found.push(`${element.localName} ${name}`);
        if (
          /^(href|src|action|xlink:href)$/.test(name) &&
          !/^(https?:|mailto:|data:image\/|\/)/.test(value)
        ) {
          found.push(`${name}=${value}`);
        }
      }
    }
    return found;
  }, within);
