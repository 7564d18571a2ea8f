/** The Transcript panel: a page of entries; the last page follows what is written. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import {
  type Place,
  type TranscriptPage,
  TranscriptView,
} from "../../view/panels/transcript_view.tsx";
import { ToolsProvider } from "../../view/timeline_tools.ts";
import * as api from "../api.ts";
import type { PanelProps } from "../panels.ts";
import { Reading } from "./reading.ts";
import { ReadingView } from "./reading_view.tsx";
import { useReading } from "./use_reading.ts";

const PAGE = 100;

export function TranscriptPanel({ model, controls, actions }: PanelProps) {
  const id = controls.id.value;
  /** The number before the first one shown; null at the end, which is followed. */
  const after = useSignal<number | null>(null);
  const page = useMemo(() =>
    new Reading<TranscriptPage>(() => {
      const from = after.peek();
      return api.readRange(id!, { limit: PAGE, ...(from === null ? {} : { after: from }) });
    }), [id]);
  useReading(page, id, model.written);

  function turn(place: Place): void {
    const { first, last, total } = page.value.peek()!;
    const from = { first: 0, earlier: Math.max(0, first - 1 - PAGE), later: last, last: total };
    after.value = from[place] + PAGE >= total ? null : from[place];
    void page.now();
  }

  return (
    <ToolsProvider value={model.tools}>
      <ReadingView reading={page} id={id}>
        {(page) => (
          <TranscriptView
            page={page}
            turn={turn}
            goTo={(number) => actions.goTo(id, number)}
          />
        )}
      </ReadingView>
    </ToolsProvider>
  );
}
