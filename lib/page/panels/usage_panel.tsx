/** The Usage panel: the latest turns while it is open, older ones on demand. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { TurnPage } from "../../transcript/outline/turn_log.ts";
import { UsageView } from "../../view/panels/usage_view.tsx";
import * as api from "../api.ts";
import type { PanelProps } from "../panels.ts";
import { Reading } from "./reading.ts";
import { ReadingView } from "./reading_view.tsx";
import { useReading } from "./use_reading.ts";

/** As many as can be told apart in a narrow chart. */
const TURNS = 40;

export function UsagePanel({ model, controls, actions }: PanelProps) {
  const id = controls.id.value;
  const before = useSignal<number | undefined>(undefined);
  const turns = useMemo(() =>
    new Reading<TurnPage>(() => {
      const from = before.peek();
      return api.readUsage(id!, { limit: TURNS, ...(from === undefined ? {} : { before: from }) });
    }), [id]);
  useReading(turns, id, model.outlined);

  function show(from: number | undefined): void {
    before.value = from;
    void turns.now();
  }

  return (
    <ReadingView reading={turns} id={id}>
      {(page) => (
        <UsageView
          page={page}
          goTo={(number) => actions.goTo(id, number)}
          earlier={page.more ? () => show(page.turns[0]?.number) : null}
          latest={before.value === undefined ? null : () => show(undefined)}
        />
      )}
    </ReadingView>
  );
}
