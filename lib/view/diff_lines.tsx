/** The lines of a unified diff, coloured by their kind; headers that repeat the path are left out. */

const NOISE = /^(diff --git|index |--- |\+\+\+ |new file mode|deleted file mode|similarity )/;

/** A diff, line by line. */
export function DiffLines({ diff }: { diff: string }) {
  const lines = diff.replace(/\n$/, "").split("\n").filter((line) => !NOISE.test(line));
  return (
    <pre class="diff-lines">
      {lines.map((line, at) => <span key={at} class={kindOf(line)}>{line + "\n"}</span>)}
    </pre>
  );
}

function kindOf(line: string): string {
  if (line.startsWith("@@")) return "hunk";
  if (line.startsWith("+")) return "add";
  return line.startsWith("-") ? "del" : "same";
}
