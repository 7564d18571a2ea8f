import assert from "node:assert/strict";
import { themeAttribute, themeCookie, themeFrom } from "../../lib/view/theme.ts";

Deno.test("a chosen theme is found among other cookies, an unknown one is the system's", () => {
  assert.equal(themeFrom("a=1; pilothouse_theme=dark; b=2"), "dark");
  assert.equal(themeFrom("pilothouse_theme=light"), "light");
  assert.equal(themeFrom("pilothouse_theme=pink"), "system");
  assert.equal(themeFrom("not_pilothouse_theme=dark"), "system");
  assert.equal(themeFrom(null), "system");
});

Deno.test("what is remembered is found again", () => {
  assert.equal(themeFrom(themeCookie("dark").split(";")[0]!), "dark");
  assert.equal(themeAttribute("dark"), "dark");
  assert.equal(themeAttribute("system"), undefined);
});
