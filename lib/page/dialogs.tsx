/**
 * The dialogs of the page, most of them loaded when they are first shown. Not so the palette: what
 * is typed right after its key must not end up in the composer.
 */
import { Confirm } from "../view/dialog.tsx";
import { lazy } from "./lazy.tsx";
import { PaletteDialog } from "./palette_dialog.tsx";
import type { WorkbenchState } from "./workbench_state.ts";

const Settings = lazy(async () => (await import("./settings_dialog.tsx")).SettingsDialog);
const Agent = lazy(async () => (await import("./agent_dialog.tsx")).AgentDialog);
const Rollouts = lazy(async () => (await import("./rollouts_dialog.tsx")).RolloutsDialog);
const Shortcuts = lazy(async () => (await import("./shortcuts_dialog.tsx")).ShortcutsDialog);

export function Dialogs({ page }: { page: WorkbenchState }) {
  const { desk, deleting } = page;
  const onClose = () => void (page.dialog.value = null);
  const tell = (error: unknown) => page.fail(error);
  const goTo = (id: string) => page.goTo(id);
  const asked = deleting.value;
  return (
    <>
      {asked === null ? null : (
        <Confirm
          title="Delete this conversation?"
          text={`“${asked.label || "Untitled"}” goes to the trash.`}
          action="Delete"
          run={() => void page.listActions.delete(asked)}
          onClose={() => void (deleting.value = null)}
        />
      )}
      {page.dialog.value === "settings"
        ? (
          <Settings
            controls={desk.current.value?.controls ?? null}
            notifier={page.notifier}
            tell={tell}
            onClose={onClose}
          />
        )
        : null}
      {page.dialog.value === "agent" ? <Agent tell={tell} onClose={onClose} /> : null}
      {page.dialog.value === "rollouts"
        ? <Rollouts goTo={goTo} tell={tell} onClose={onClose} />
        : null}
      {page.dialog.value === "shortcuts" ? <Shortcuts onClose={onClose} /> : null}
      {page.dialog.value === "palette"
        ? (
          <PaletteDialog
            commands={desk.current.value?.commands() ?? page.commands()}
            conversations={page.list.items.value}
            goTo={goTo}
            onClose={onClose}
          />
        )
        : null}
    </>
  );
}
