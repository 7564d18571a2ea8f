import assert from "node:assert/strict";
import { Builder } from "fresh/dev";
import { join } from "@std/path";
import { realTest } from "../harness/real_parts.ts";
import { freePort } from "../harness/wait.ts";
import { bundle } from "../../links/fresh/src/build/bundle.ts";
import { crawl, crawlStatic } from "../../links/fresh/src/build/crawl.ts";
import { mediaType } from "../../links/fresh/src/build/media_type.ts";
import { withDevApp, withServedApp, withTempApp } from "./temp_app.ts";

const APP = {
  "main.ts": `
    import { App, staticFiles } from "fresh";
    export const app = new App().use(staticFiles()).fsRoutes();`,
  "static/a.txt": "a",
  "islands/Plus.tsx": `
    import { useSignal } from "@preact/signals";
    export default function Plus() {
      const n = useSignal(0);
      return <button type="button" onClick={() => n.value++}>{n}</button>;
    }`,
  "routes/index.tsx": `
    import Plus from "../islands/Plus.tsx";
    export default () => <Plus />;`,
};

/** Everything below a folder by path, without what changes from run to run. */
async function listing(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) names.push(name);
  return names.sort();
}

Deno.test("routes, islands and private folders are told apart, and tests are ignored", () =>
  withTempApp({
    "routes/index.tsx": "",
    "routes/index_test.tsx": "",
    "routes/notes.md": "",
    "routes/(_islands)/Local.tsx": "",
    "routes/(_parts)/Part.tsx": "",
    "routes/über uns.tsx": "",
    "routes/over.tsx": "export const config = { routeOverride: '/x' };",
    "routes/_layout.tsx": "",
    "islands/deep/Far.tsx": "",
  }, async (folder) => {
    const { routes, islands } = await crawl({
      routeDir: join(folder, "routes"),
      islandDir: join(folder, "islands"),
      ignore: [/_test\.tsx$/],
    });
    assert.deepEqual(islands.map((path) => path.slice(folder.length)), [
      "/islands/deep/Far.tsx",
      "/routes/(_islands)/Local.tsx",
    ]);
    assert.deepEqual(routes.map(({ id, lazy }) => [id, lazy]), [
      ["/_layout", false],
      ["/index", true],
      ["/over", false],
      ["/%C3%BCber%20uns", true],
    ]);
  }));

Deno.test("hidden static files are left out, except those that the web knows", () =>
  withTempApp({
    "static/a.txt": "",
    "static/.env": "",
    "static/.git/config": "",
    "static/.well-known/x": "",
  }, async (folder) => {
    assert.deepEqual(await crawlStatic(join(folder, "static")), [".well-known/x", "a.txt"]);
  }));

Deno.test("an app without folders has nothing to build from, which is no error", async () => {
  assert.deepEqual(await crawlStatic("/nowhere/static"), []);
  assert.deepEqual(
    await crawl({ routeDir: "/nowhere/r", islandDir: "/nowhere/i", ignore: [] }),
    { routes: [], islands: [] },
  );
  assert.equal((await bundle({ entries: [], minify: true, sourceMap: undefined })).files.size, 0);
});

Deno.test("media types are those that browsers expect", () => {
  assert.equal(mediaType("/a/b.CSS"), "text/css; charset=UTF-8");
  assert.equal(mediaType("x.js"), "text/javascript; charset=UTF-8");
  assert.equal(mediaType("x.svg"), "image/svg+xml");
  assert.equal(mediaType("x.unknown"), "text/plain");
  assert.equal(mediaType("LICENSE"), "text/plain");
});

const build = (root: string) => new Builder({ root }).build();

const buildIdOf = async (folder: string) =>
  /buildId = "([0-9a-f]{40})"/.exec(
    await Deno.readTextFile(join(folder, "_fresh/snapshot.js")),
  )?.[1];

