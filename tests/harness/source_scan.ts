// Reads one TypeScript file as a syntax tree (the linter's) and lists what it imports and what it
// touches of the outside world. A tree, not a search: comments, strings and types do not deceive
// it. What is allowed is decided by tests/layering_test.ts. Works only under `deno test`.

/** One import, re-export or literal dynamic import. */
export interface ImportSite {
  readonly specifier: string;
  /** `type` for what is gone at run time: `import type`, `export type`, `import("…").T`. */
  readonly kind: "value" | "type";
  /** Whether it is evaluated together with the importing file. */
  readonly atLoad: boolean;
  readonly line: number;
}

/** One use of the clock, chance, the network or the machine. */
export interface OutsideUse {
  readonly what: string;
  readonly line: number;
}

/** What was found in a file. */
export interface SourceScan {
  readonly imports: ImportSite[];
  readonly outside: OutsideUse[];
}

const OUTSIDE_NAMES = new Set([
  "Deno",
  "process",
  "console",
  "fetch",
  "setTimeout",
  "setInterval",
  "queueMicrotask",
  "requestAnimationFrame",
  "performance",
  "crypto",
  "localStorage",
  "sessionStorage",
  "document",
  "window",
  "globalThis",
  "WebSocket",
  "EventSource",
  "Worker",
]);

const OUTSIDE_MEMBERS = new Set(["Date.now", "Math.random"]);

/** Scans the text of one file. */
export function scanSource(file: string, source: string): SourceScan {
  const imports: ImportSite[] = [];
  const outside: OutsideUse[] = [];
  const own = new Set<string>();
  const lineOf = (node: { range: [number, number] }) =>
    source.slice(0, node.range[0]).split("\n").length;
  const addImport = (
    node: { range: [number, number] },
    specifier: unknown,
    kind: ImportSite["kind"],
    atLoad: boolean,
  ) => {
    if (typeof specifier !== "string") return;
    imports.push({ specifier, kind, atLoad, line: lineOf(node) });
  };

  const visitor: Deno.lint.LintVisitor = {
    ImportDeclaration: (node) =>
      addImport(node, node.source.value, node.importKind, node.importKind === "value"),
    ExportAllDeclaration: (node) =>
      addImport(node, node.source.value, node.exportKind, node.exportKind === "value"),
    ExportNamedDeclaration: (node) =>
      addImport(node, node.source?.value, node.exportKind, node.exportKind === "value"),
    ImportExpression: (node) =>
      addImport(node, "value" in node.source ? node.source.value : undefined, "value", false),
    TSImportType: (node) => addImport(node, typeImportSpecifier(node), "type", false),
    Identifier: (node) => {
      if (isDeclaration(node)) own.add(node.name);
      if (!OUTSIDE_NAMES.has(node.name) || isOnlyAName(node)) return;
      outside.push({ what: node.name, line: lineOf(node) });
    },
    MemberExpression: (node) => {
      const what = memberName(node);
      if (OUTSIDE_MEMBERS.has(what)) outside.push({ what, line: lineOf(node) });
    },
    NewExpression: (node) => {
      const now = node.callee.type === "Identifier" && node.callee.name === "Date" &&
        node.arguments.length === 0;
      if (now) outside.push({ what: "new Date()", line: lineOf(node) });
    },
  };
  Deno.lint.runPlugin({ name: "scan", rules: { all: { create: () => visitor } } }, file, source);
  // A file with a variable of its own called `window` means that one.
  return { imports, outside: outside.filter(({ what }) => !own.has(what)) };
}

function memberName(node: Deno.lint.MemberExpression): string {
  const { object, property } = node;
  if (object.type !== "Identifier" || property.type !== "Identifier") return "";
  return `${object.name}.${property.name}`;
}

function typeImportSpecifier(node: Deno.lint.TSImportType): unknown {
  const argument: unknown = node.argument;
  return typeof argument === "object" && argument !== null && "literal" in argument
    ? (argument.literal as { value?: unknown }).value
    : undefined;
}

// `row.process`, `{ document: 1 }`, a parameter's or a type's field called so: names, not uses.
function isOnlyAName(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  switch (parent.type) {
    case "MemberExpression":
      return parent.property === node && !parent.computed;
    case "Property":
      return parent.key === node && !parent.computed && !parent.shorthand;
    case "TSPropertySignature":
    case "TSMethodSignature":
    case "PropertyDefinition":
    case "MethodDefinition":
    case "TSTypeReference":
    case "TSQualifiedName":
      return true;
    default:
      return false;
  }
}

function isDeclaration(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  switch (parent.type) {
    case "VariableDeclarator":
      return parent.id === node;
    case "ImportSpecifier":
      return parent.local === node;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return parent.params.some((parameter) => parameter === node);
    default:
      return false;
  }
}
