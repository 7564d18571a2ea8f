// Fetches one part that npm brings, as a program: `deno run -A fetch_part.ts codex`. Exists so that
// a test can fetch at registration, which is synchronous; real_parts.ts runs it. Prints nothing on
// success and one line on stderr on failure.

import { fetchChromium } from "./chromium.ts";
import { fetchCodex } from "./codex.ts";

const fetchers: Readonly<Record<string, () => Promise<string>>> = {
  chromium: fetchChromium,
  codex: fetchCodex,
};

const [part = ""] = Deno.args;
try {
  const fetcher = fetchers[part];
  if (fetcher === undefined) throw new Error(`no part called "${part}" comes from npm`);
  await fetcher();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  await Deno.stderr.write(new TextEncoder().encode(`${reason}\n`));
  Deno.exit(1);
}
