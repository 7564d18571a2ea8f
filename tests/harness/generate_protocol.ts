// Makes lib/protocol/generated.ts from what the pinned codex says about its own protocol:
//
//   deno run -A --no-lock tests/harness/generate_protocol.ts
//
// Owns which types are taken: the ones named below and all that they lean on. The real test in
// tests/protocol/generated_test.ts makes it again and tells what has drifted.

import { join } from "node:path";
import { REPOSITORY } from "./cache_folder.ts";
import { CODEX_VERSION, fetchCodex } from "./codex.ts";

/** The file that is made. */
export const GENERATED = join(REPOSITORY, "lib", "protocol", "generated.ts");

/** The types that we use by name: what becomes a row, what is asked, what we answer. */
const ROOTS = [
  "ThreadItem",
  "TurnStatus",
  "ThreadTokenUsage",
  "RateLimitSnapshot",
  "ErrorNotification",
  "TurnPlanStep",
  "CommandExecutionRequestApprovalParams",
  "CommandExecutionRequestApprovalResponse",
  "FileChangeRequestApprovalParams",
  "FileChangeRequestApprovalResponse",
  "PermissionsRequestApprovalParams",
  "PermissionsRequestApprovalResponse",
  "McpServerElicitationRequestParams",
  "McpServerElicitationRequestResponse",
  "ToolRequestUserInputParams",
  "ToolRequestUserInputResponse",
];

/** The protocol as it was told: types by name, and the names of what goes over the wire. */
export interface Protocol {
  readonly types: ReadonlyMap<string, string>;
  readonly notifications: readonly string[];
  readonly requests: readonly string[];
  readonly items: readonly string[];
}

/** Asks codex for its types. */
export async function askCodex(codex: string): Promise<Protocol> {
  const folder = await Deno.makeTempDir({ prefix: "pilothouse-protocol-" });
  try {
    const { success, stderr } = await new Deno.Command(codex, {
      args: ["app-server", "generate-ts", "--experimental", "--out", folder],
      env: { CODEX_HOME: folder },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(`codex generate-ts: ${new TextDecoder().decode(stderr).trim()}`);
    const types = new Map([...readTypes(folder), ...readTypes(join(folder, "serde_json"))]);
    for (const [name, text] of readTypes(join(folder, "v2"))) types.set(name, text);
    return {
      types,
      notifications: words(types.get("ServerNotification"), /"method": "([^"]+)"/g),
      requests: words(types.get("ServerRequest"), /"method": "([^"]+)"/g),
      items: words(types.get("ThreadItem"), /"type": "([^"]+)"/g),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The module as text, formatted. */
export async function render(protocol: Protocol): Promise<string> {
  const list = (name: string, values: readonly string[]) =>
    `export const ${name} = ${JSON.stringify(values)} as const;\n`;
  const text = [
    "/**",
    ` * The protocol of codex app-server ${CODEX_VERSION}, for what we use of it: made by`,
    " * tests/harness/generate_protocol.ts, not by hand. Nothing of it is trusted at run time: what",
    " * comes over the wire is read field by field.",
    " */\n",
    `/** The version that this was made from. */\nexport const PROTOCOL_VERSION = "${CODEX_VERSION}";`,
    "/** Every notification that the server may send. */",
    list("NOTIFICATION_METHODS", protocol.notifications),
    "/** Every request that the server may make of us. */",
    list("REQUEST_METHODS", protocol.requests),
    "/** Every type of item that a turn may have. */",
    list("ITEM_TYPES", protocol.items),
    ...closure(protocol.types, ROOTS).map((name) =>
      `export type ${name} = ${protocol.types.get(name)};`
    ),
  ].join("\n");
  const format = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "ts", "--line-width", "100", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = format.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { stdout } = await format.output();
  return new TextDecoder().decode(stdout);
}

/** `types` with all that they lean on, sorted. */
function closure(types: ReadonlyMap<string, string>, roots: readonly string[]): string[] {
  const found = new Set<string>();
  const walk = (name: string) => {
    const text = types.get(name);
    if (text === undefined) throw new Error(`codex ${CODEX_VERSION} has no type ${name} any more`);
    if (found.has(name)) return;
    found.add(name);
    for (const word of text.match(/\b[A-Z]\w+\b/g) ?? []) if (types.has(word)) walk(word);
  };
  roots.forEach(walk);
  return [...found].sort();
}

/** Each file has one type; its comments and imports are left out. */
function readTypes(folder: string): Map<string, string> {
  const types = new Map<string, string>();
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (!isFile || name === "index.ts") continue;
    const text = Deno.readTextFileSync(join(folder, name))
      .replace(/\/\*[\s\S]*?\*\//g, "").replace(/^(\/\/|import ).*$/gm, "");
    const found = /export type (\w+) = ([\s\S]*);\s*$/.exec(text);
    if (found !== null) types.set(found[1]!, found[2]!.replace(/\s+/g, " ").trim());
  }
  return types;
}

function words(text: string | undefined, pattern: RegExp): string[] {
  return [...(text ?? "").matchAll(pattern)].map((match) => match[1]!).sort();
}

if (import.meta.main) {
  await Deno.writeTextFile(GENERATED, await render(await askCodex(await fetchCodex())));
}
