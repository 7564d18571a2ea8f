// The picture of how data flows, as a test: every import under routes/, islands/, lib/, main.ts and
// dev.ts must be an arrow of the table below. To draw a new arrow, change the table, and the
// picture in AGENTS.md with it.

import assert from "node:assert/strict";
import { dirname, join, normalize, relative } from "node:path";
import { existsSync, REPOSITORY } from "./harness/cache_folder.ts";
import { type ImportSite, scanSource, type SourceScan } from "./harness/source_scan.ts";

/** What a box may import: `values` at run time and their types, `types` by `import type` alone. */
interface Arrows {
  readonly values: readonly string[];
  readonly types?: readonly string[];
}

const EVERY_LIB = [
  ...["app_server", "cli", "config", "context", "demo", "disk", "events", "files", "gateway"],
  ...["http", "hub", "page", "protocol", "router", "shell", "shells", "transcript", "view"],
  ...["adapters", "client", "doctor", "log", "mcp", "metrics", "webhooks"],
];

const ARROWS: Readonly<Record<string, Arrows>> = {
  // The ground: these lean on no other box.
  disk: { values: [] },
  protocol: { values: [] },
  context: { values: [] },
  shell: { values: [] },
  files: { values: [] },
  log: { values: [] },
  config: { values: ["disk", "log"] },
  metrics: { values: [] },
  client: { values: [] },

  // codex app-server ─▶ protocol ─▶ router ─▶ transcript store, hub
  app_server: { values: ["protocol"], types: ["config"] },
  router: { values: ["protocol"] },
  // A rollout becomes entries by the router, so that its rows are like those of a live turn.
  transcript: { values: ["disk", "protocol", "router"] },
  hub: { values: [], types: ["router"] },

  // the only writer to the pipe
  gateway: {
    values: [
      ...["protocol", "app_server", "router", "transcript", "hub", "context", "config", "disk"],
    ],
    // Blocks of the shell become rows and context.
    types: ["shell"],
  },

  // side streams
  events: {
    values: ["config", "context", "disk", "transcript"],
    types: ["gateway", "hub", "router"],
  },
  webhooks: { values: ["disk", "events"] },
  doctor: { values: ["protocol"], types: ["config"] },
  // A process of its own: it reaches events by their door alone.
  adapters: { values: ["metrics"] },
  shells: { values: ["config", "disk"] },
  demo: { values: ["protocol"] },

  // The agent's tools: what a tool is and says; what it does is passed in.
  mcp: { values: [], types: ["shell"] },

  // towards the person
  view: {
    values: [],
    types: ["transcript", "router", "hub", "gateway", "shell", "config", "events"],
  },
  page: {
    values: ["view"],
    types: ["hub", "gateway", "transcript", "router", "shell", "config", "events"],
  },
  http: {
    values: ["config", "events", "gateway", "metrics", "transcript", "view"],
    types: ["app_server", "hub", "log", "mcp", "router", "shells", "shell", "files", "webhooks"],
  },
  cli: {
    values: [
      ...["config", "demo", "disk", "events", "http", "shells", "shell", "transcript"],
      ...["adapters", "doctor", "mcp", "webhooks"],
    ],
    types: EVERY_LIB,
  },
  routes: { values: [...EVERY_LIB, "islands"] },
  islands: { values: ["view", "page"], types: EVERY_LIB },

  // The only place that constructs things.
  "main.ts": { values: [...EVERY_LIB, "routes", "islands"] },
  "dev.ts": { values: [...EVERY_LIB, "main.ts"] },
};

/** No I/O, no clock, no chance: a folder, or a file without its extension. */
const PURE = [
  "lib/router",
  "lib/events/policy",
  "lib/events/schema",
  "lib/events/parse_event",
  "lib/events/plain_text",
  "lib/events/compaction",
  "lib/events/framing",
  "lib/events/progress",
  "lib/events/retention",
  "lib/events/key_index",
  "lib/events/event_table",
  "lib/shell/blocks",
  "lib/context",
  "lib/view",
  "lib/protocol",
];

/** Packages that reach outside by their nature. */
const OUTSIDE_PACKAGES = /^(node:|@std\/fs|@std\/streams|node-pty)/;

const ROOTS = ["routes", "islands", "lib", "main.ts", "dev.ts"];

interface SourceFile extends SourceScan {
  readonly path: string;
}

const files = ROOTS.flatMap(sourcesUnder).map(
  (path): SourceFile => ({
    path,
    ...scanSource(path, Deno.readTextFileSync(join(REPOSITORY, path))),
  }),
);

Deno.test("every import is an arrow of the picture", () => {
  const strays = localImports().filter(({ from, to, site }) => !allowed(from, to, site));
  assert.deepEqual(strays.map(({ from, to, site }) => `${place(from, site)} ─▶ ${to}`), []);
});

Deno.test("the picture itself has no circle", () => {
  const arrows = new Map(
    Object.entries(ARROWS).map(([box, { values, types = [] }]) => [
      box,
      [...values, ...types].filter((other) => other !== box),
    ]),
  );
  assert.deepEqual(circles(arrows), []);
});

Deno.test("AGENTS.md has every room on its map and every arrow in its picture", () => {
  const page = Deno.readTextFileSync(join(REPOSITORY, "AGENTS.md"));
  const rooms = [...Deno.readDirSync(join(REPOSITORY, "lib"))].map(({ name }) => name);
  assert.deepEqual(rooms.filter((room) => !page.includes(`| \`lib/${room}/\``)), []);
  const picture = Object.entries(ARROWS).filter(([box]) => rooms.includes(box) && box !== "cli")
    .map(([box, { values }]) => `${box} ─▶ ${values.join(", ") || "nothing"}`);
  assert.deepEqual(picture.filter((line) => !page.includes(`\n    ${line}\n`)), []);
});