realTest(
  "the id of a build follows its content",
  { needs: [] },
  () =>
    withTempApp(APP, async (folder) => {
      await build(folder);
      const first = await buildIdOf(folder);
      await build(folder);
      assert.equal(await buildIdOf(folder), first);
      await Deno.writeTextFile(join(folder, "static/a.txt"), "changed");
      await build(folder);
      assert.notEqual(await buildIdOf(folder), first);
      assert.deepEqual(
        (await listing(folder)).filter((name) => name.startsWith("_fresh")),
        ["_fresh"],
      );
      // Files of the build before are gone.
      assert.deepEqual(await listing(join(folder, "_fresh/static/_fresh/js")), [
        await buildIdOf(folder),
      ]);
    }),
);

realTest(
  "a build that fails leaves the old one and nothing else",
  { needs: [] },
  () =>
    withTempApp(APP, async (folder) => {
      await build(folder);
      const first = await buildIdOf(folder);
      await Deno.writeTextFile(join(folder, "islands/Plus.tsx"), "export default function (");
      await assert.rejects(build(folder), /Cannot bundle the islands/);
      assert.equal(await buildIdOf(folder), first);
      // A build that was killed half-way leaves a folder; the next one clears it.
      const killed = join(folder, "_fresh.new-killed");
      await Deno.mkdir(join(killed, "static"), { recursive: true });
      await Deno.utime(killed, new Date(0), new Date(0));
      await Deno.writeTextFile(join(folder, "islands/Plus.tsx"), APP["islands/Plus.tsx"]);
      await build(folder);
      assert.deepEqual(
        (await listing(folder)).filter((name) => name.startsWith("_fresh")),
        ["_fresh"],
      );
    }),
);

realTest(
  "a build serves its bundles for ever and its pages anew",
  { needs: [] },
  () =>
    withServedApp(APP, async (port) => {
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      const page = await get("/");
      const preloads = page.headers.get("link") ?? "";
      const html = await page.text();
      const scripts = [...html.matchAll(/from "(\/_fresh\/js\/[^"]+)"/g)].map(([, path]) => path!);
      assert.equal(scripts.length, 2);
      for (const script of scripts) {
        assert.ok(preloads.includes(`<${script}>; rel="modulepreload"`));
        const response = await get(script);
        assert.equal(response.headers.get("content-type"), "text/javascript; charset=UTF-8");
        assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
        await response.body?.cancel();
      }
      for (const path of ["/%", "/static/a.txt", "/..%2fmain.ts", "/_fresh/snapshot.js"]) {
        assert.equal((await get(path)).status, 404, path);
      }
      assert.equal(await (await get("/a.txt")).text(), "a");
    }),
);

/** The first message of the stream that tells pages when to reload. */
async function revisionOf(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/_frsh/alive`);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  await reader.cancel();
  return /^data: (\S+)\n\n$/.exec(value)?.[1] ?? assert.fail(`not an event: ${value}`);
}

realTest(
  "while developing, pages load from memory and hear of a restart",
  { needs: [] },
  () =>
    withTempApp(APP, async (folder) => {
      const port = freePort();
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      const first = await withDevApp(folder, port, async () => {
        const html = await (await get("/")).text();
        assert.match(html, /<!--frsh:island:Plus:0:--><button type="button">0<\/button>/);
        const reload = /import "(\/_fresh\/js\/[^"]+live_reload\.js)";/.exec(html)?.[1];
        const script = await get(reload ?? "/none");
        assert.match(await script.text(), /EventSource\("\/_frsh\/alive"\)/);
        assert.match(script.headers.get("cache-control") ?? "", /no-store/);

        // Static files are read anew each time, and never from elsewhere.
        await Deno.writeTextFile(join(folder, "static/a.txt"), "changed");
        assert.equal(await (await get("/a.txt")).text(), "changed");
        await Deno.symlink(join(folder, "main.ts"), join(folder, "static/link.ts"));
        for (const path of ["/..%2fmain.ts", "/%2e%2e%2fmain.ts", "/link.ts", "/%00", "/%"]) {
          assert.equal((await get(path)).status, 404, path);
        }
        const revision = await revisionOf(port);
        assert.equal(await revisionOf(port), revision);
        return revision;
      });
      const second = await withDevApp(folder, port, () => revisionOf(port));
      assert.notEqual(second, first);
      assert.equal((await listing(folder)).includes("_fresh"), false);
    }),
);
