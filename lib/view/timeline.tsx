/**
 * The rows of a conversation in a box that follows its end. Drawn are the chunks near the screen;
 * older ones are fetched as one scrolls up, without moving what one reads.
 */
import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { ChunkWatcher } from "./chunk_watcher.ts";
import { Icon } from "./icons.tsx";
import type { Decide } from "./row_cards.tsx";
import { ScrollKeeper } from "./scroll_keeper.ts";
import { ChunkView } from "./timeline_chunk.tsx";
import type { TimelineSource } from "./timeline_source.ts";
import { ToolsProvider } from "./timeline_tools.ts";

interface TimelineProps {
  readonly source: TimelineSource;
  readonly decide: Decide;
  readonly demo: boolean;
}

export function Timeline({ source, decide, demo }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const keeper = useRef<ScrollKeeper | null>(null);
  const watcher = useMemo(() => new ChunkWatcher(), []);
  const chunks = source.chunks.value;

  useLayoutEffect(() => {
    const keeping = new ScrollKeeper(box.current!, {
      onEnd: (atEnd) => void (source.pinned.value = atEnd && source.newer.peek() === "none"),
      onNearStart: () => source.loadOlder(),
      onNearEnd: () => source.loadNewer(),
    });
    keeper.current = keeping;
    // At once and not in the next frame, by when what comes may have moved who has just left.
    const stopFollowing = effect(() => {
      const pinned = source.pinned.value;
      if (pinned === keeping.following) return;
      if (pinned) keeping.toEnd();
      else keeping.stay();
    });
    // Who has scrolled before the script was there stays there.
    if (box.current!.scrollTop !== 0) keeping.scrolled();
    const stopWatching = watcher.start(box.current!);
    const observer = new ResizeObserver(() => keeping.resized());
    observer.observe(content.current!);
    observer.observe(box.current!);
    return () => {
      stopFollowing();
      stopWatching();
      observer.disconnect();
    };
  }, []);
  // What was fetched may not fill the room that there is.
  useEffect(() => keeper.current?.checkEdges(), [chunks, source.older.value, source.newer.value]);

  return (
    <div class="timeline-frame">
      <div
        class="timeline"
        ref={box}
        onScroll={() => keeper.current?.scrolled()}
        tabIndex={0}
        role="region"
        aria-label="Conversation"
      >
        <div
          class="rows"
          ref={content}
          onClickCapture={(event) => {
            const button = (event.target as Element).closest("button, summary");
            if (button !== null) keeper.current?.hold(button);
          }}
        >
          <StartOfRows source={source} />
          {chunks.length === 0 ? <Welcome demo={demo} /> : null}
          <ToolsProvider value={source.tools}>
            {chunks.map((chunk, at) => (
              <ChunkView
                key={chunk.key}
                chunk={chunk}
                source={source}
                decide={decide}
                watcher={watcher}
                keeper={keeper}
                atEnd={at >= chunks.length - 2}
              />
            ))}
          </ToolsProvider>
        </div>
      </div>
      <JumpPill source={source} />
      <div class="sr-only" role="log" aria-live="polite">{source.spoken.value}</div>
    </div>
  );
}

/** Says what is above the first row that is loaded. */
function StartOfRows({ source }: { source: TimelineSource }) {
  switch (source.older.value) {
    case "none":
      return null;
    case "failed":
      return (
        <p class="edge">
          Earlier rows could not be read.{" "}
          <button type="button" class="quiet" onClick={() => source.loadOlder()}>Try again</button>
        </p>
      );
    default:
      return <p class="edge">Earlier rows …</p>;
  }
}

/** The way back to the latest row, for who is not there. */
function JumpPill({ source }: { source: TimelineSource }) {
  if (source.pinned.value) return null;
  const news = source.news.value;
  return (
    <button
      type="button"
      class={news ? "jump news" : "jump"}
      onClick={() => source.toLatest()}
    >
      {news ? "New below" : "Latest"}
      <Icon name="chevron" />
    </button>
  );
}

function Welcome({ demo }: { demo: boolean }) {
  return (
    <div class="welcome">
      <h2>What shall we do?</h2>
      <p>
        {demo
          ? "Type “hello”, “tour” for everything at once, or “help” for a list of what the demo can show."
          : "Describe a task. The agent works in the folder above, shows each step, and asks where you want to be asked."}
      </p>
    </div>
  );
}
