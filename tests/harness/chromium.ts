// The browser binary for tests: taken out of its npm package into the cache folder once, together
// with the shared libraries and fonts that a bare machine lacks. Owns where it is and which
// environment it needs; browser.ts drives it.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runBounded } from "./bounded_command.ts";
import { cacheFolder, existsSync, filledOnce, REPOSITORY } from "./cache_folder.ts";

const FOLDER = "chromium-153.0.0";
const LIBRARIES = join("al2023", "lib");
const EXTRACT_LIMIT_MS = 180_000;
const EXTRACTOR = fileURLToPath(new URL("./extract_chromium.ts", import.meta.url));

/** The browser in the cache, or the one `PILOTHOUSE_TEST_CHROMIUM` names; undefined where neither. */
export function cachedChromium(): string | undefined {
  const own = Deno.env.get("PILOTHOUSE_TEST_CHROMIUM");
  const path = own || join(cacheFolder(), FOLDER, "chromium");
  return existsSync(path) ? path : undefined;
}

/** The browser; fetches and unpacks it first where the cache does not have it. */
export async function fetchChromium(): Promise<string> {
  const cached = cachedChromium();
  if (cached !== undefined) return cached;
  if (Deno.build.os !== "linux" || Deno.build.arch !== "x86_64") {
    throw new Error("the packed browser is for Linux on x86-64; set PILOTHOUSE_TEST_CHROMIUM");
  }
  const folder = await filledOnce(FOLDER, async (partial) => {
    await runBounded({
      command: Deno.execPath(),
      args: ["run", "--allow-all", "--quiet", "--no-check", "--no-lock", EXTRACTOR],
      cwd: REPOSITORY,
      // The package brings its shared libraries only where it believes to be on a bare machine.
      env: { TMPDIR: partial, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
      timeoutMs: EXTRACT_LIMIT_MS,
    });
    await dropNeedlessLibraries(partial);
    await writeFontConfig(partial);
  });
  return join(folder, "chromium");
}

/** The environment in which the browser finds its libraries and fonts. */
export function chromiumEnvironment(): Record<string, string> {
  const environment = Deno.env.toObject();
  const folder = join(cacheFolder(), FOLDER);
  if (Deno.env.get("PILOTHOUSE_TEST_CHROMIUM") || !existsSync(folder)) return environment;
  const libraries = join(folder, LIBRARIES);
  return {
    ...environment,
    ...(existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {}),
    FONTCONFIG_FILE: join(folder, "fonts.conf"),
  };
}

// Where the browser starts on the machine's own libraries, the packed ones would only shadow them.
async function dropNeedlessLibraries(partial: string): Promise<void> {
  try {
    await runBounded({
      command: join(partial, "chromium"),
      args: ["--no-sandbox", "--version"],
      timeoutMs: 20_000,
    });
  } catch {
    return;
  }
  await Deno.remove(join(partial, LIBRARIES), { recursive: true });
}

// The machine's fonts and the packed ones: text is drawn even where no font is installed.
function writeFontConfig(partial: string): Promise<void> {
  const home = join(cacheFolder(), FOLDER);
  return Deno.writeTextFile(
    join(partial, "fonts.conf"),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(home, "fonts")}</dir>
  <cachedir>${join(home, "fonts-cache")}</cachedir>
</fontconfig>
`,
  );
}
