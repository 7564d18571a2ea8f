/**
 * The rules of .gitignore files, for machines without ripgrep. Pure: texts in, yes or no out. The
 * later rule wins, and a deeper file's rules come later.
 */

interface Rule {
  readonly pattern: RegExp;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

/** The rules of one file, for the folder (relative, "" for the top) that it lies in. */
export function parseRules(text: string, folder: string): Rule[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(?<!\\)\s+$/, ""));
  return lines.filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ruleOf(line, folder))
    .filter((rule) => rule !== null);
}

/** Whether a path is left out by the rules, given from the top down. */
export function isIgnored(path: string, isFolder: boolean, rules: readonly Rule[]): boolean {
  const rule = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && rule.pattern.test(path));
  return rule !== undefined && !rule.negated;
}

function ruleOf(line: string, folder: string): Rule | null {
  const negated = line.startsWith("!");
  const body = negated ? line.slice(1) : line.replace(/^\\(?=[!#])/, "");
  const foldersOnly = body.endsWith("/");
  const glob = foldersOnly ? body.slice(0, -1) : body;
  if (glob === "" || glob === "/") return null;
  // A slash in the middle or in front ties the pattern to the folder of its file.
  const tied = glob.includes("/");
  const top = folder === "" ? "" : `${escaped(folder)}/`;
  const start = tied ? top : `${top}(?:.*/)?`;
  try {
    const pattern = new RegExp(`^${start}${globSource(glob.replace(/^\//, ""))}$`);
    return { pattern, negated, foldersOnly };
  } catch {
    return null; // A character class that no one can read matches nothing.
  }
}

const PIECES = /\*\*\/|\/\*\*$|\*+|\?|\[[^\]]*\]|\\.|[^*?[\\/]+|[\s\S]/g;

function globSource(glob: string): string {
  return (glob.match(PIECES) ?? []).map((piece) => {
    if (piece === "**/") return "(?:.*/)?";
    if (piece === "/**") return "/.*";
    if (piece.startsWith("*")) return "[^/]*";
    if (piece === "?") return "[^/]";
    if (piece.startsWith("[") && piece.length > 2) return piece.replace(/^\[!/, "[^");
    return escaped(piece.replace(/^\\(?=.)/, ""));
  }).join("");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
