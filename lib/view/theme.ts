/**
 * The person's choice of colours, kept in a cookie so that the server can write it into the page
 * before the first paint. Pure: a cookie header in, an attribute out.
 */

/** `system` follows the machine. */
export type Theme = "system" | "light" | "dark";

/** In the order in which a switch goes through them. */
export const THEMES: readonly Theme[] = ["system", "light", "dark"];
const COOKIE = "pilothouse_theme";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The theme that a Cookie header asks for; `system` where it asks for none that we know. */
export function themeFrom(cookies: string | null): Theme {
  const value = /(?:^|;\s*)pilothouse_theme=(\w+)/.exec(cookies ?? "")?.[1];
  return THEMES.find((theme) => theme === value) ?? "system";
}

/** What `document.cookie` is set to, to remember a theme. */
export function themeCookie(theme: Theme): string {
  return `${COOKIE}=${theme}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}`;
}

/** The value of `data-theme`; none leaves the choice to the system. */
export function themeAttribute(theme: Theme): "light" | "dark" | undefined {
  return theme === "system" ? undefined : theme;
}
