// The real codex for tests: one pinned version, fetched from npm into the cache folder once and
// found again offline, and homes that point it at a scripted model. It starts nothing itself, and
// hands out the native binary: the npm wrapper would stay around as a parent process.

import { join } from "node:path";
import { runBounded } from "./bounded_command.ts";
import { cacheFolder, existsSync, filledOnce } from "./cache_folder.ts";

/** The version that the recordings, the protocol types and the tests were made with. */
export const CODEX_VERSION = "0.169.0";

const FOLDER = `codex-${CODEX_VERSION}`;
const INSTALL_LIMIT_MS = 240_000;

/** The native binary in the cache, or undefined where it has not been fetched yet. */
export function cachedCodex(): string | undefined {
  return nativeBinary(join(cacheFolder(), FOLDER));
}

/** The native binary; fetches it from npm first where the cache does not have it. */
export async function fetchCodex(): Promise<string> {
  const cached = cachedCodex();
  if (cached !== undefined) return cached;
  const folder = await filledOnce(FOLDER, async (partial) => {
    await npmInstall(partial);
    if (nativeBinary(partial) === undefined) {
      throw new Error(`npm has no codex ${CODEX_VERSION} for ${platform()}`);
    }
  });
  return nativeBinary(folder) ?? failOnEmptyCache(folder);
}

/** The command line that starts the cached codex as app-server. */
export function codexAppServer(): string[] {
  const binary = cachedCodex();
  if (binary === undefined) throw new Error('codex is not there: say needs: ["codex"] in realTest');
  return [binary, "app-server"];
}

/** A temporary CODEX_HOME whose only model is the scripted one, gone when `fn` is over. */
export async function withCodexHome<T>(
  modelUrl: string,
  fn: (codexHome: string) => Promise<T>,
): Promise<T> {
  const home = await Deno.makeTempDir({ prefix: "pilothouse-codex-home-" });
  try {
    await writeCodexConfig(home, modelUrl);
    return await fn(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Writes the config.toml that keeps codex off the network and on the model at `modelUrl`. */
export async function writeCodexConfig(
  codexHome: string,
  modelUrl: string,
  more = "",
): Promise<void> {
  await Deno.writeTextFile(join(codexHome, "config.toml"), configToml(modelUrl) + more);
}

/** The whole environment that codex needs; nothing else of the machine leaks into a test. */
export function codexEnvironment(codexHome: string): Record<string, string> {
  const { PATH = "", PILOTHOUSE_TEST_RUN, PILOTHOUSE_TEST_SUITE } = Deno.env.toObject();
  return {
    PATH,
    // Not ours: its commands run in a login shell, which would run our profile.
    HOME: codexHome,
    CODEX_HOME: codexHome,
    ...(PILOTHOUSE_TEST_RUN === undefined ? {} : { PILOTHOUSE_TEST_RUN }),
    ...(PILOTHOUSE_TEST_SUITE === undefined ? {} : { PILOTHOUSE_TEST_SUITE }),
  };
}

function npmInstall(prefix: string): Promise<string> {
  return runBounded({
    command: "npm",
    args: [
      "install",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      "--fetch-retries=1",
      "--fetch-retry-mintimeout=1000",
      "--fetch-timeout=30000",
      "--prefix",
      prefix,
      `@openai/codex@${CODEX_VERSION}`,
    ],
    cwd: prefix,
    timeoutMs: INSTALL_LIMIT_MS,
  });
}

function nativeBinary(prefix: string): string | undefined {
  const vendor = join(prefix, "node_modules", "@openai", `codex-${platform()}`, "vendor");
  if (!existsSync(vendor)) return undefined;
  for (const { name } of Deno.readDirSync(vendor)) {
    const binary = join(vendor, name, "bin", "codex");
    if (existsSync(binary)) return binary;
  }
  return undefined;
}

// npm's names: linux-x64, linux-arm64, darwin-x64, darwin-arm64.
function platform(): string {
  return `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
}

function failOnEmptyCache(folder: string): never {
  throw new Error(`${folder} has no codex binary in it: remove the folder and run again`);
}

function configToml(modelUrl: string): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
cli_auth_credentials_store = "file"
web_search = "disabled"

[model_providers.scripted]
name = "Scripted"
base_url = ${JSON.stringify(modelUrl)}
wire_api = "responses"
requires_openai_auth = false
supports_websockets = false
request_max_retries = 1
stream_max_retries = 1
stream_idle_timeout_ms = 15000

[analytics]
enabled = false

[feedback]
enabled = false

[otel]
exporter = "none"
metrics_exporter = "none"

[features]
apps = false
plugins = false
remote_plugin = false

[tools.update_plan]
enabled = true
`;
}
