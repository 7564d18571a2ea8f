// Mentions and pictures on the running service, within its permissions.

import assert from "node:assert/strict";
import { join } from "node:path";
import { realTest } from "../harness/real_parts.ts";
import { withService } from "../harness/service.ts";

const PNG = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);

realTest(
  "files of the working folder are found, and pictures are kept",
  { needs: [] },
  () =>
    withService({}, async (service) => {
      for (const path of ["src/deep/composer.ts", "notes.md", "secret.log", ".gitignore"]) {
        await Deno.mkdir(join(service.cwd, path, ".."), { recursive: true });
        await Deno.writeTextFile(join(service.cwd, path), path === ".gitignore" ? "*.log\n" : "");
      }
      const mention = async (body: unknown) => {
        const init = { method: "POST", body: JSON.stringify(body) };
        const response = await service.fetch("/api/appserver/mention", init);
        return { status: response.status, ...await response.json() };
      };
      assert.deepEqual((await mention({ query: "composer" })).files, [
        { path: "src/deep/composer.ts", type: "file" },
      ]);
      assert.deepEqual((await mention({ query: "secret" })).files, []);
      assert.equal((await mention({ query: "x", conversation_id: "nobody" })).status, 404);
      assert.equal((await mention({ query: 7 })).code, "invalid_body");

      const upload = (body: BodyInit) =>
        service.fetch("/api/appserver/upload", { method: "POST", body });
      const kept = await upload(PNG);
      assert.equal(kept.status, 201);
      const { id } = await kept.json();
      const back = await service.fetch(`/api/appserver/upload?id=${id}`);
      assert.equal(back.headers.get("content-type"), "image/png");
      assert.deepEqual(new Uint8Array(await back.arrayBuffer()), PNG);
      const text = await upload("<svg onload=alert(1)>");
      assert.deepEqual([text.status, (await text.json()).code], [415, "not_an_image"]);
      const large = await upload(new Uint8Array(11 * 1024 * 1024));
      assert.equal((await large.json()).code, "too_large");
      const out = await service.fetch("/api/appserver/upload?id=../token");
      assert.equal((await out.json()).code, "unknown_upload");
    }),
);
