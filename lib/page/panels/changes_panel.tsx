/** The Changes panel: keeps what it shows up to date while it is open. */
import { useMemo } from "preact/hooks";
import { ChangesView } from "../../view/panels/changes_view.tsx";
import { ToolsProvider } from "../../view/timeline_tools.ts";
import * as api from "../api.ts";
import type { PanelProps } from "../panels.ts";
import { ChangesModel } from "./changes_model.ts";
import { ReadingView } from "./reading_view.tsx";
import { useReading } from "./use_reading.ts";

export function ChangesPanel({ model, controls, actions }: PanelProps) {
  const id = controls.id.value;
  const changes = useMemo(() =>
    new ChangesModel({
      changes: (query) => api.readChanges(id!, query),
      range: (query) => api.readRange(id!, query),
    }), [id]);
  useReading(changes.files, id, model.outlined);
  return (
    <ToolsProvider value={model.tools}>
      <ReadingView reading={changes.files} id={id}>
        {(page) => (
          <ChangesView
            page={page}
            diffs={changes.diffs.value}
            need={(number) => void changes.need(number)}
            loadMore={() => void changes.loadMore()}
            goTo={(number) => actions.goTo(id, number)}
          />
        )}
      </ReadingView>
    </ToolsProvider>
  );
}