Deno.test("no files import each other in a circle", () => {
  const arrows = new Map<string, string[]>(files.map(({ path }) => [path, []]));
  for (const { from, to, site } of localImports()) {
    if (site.atLoad) arrows.get(from)?.push(to);
  }
  assert.deepEqual(circles(arrows), []);
});

Deno.test("pure parts touch neither machine nor clock", () => {
  const pure = files.filter(({ path }) => PURE.some((part) => isWithin(path, part)));
  const touches = pure.flatMap(({ path, imports, outside }) => [
    ...outside.map(({ what, line }) => `${path}:${line} uses ${what}`),
    ...imports
      .filter(({ kind, specifier }) => kind === "value" && OUTSIDE_PACKAGES.test(specifier))
      .map((site) => `${place(path, site)} imports ${site.specifier}`),
  ]);
  assert.deepEqual(touches, []);
});

Deno.test("nobody knows where a package comes from", () => {
  const direct = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) =>
        /^(jsr:|npm:|https?:)/.test(specifier) || resolved(path, specifier).startsWith("links/")
      )
      .map((site) => `${place(path, site)} imports ${site.specifier}`)
  );
  assert.deepEqual(direct, []);
});

// `deno task` fetches what deno.json maps and deno.lock lists before it runs any task.
Deno.test("whoever starts the program downloads nothing that only tests need", () => {
  const texts = ["deno.json", "deno.lock"].map((name) => join(REPOSITORY, name))
    .filter(existsSync).map((path) => Deno.readTextFileSync(path));
  const found = texts.flatMap((text) =>
    text.match(/playwright|sparticuz|openai\/codex|fast-check/) ?? []
  );
  assert.deepEqual(
    found.map(String),
    [],
    "run tests by `deno task test`, which leaves deno.lock alone, and restore deno.lock",
  );
});

Deno.test("an import is seen in every form, and comments and strings are not imports", () => {
  const { imports } = scanSource(
    "sample.tsx",
    `
    import type { A } from "a"; import { type B } from "b"; import "c"; export * from "d";
    export type { E } from "e"; const f = await import("f"); type G = import("g").G;
    // import "comment"
    const text = 'import "string"', quote = /"/, more = \`\${await import("h")}\`;`,
  );
  assert.deepEqual(
    imports.map(({ specifier, kind, atLoad }) => `${specifier} ${kind} ${atLoad}`),
    ["a type false", "b value true", "c value true", "d value true", "e type false"].concat(
      ["f value false", "g type false", "h value false"],
    ),
  );
});

Deno.test("a use of the clock is seen, a field of that name is not", () => {
  const { outside } = scanSource(
    "sample.ts",
    `
    type T = { fetch: number; document: string };
    const row = { process: 1, Deno: 2 }; row.process; new Date(0);
    function full(used: number, window: number): number { return used / window; }
    // setTimeout
    Date.now(); new Date(); setTimeout(() => {}); Deno.args; Math.random();`,
  );
  assert.deepEqual(
    outside.map(({ what }) => what).sort(),
    ["Date.now", "Deno", "Math.random", "new Date()", "setTimeout"],
  );
});

Deno.test("a circle is found wherever it starts", () => {
  const arrows = new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]], ["d", []]]);
  assert.deepEqual(circles(arrows), ["b ─▶ c ─▶ b"]);
});

interface LocalImport {
  readonly from: string;
  readonly to: string;
  readonly site: ImportSite;
}

function localImports(): LocalImport[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .map((site) => ({ from: path, to: resolved(path, site.specifier), site }))
  );
}

function allowed(from: string, to: string, site: ImportSite): boolean {
  const [box, other] = [boxOf(from), boxOf(to)];
  if (box === other || to.endsWith("deno.json")) return true;
  const { values, types = [] } = ARROWS[box] ?? { values: [] };
  return values.includes(other) || (site.kind === "type" && types.includes(other));
}

/** The box of a file: its folder in lib/, else its folder or file at the top. */
function boxOf(path: string): string {
  const [top = "", second = ""] = path.split("/");
  return top === "lib" ? second : top;
}

function resolved(from: string, specifier: string): string {
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
}

function place(path: string, site: ImportSite): string {
  return `${path}:${site.line}`;
}

function isWithin(path: string, part: string): boolean {
  return path.startsWith(`${part}/`) || path.startsWith(`${part}.`);
}

/** All circles, each told once, as `a ─▶ b ─▶ a`. */
function circles(arrows: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]) => {
    const at = path.indexOf(node);
    if (at >= 0) found.push([...path.slice(at), node].join(" ─▶ "));
    if (at >= 0 || done.has(node)) return;
    for (const next of arrows.get(node) ?? []) walk(next, [...path, node]);
    done.add(node);
  };
  for (const node of arrows.keys()) walk(node, []);
  return found;
}

function sourcesUnder(path: string): string[] {
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(join(REPOSITORY, path));
  } catch {
    return [];
  }
  if (info.isFile) return /\.tsx?$/.test(path) ? [path] : [];
  return [...Deno.readDirSync(join(REPOSITORY, path))]
    .flatMap(({ name }) => sourcesUnder(relative(REPOSITORY, join(REPOSITORY, path, name))))
    .sort();
}
