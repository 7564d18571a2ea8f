// Asks axe-core what is wrong with a page for people who cannot see it well, cannot use a mouse, or
// listen to it. Its script is given to the page by the driver, so the page's policy stays as it is.

// Named here and not in deno.json: see browser.ts.
import axe from "npm:axe-core@4.14.0";
import type { Page } from "./browser.ts";

/** All violations, a line each: the rule, what it means, and the first places. */
export async function violations(page: Page, within = "body"): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (within) => {
    // deno-lint-ignore no-explicit-any -- it has just been put there
    const { run } = (globalThis as any).axe;
    return (await run(within, { resultTypes: ["violations"] })).violations as {
      id: string;
      help: string;
      nodes: { html: string; failureSummary: string }[];
    }[];
  }, within);
  return found.map(({ id, help, nodes }) =>
    [`${id}: ${help} (${nodes.length})`, ...nodes.slice(0, 3).map(placeOf)].join("\n  ")
  );
}

function placeOf({ html, failureSummary }: { html: string; failureSummary: string }): string {
  return `${html.slice(0, 160)} — ${failureSummary.replace(/\s+/g, " ")}`;
}
