// What an element says to a person, waited for: what is not near the screen has no layout, and gets
// it, and with that its text, a moment after it came there.

import type { Page } from "../harness/browser.ts";
import { waitFor } from "../harness/wait.ts";

/** Waits until the visible text of an element is like `pattern`. */
export async function says(element: ReturnType<Page["locator"]>, pattern: RegExp): Promise<void> {
  let said = "";
  await waitFor(async () => pattern.test(said = await element.innerText()), { what: `${pattern}` })
    .catch((error) => {
      throw new Error(`${error.message}; it says ${JSON.stringify(said)}`);
    });
}
