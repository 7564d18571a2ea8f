import { asset } from "fresh/runtime";
import { define } from "../lib/http/services.ts";
import { themeAttribute, themeFrom } from "../lib/view/theme.ts";

/** One file per room of the page, in the order of the cascade. */
const STYLES = [
  "base",
  "controls",
  "list",
  "conversation",
  "panel",
  "events",
  "composer",
  "terminal",
  "dialogs",
  "settings",
  "timeline",
  "prose",
  "diff",
  "outline",
];

export default define.page(({ Component, state, req }) => (
  <html lang="en" data-theme={themeAttribute(themeFrom(req.headers.get("cookie")))}>
    <head>
      <meta charset="utf-8" />
      <meta
        name="viewport"
        content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
      />
      <meta name="color-scheme" content="light dark" />
      <title>Pilothouse</title>
      {state.bare ? null : (
        <>
          <meta name="theme-color" content="#eef0f4" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#0c1015" media="(prefers-color-scheme: dark)" />
          <link rel="icon" href={asset("/icon.svg")} type="image/svg+xml" />
          <link rel="apple-touch-icon" href={asset("/apple-touch-icon.png")} />
          {/* Without a login no file of ours is served, and browsers ask for this one without. */}
          <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
          {STYLES.map((name) => (
            <link key={name} rel="stylesheet" href={asset(`/css/${name}.css`)} />
          ))}
        </>
      )}
    </head>
    <body>
      <Component />
    </body>
  </html>
));
