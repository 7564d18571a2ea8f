/** What a turn did to one file. */
import { FileDiff } from "../diff/file_diff.tsx";
import { RowTime } from "../row_tools.tsx";

interface DiffCardProps {
  readonly id: string;
  readonly ts: string;
  readonly path: string;
  readonly diff: string;
  readonly change?: string | undefined;
  readonly oldPath?: string | undefined;
  readonly binary?: boolean;
  readonly truncated?: boolean;
}

export function DiffCard(props: DiffCardProps) {
  const { id, ts, path, diff, change, oldPath, binary = false, truncated = false } = props;
  return (
    <article class="row diff" data-id={id} aria-label="Changed file">
      <FileDiff
        id={id}
        path={path}
        diff={diff}
        change={change}
        oldPath={oldPath}
        note={<RowTime ts={ts} />}
      />
      {binary ? <p class="foot">A binary file: its change cannot be shown.</p> : null}
      {truncated ? <p class="foot">The change was longer than what is kept.</p> : null}
    </article>
  );
}
