/** A chunk of rows: drawn while it is near the screen, else a gap of the same height. */
import type { ReadonlySignal } from "@preact/signals";
import { type MutableRef, useLayoutEffect, useRef } from "preact/hooks";
import type { ChunkWatcher } from "./chunk_watcher.ts";
import { memo } from "./memo.ts";
import { type Decide, RowCard } from "./row_cards.tsx";
import type { RowChunk } from "./row_chunks.ts";
import type { Row } from "./rows.ts";
import type { ScrollKeeper } from "./scroll_keeper.ts";
import type { TimelineSource } from "./timeline_source.ts";

interface ChunkProps {
  readonly chunk: RowChunk;
  readonly source: TimelineSource;
  readonly decide: Decide;
  readonly watcher: ChunkWatcher;
  readonly keeper: MutableRef<ScrollKeeper | null>;
  readonly atEnd: boolean;
}

export const ChunkView = memo((props: ChunkProps) => {
  const { chunk: { key, ids }, source, decide, watcher, keeper, atEnd } = props;
  const element = useRef<HTMLDivElement>(null);
  const near = watcher.near(key, atEnd);
  const found = source.found.value;
  const wanted = found !== null && ids.includes(found.id);
  useLayoutEffect(() => watcher.watch(element.current!, key), []);
  useLayoutEffect(() => {
    if (!wanted) return;
    if (!near.peek()) near.value = true; // Drawn first, shown by the next round.
    else showRow(element.current!, found.id, keeper.current);
  }, [found, near.value]);
  return (
    <div
      class="chunk-rows"
      ref={element}
      style={near.value ? undefined : { height: `${watcher.height(key, ids.length)}px` }}
    >
      {near.value
        ? ids.map((id) => <LiveRow key={id} row={source.row(id)} decide={decide} />)
        : null}
    </div>
  );
});

/** Subscribes to its own row only. */
function LiveRow({ row, decide }: { row: ReadonlySignal<Row>; decide: Decide }) {
  return <RowCard row={row.value} decide={decide} />;
}

function showRow(chunk: HTMLElement, id: string, keeper: ScrollKeeper | null): void {
  const row = [...chunk.children].find((one) => one.getAttribute("data-id") === id);
  if (row === undefined) return;
  keeper?.show(row);
  // Once more for a row that was found before: the mark fades by an animation.
  row.classList.remove("found");
  void row.clientHeight;
  row.classList.add("found");
}
