/** The settings: of the open conversation, of all that will be made, and of this browser. */
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../view/dialog.tsx";
import { defaultSettings, type Settings } from "../view/settings.ts";
import { SettingsForm } from "../view/settings_form.tsx";
import { type Theme, THEMES } from "../view/theme.ts";
import * as api from "./api.ts";
import type { ConversationControls } from "./conversation_controls.ts";
import { modelList, needModels } from "./model_list.ts";
import type { Notifier } from "./notifier.ts";
import { currentTheme, setTheme } from "./theme_switch.tsx";

interface SettingsDialogProps {
  readonly controls: ConversationControls | null;
  readonly notifier: Notifier;
  readonly tell: (error: unknown) => void;
  readonly onClose: () => void;
}

const TABS = ["This conversation", "New conversations", "This browser"] as const;
type Tab = (typeof TABS)[number];

export function SettingsDialog({ controls, notifier, tell, onClose }: SettingsDialogProps) {
  const [tab, setTab] = useState<Tab>(TABS[0]);
  useEffect(() => void needModels(), []);
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div class="segments wide" role="group" aria-label="Settings of">
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === tab}
            onClick={() => setTab(one)}
          >
            {one}
          </button>
        ))}
      </div>
      {tab === "This conversation" && controls !== null
        ? (
          <SettingsForm
            scope="conversation"
            settings={controls.settings.value}
            models={modelList.value}
            change={(change) => void controls.change(change)}
          />
        )
        : null}
      {tab === "New conversations" ? <DefaultsForm tell={tell} /> : null}
      {tab === "This browser" ? <BrowserForm notifier={notifier} /> : null}
    </Dialog>
  );
}

function DefaultsForm({ tell }: { tell: (error: unknown) => void }) {
  const [settings, setSettings] = useState<Settings | null>(null);
  useEffect(() => {
    api.readDefaults().then((defaults) => setSettings(defaultSettings("", defaults)), tell);
  }, []);
  if (settings === null) return null;
  return (
    <>
      <p class="quiet">What a new conversation starts with, in every browser.</p>
      <SettingsForm
        scope="defaults"
        settings={settings}
        models={modelList.value}
        change={(change) => {
          setSettings({ ...settings, ...change });
          api.changeDefaults(change).catch((error) => {
            setSettings(settings);
            tell(error);
          });
        }}
      />
    </>
  );
}

const THEME_NAMES: Record<Theme, string> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
};

function BrowserForm({ notifier }: { notifier: Notifier }) {
  const [theme, setShown] = useState(currentTheme());
  const state = notifier.state.value;
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <div class="field">
        <label for="theme">Colours</label>
        <select
          id="theme"
          value={theme}
          onChange={({ currentTarget }) => {
            const next = THEMES[currentTarget.selectedIndex]!;
            setTheme(next);
            setShown(next);
          }}
        >
          {THEMES.map((one) => <option key={one} value={one}>{THEME_NAMES[one]}</option>)}
        </select>
      </div>
      <label class="tickbox">
        <input
          type="checkbox"
          checked={state === "on"}
          disabled={state === "refused" || state === "impossible"}
          onChange={({ currentTarget }) =>
            void (currentTarget.checked ? notifier.turnOn() : notifier.turnOff())}
        />{" "}
        Notify me of approvals, failures and finished turns while this tab is hidden
      </label>
      {state === "refused"
        ? <p class="quiet">This browser was told not to show notifications of this page.</p>
        : null}
    </form>
  );
}
