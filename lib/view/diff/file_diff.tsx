/** One changed file: its path, how much changed, and the diff, which can be folded. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { CopyButton } from "../copy_button.tsx";
import { Icon } from "../icons.tsx";
import { shortPath } from "../short_path.ts";
import { useKept, useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";
import { DiffBody } from "./diff_body.tsx";
import { languageOfPath } from "./languages.ts";
import { type ParsedDiff, parseDiff, wholeFile } from "./parse_diff.ts";

interface FileDiffProps {
  readonly id: string;
  readonly path: string;
  readonly diff: string;
  /** What happened to the file. */
  readonly change?: string | undefined;
  /** `diff` is the content of a file that comes or goes as a whole, and has no hunks. */
  readonly whole?: boolean;
  readonly oldPath?: string | undefined;
  readonly note?: ComponentChildren;
}

/** Diffs with more lines are folded at first. */
const LINES_OPEN = 600;

export function FileDiff({ id, path, diff, change, whole, oldPath, note }: FileDiffProps) {
  const { looks, split, setSplit } = useDiffLooks();
  const parsed = useMemo(() => readDiff(diff, change, whole), [diff, change, whole]);
  const [open, setOpen] = useKept(`${id}:${path}:open`, parsed.lines <= LINES_OPEN);
  const short = visible(shortPath(path, looks.cwd));
  return (
    <div class="file-diff">
      <header>
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          title={visible(path)}
        >
          <Icon name="chevron" />
          <code>
            {oldPath === undefined ? null : `${visible(shortPath(oldPath, looks.cwd))} → `}
            {short}
          </code>
        </button>
        {note}
        <CopyButton text={() => diff} what="diff" />
        <Counts parsed={parsed} change={change} />
        {open && parsed.lines > 0 ? <SplitToggle split={split} setSplit={setSplit} /> : null}
      </header>
      {open && parsed.lines > 0
        ? (
          <DiffBody
            parsed={parsed}
            language={languageOfPath(path)}
            split={split}
            label={`Changes in ${short}`}
            name={`${id}:${path}`}
          />
        )
        : null}
    </div>
  );
}

interface SplitToggleProps {
  readonly split: boolean;
  readonly setSplit: (split: boolean) => void;
}

export function SplitToggle({ split, setSplit }: SplitToggleProps) {
  return (
    <button type="button" class="quiet split-toggle" onClick={() => setSplit(!split)}>
      {split ? "Unified" : "Split"}
    </button>
  );
}

/** Side by side or not is one choice for all diffs that are drawn from now on. */
export function useDiffLooks() {
  const { looks } = useTools();
  const [split, setSplit] = useKept("diff:split", false);
  return { looks: looks.value, split, setSplit };
}

function Counts({ parsed, change }: { parsed: ParsedDiff; change: string | undefined }) {
  const word = change === undefined ? undefined : WORDS[change];
  return (
    <span class="counts">
      {word === undefined ? null : <span class="change">{word}</span>}
      <span class="plus">+{parsed.added}</span> <span class="minus">−{parsed.removed}</span>
    </span>
  );
}

const WORDS: Record<string, string | undefined> = {
  add: "new",
  delete: "deleted",
  rename: "renamed",
  copy: "copied",
  mode: "mode",
  reverted: "reverted",
};

/** What looks like a hunk in the content of a whole file is content all the same. */
function readDiff(diff: string, change: string | undefined, whole = false): ParsedDiff {
  return whole ? wholeFile(diff, change === "delete" ? "del" : "add") : parseDiff(diff);
}
