/** The panel beside the conversation, filled with the one that is open. */
import { SidePanel as Frame } from "../view/side_panel.tsx";
import { PANELS } from "./panels.ts";
import type { WorkbenchState } from "./workbench_state.ts";

export function SidePanel({ page }: { page: WorkbenchState }) {
  const { desk, list, panel } = page;
  const chosen = PANELS.find(({ name }) => name === panel.open.value);
  if (chosen === undefined) return null;
  const { View } = chosen;
  const current = desk.current.value;
  const item = list.items.value.find(({ id }) => id === desk.id.value);
  return (
    <Frame
      tabs={PANELS.map(({ badge, ...tab }) => ({
        ...tab,
        badge: badge && item && { of: badge.of, count: badge.count(item) },
      }))}
      chosen={chosen.name}
      wide={panel.wide.value}
      over={panel.over.value}
      choose={(name) => panel.show(name)}
      toggleWide={() => void (panel.wide.value = !panel.wide.peek())}
      close={() => panel.close()}
    >
      {current === null ? null : (
        <View
          // Another conversation is another panel: nothing of the old one stays.
          key={`${chosen.name} ${desk.opened.value.key}`}
          model={current.model}
          controls={current.controls}
          actions={page}
        />
      )}
    </Frame>
  );
}
