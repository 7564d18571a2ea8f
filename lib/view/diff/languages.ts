/** Which language a file is written in, by its name: what the highlighter calls it. */

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(Object.entries({
  ...{ ts: "typescript", tsx: "typescript", mts: "typescript", cts: "typescript" },
  ...{ js: "javascript", jsx: "javascript", mjs: "javascript", cjs: "javascript" },
  ...{ py: "python", rb: "ruby", rs: "rust", go: "go", java: "java", kt: "kotlin", cs: "csharp" },
  ...{ c: "c", h: "c", cc: "cpp", cpp: "cpp", hpp: "cpp", cxx: "cpp", swift: "swift", php: "php" },
  ...{ sh: "bash", bash: "bash", zsh: "bash", json: "json", jsonc: "json", yml: "yaml" },
  ...{ yaml: "yaml", toml: "ini", ini: "ini", cfg: "ini", md: "markdown", html: "xml", xml: "xml" },
  ...{ svg: "xml", vue: "xml", css: "css", scss: "css", sql: "sql", mk: "makefile" },
}));

const BY_NAME: ReadonlyMap<string, string> = new Map(Object.entries({
  dockerfile: "dockerfile",
  makefile: "makefile",
}));

/** Empty where it is not known. */
export function languageOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return BY_NAME.get(name) ?? BY_EXTENSION.get(name.slice(name.lastIndexOf(".") + 1)) ?? "";
}
