/**
 * The files that a conversation has changed, the latest first: how much, how often, and on demand
 * each change with its diff and the way to its row.
 */
import { useEffect, useMemo } from "preact/hooks";
import type { ChangedFile, ChangedFiles, Edit } from "../../transcript/outline/changed_files.ts";
import { CopyButton } from "../copy_button.tsx";
import { Icon } from "../icons.tsx";
import { DiffBody } from "../diff/diff_body.tsx";
import { SplitToggle, useDiffLooks } from "../diff/file_diff.tsx";
import { languageOfPath } from "../diff/languages.ts";
import { parseDiff } from "../diff/parse_diff.ts";
import { shortPath } from "../short_path.ts";
import { useKept, useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";
import { clockTime, fullTime, plural } from "../words.ts";

/** A diff that was asked for. */
export type Wanted =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | { readonly state: "there"; readonly diff: string };

interface ChangesViewProps {
  readonly page: ChangedFiles;
  readonly diffs: ReadonlyMap<number, Wanted>;
  readonly need: (number: number) => void;
  readonly goTo: (number: number) => void;
  readonly loadMore: () => void;
}

export function ChangesView({ page, loadMore, ...rest }: ChangesViewProps) {
  const { files, more, total, dropped } = page;
  if (total.files === 0) {
    return (
      <p class="none">Nothing has been changed yet. Each file that is changed appears here.</p>
    );
  }
  return (
    <div class="changes-view">
      <p class="sum">
        {plural(total.files, "file")} <Counts added={total.added} removed={total.removed} />
      </p>
      <ul>
        {files.map((file) => <FileItem key={file.path} file={file} {...rest} />)}
      </ul>
      {more
        ? (
          <button type="button" class="quiet" onClick={loadMore}>
            Show more of {total.files} files
          </button>
        )
        : null}
      {dropped === 0 ? null : (
        <p class="foot">
          {plural(dropped, "older change")} can be found in the conversation only.
        </p>
      )}
    </div>
  );
}

type PartProps = Pick<ChangesViewProps, "diffs" | "need" | "goTo">;

function FileItem({ file, ...rest }: PartProps & { file: ChangedFile }) {
  const { path, added, removed, count, edits } = file;
  const { cwd } = useTools().looks.value;
  const [open, setOpen] = useKept(`changes:${path}`, false);
  const short = visible(shortPath(path, cwd));
  const cut = short.lastIndexOf("/") + 1;
  return (
    <li class="file">
      <button
        type="button"
        class="fold"
        aria-expanded={open}
        title={visible(path)}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron" />
        <span class="path">
          <bdi class="folder">{short.slice(0, cut)}</bdi>
          <bdi class="name">{short.slice(cut)}</bdi>
        </span>
        {count === 1 ? null : <span class="times">{count} ×</span>}
        <Counts added={added} removed={removed} />
      </button>
      {open
        ? (
          <>
            <ol>
              {edits.map((edit, at) => (
                <EditItem key={edit.number} path={path} edit={edit} first={at === 0} {...rest} />
              ))}
            </ol>
            {count > edits.length
              ? <p class="foot">{plural(count - edits.length, "older change")} not shown.</p>
              : null}
          </>
        )
        : null}
    </li>
  );
}

interface EditProps extends PartProps {
  readonly path: string;
  readonly edit: Edit;
  /** Shown at once. */
  readonly first: boolean;
}

function EditItem({ path, edit, first, diffs, need, goTo }: EditProps) {
  const { number, ts } = edit;
  const [open, setOpen] = useKept(`changes:${path}:${number}`, first);
  const { split, setSplit } = useDiffLooks();
  const wanted = diffs.get(number);
  useEffect(() => {
    if (open && wanted === undefined) need(number);
  }, [open, wanted === undefined]);
  const diff = open && wanted?.state === "there" ? wanted.diff : null;
  return (
    <li>
      <p class="tools">
        <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="chevron" />
          <time dateTime={ts} title={fullTime(ts)}>{clockTime(ts) || `Entry ${number}`}</time>
        </button>
        <button type="button" class="quiet" onClick={() => goTo(number)}>Go to</button>
        {diff === null ? null : (
          <>
            <SplitToggle split={split} setSplit={setSplit} />
            <CopyButton text={() => diff} what="diff" />
          </>
        )}
        <Counts added={edit.added} removed={edit.removed} />
      </p>
      {diff === null ? null : <Diff edit={number} path={path} diff={diff} split={split} />}
      {open && wanted?.state === "failed"
        ? (
          <p class="foot">
            The diff could not be read.{" "}
            <button type="button" class="quiet" onClick={() => need(number)}>Try again</button>
          </p>
        )
        : null}
    </li>
  );
}

interface DiffProps {
  readonly edit: number;
  readonly path: string;
  readonly diff: string;
  readonly split: boolean;
}

function Diff({ edit, path, diff, split }: DiffProps) {
  const { cwd } = useTools().looks.value;
  const parsed = useMemo(() => parseDiff(diff), [diff]);
  if (parsed.lines === 0) return <p class="foot">There are no lines to show.</p>;
  return (
    <div class="file-diff">
      <DiffBody
        parsed={parsed}
        language={languageOfPath(path)}
        split={split}
        label={`Changes in ${visible(shortPath(path, cwd))}`}
        name={`changes:${edit}`}
      />
    </div>
  );
}

function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="counts">
      <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
    </span>
  );
}
