import assert from "node:assert/strict";
import { panelCookie, panelFrom } from "../../lib/view/side_panel.tsx";

Deno.test("the panel that was open is read from the cookie that remembers it", () => {
  const kept = panelCookie("changes").split(";")[0]!;
  assert.equal(panelFrom(`other=1; ${kept}`), "changes");
  assert.equal(panelFrom(panelCookie(null).split(";")[0]!), null);
  assert.equal(panelFrom(null), null);
});
