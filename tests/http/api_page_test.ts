import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "../harness/cache_folder.ts";

const METHODS = /^ {2}(?:async )?(GET|POST|PUT|PATCH|DELETE)\b/gm;

/** Every call of the API as `METHOD path`, by the files under routes/. */
function callsIn(folder: string, path: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const inner = join(folder, name);
    const part = name.replace(/\.ts$/, "").replace(/^\[(.+)\]$/, "<$1>");
    const here = part === "index" ? path : `${path}/${part}`;
    if (isDirectory) return callsIn(inner, here);
    if (!name.endsWith(".ts")) return [];
    const methods = [...Deno.readTextFileSync(inner).matchAll(METHODS)].map(([, method]) => method);
    return methods.map((method) => `${method} ${here}`);
  });
}

Deno.test("docs/api.md lists every call of the REST API", () => {
  const page = Deno.readTextFileSync(join(REPOSITORY, "docs", "api.md"));
  const routes = join(REPOSITORY, "routes");
  const calls = [
    ...callsIn(join(routes, "api", "appserver"), "/api/appserver"),
    ...callsIn(join(routes, "fws"), "/fws").filter((call) => call !== "GET /fws/logs"),
  ];
  assert.ok(calls.length > 50, `only ${calls.length} were found`);
  const isListed = (call: string) =>
    page.includes(`\`${call}`) || page.includes(`\`${call.replace("/api/appserver/", "")}`);
  assert.deepEqual(calls.filter((call) => !isListed(call)), []);
});
