/** The terminal's colours, from those of the page and the sixteen of its own, light and dark. */
import type { ITheme } from "@xterm/xterm";

const NAMES = [
  ...["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"],
  ...["brightBlack", "brightRed", "brightGreen", "brightYellow"],
  ...["brightBlue", "brightMagenta", "brightCyan", "brightWhite"],
] as const;

/** Each readable on its paper: the light ones are darker than usual. */
const LIGHT = [
  ...["#1f2328", "#b3261e", "#1a7034", "#8a5a00", "#1f5fbf", "#8a3ca8", "#0b6e78", "#5c6470"],
  ...["#4b535d", "#cf3a31", "#20833f", "#9c6a0a", "#2f73d8", "#a04fc0", "#0f8290", "#7a828c"],
];
const DARK = [
  ...["#3b434d", "#f2766c", "#6bc98a", "#e0b35a", "#76a9fa", "#d08ff0", "#5cc6d0", "#d5dae1"],
  ...["#7d8793", "#ff978e", "#8be0a6", "#f2cc7c", "#9cc3ff", "#e2b0fb", "#84dde6", "#ffffff"],
];

/** The theme for the colours that the page has now. */
export function terminalTheme(host: Element): ITheme {
  const style = getComputedStyle(host);
  const dark = isDark(style.backgroundColor);
  const palette = (dark ? DARK : LIGHT).map((color, index) => [NAMES[index]!, color]);
  return {
    ...Object.fromEntries(palette),
    foreground: style.color,
    background: style.backgroundColor,
    cursor: style.color,
    cursorAccent: style.backgroundColor,
    selectionBackground: dark ? "#3d5a80aa" : "#a8c7faaa",
  };
}

function isDark(color: string): boolean {
  const [red = 255, green = 255, blue = 255] = (color.match(/[\d.]+/g) ?? []).map(Number);
  // Some browsers tell colours from 0 to 1.
  const scale = /^color\(/.test(color) ? 255 : 1;
  return (red * 0.3 + green * 0.59 + blue * 0.11) * scale < 128;
}
