/** The rows, one component each, and the scroll position that stays at the end while one is there. */
import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Decide, RowCard } from "./row_cards.tsx";
import type { Row } from "./rows.ts";
import { type TimelineTools, ToolsProvider } from "./timeline_tools.ts";

interface TimelineProps {
  readonly order: ReadonlySignal<readonly string[]>;
  readonly row: (id: string) => ReadonlySignal<Row>;
  readonly decide: Decide;
  readonly demo: boolean;
  readonly tools: TimelineTools;
}

/** Nearer to the end than this counts as being at the end. */
const NEAR_END_PX = 48;

export function Timeline({ order, row, decide, demo, tools }: TimelineProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const toEnd = () => {
    const box = scroller.current;
    if (box !== null && pinned.current) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(() => {
    const box = scroller.current;
    const content = box?.firstElementChild;
    if (!box || !content) return;
    toEnd();
    // Rows grow by deltas, by images, by a change of the window: all are seen here.
    const observer = new ResizeObserver(toEnd);
    observer.observe(content);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  // A message of one's own brings one back to the end.
  useSignalEffect(() => {
    const last = order.value.at(-1);
    if (last !== undefined && row(last).peek().role === "user") {
      pinned.current = true;
      toEnd();
    }
  });

  function onScroll(): void {
    const box = scroller.current;
    if (box === null) return;
    pinned.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
  }

  return (
    <div class="timeline" ref={scroller} onScroll={onScroll} tabIndex={0} aria-label="Conversation">
      <div class="rows">
        {order.value.length === 0 ? <Welcome demo={demo} /> : null}
        <ToolsProvider value={tools}>
          {order.value.map((id) => <LiveRow key={id} row={row(id)} decide={decide} />)}
        </ToolsProvider>
      </div>
    </div>
  );
}

/** Subscribes to its own row only. */
function LiveRow({ row, decide }: { row: ReadonlySignal<Row>; decide: Decide }) {
  return <RowCard row={row.value} decide={decide} />;
}

function Welcome({ demo }: { demo: boolean }) {
  return (
    <div class="welcome">
      <h1>What shall we do?</h1>
      <p>
        {demo
          ? "Type “hello”, “tour” for everything at once, or “help” for a list of what the demo can show."
          : "Describe a task. The agent works in the folder above, shows each step, and asks where you want to be asked."}
      </p>
    </div>
  );
}
