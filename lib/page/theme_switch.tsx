/** The switch between the system's colours, light and dark. Changes the page at once and keeps it. */
import { useState } from "preact/hooks";
import { Icon, type IconName } from "../view/icons.tsx";
import { type Theme, themeAttribute, themeCookie, themeFrom, THEMES } from "../view/theme.ts";

const ICONS: Record<Theme, IconName> = { system: "half", light: "sun", dark: "moon" };
const NAMES: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };

/** Sets the theme of this page and of all that this browser will open. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  const attribute = themeAttribute(theme);
  if (attribute === undefined) delete dataset["theme"];
  else dataset["theme"] = attribute;
  document.cookie = themeCookie(theme);
}

/** What is chosen now. */
export function currentTheme(): Theme {
  return themeFrom(document.cookie);
}

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setShown] = useState(initial);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  const label = `Colours: ${NAMES[theme]}. Change to ${NAMES[next]}`;
  return (
    <button
      type="button"
      class="ghost"
      aria-label={label}
      title={label}
      onClick={() => {
        setTheme(next);
        setShown(next);
      }}
    >
      <Icon name={ICONS[theme]} />
    </button>
  );
}
