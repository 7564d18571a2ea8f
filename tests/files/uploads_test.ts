import assert from "node:assert/strict";
import { imageKind, Uploads } from "../../lib/files/uploads.ts";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

async function withUploads(fn: (uploads: Uploads) => Promise<void>, maxAll = 1_000) {
  const home = await Deno.makeTempDir();
  try {
    await fn(new Uploads(home, maxAll));
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("a picture is known by its first bytes", () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  assert.equal(imageKind(PNG)?.type, "image/png");
  assert.equal(imageKind(bytes("\xff\xd8\xff\xe0"))?.type, "image/jpeg");
  assert.equal(imageKind(bytes("GIF89a"))?.type, "image/gif");
  assert.equal(imageKind(bytes("RIFF....WEBPVP8 "))?.type, "image/webp");
  assert.equal(imageKind(bytes("RIFF....WAVEfmt ")), null);
  assert.equal(imageKind(bytes("<svg onload=alert(1)>")), null);
  assert.equal(imageKind(new Uint8Array()), null);
});

Deno.test("a picture is kept for its owner only, is read back, and goes when removed", () =>
  withUploads(async (uploads) => {
    const kept = await uploads.save(PNG);
    assert.ok("id" in kept);
    assert.match(kept.id, /^[0-9a-f-]{36}\.png$/);
    assert.equal((await Deno.stat(uploads.path(kept.id)!)).mode! & 0o777, 0o600);
    assert.deepEqual(await uploads.read(kept.id), { bytes: PNG, type: "image/png" });
    assert.ok(await uploads.remove(kept.id));
    assert.ok(!await uploads.remove(kept.id));
    assert.equal(await uploads.read(kept.id), null);
  }));

Deno.test("what is no picture, or finds no room, is refused", () =>
  withUploads(async (uploads) => {
    const text = await uploads.save(new TextEncoder().encode("hello"));
    assert.ok("refused" in text && text.refused === "not_an_image");
    assert.ok("id" in await uploads.save(PNG));
    const second = await uploads.save(PNG);
    assert.ok("refused" in second && second.refused === "full");
  }, 20));

Deno.test("an id cannot lead out of the folder", () =>
  withUploads(async (uploads) => {
    for (const id of ["../token", "a.png", "", "../../etc/passwd.png"]) {
      assert.equal(uploads.path(id), null);
      assert.equal(await uploads.read(id), null);
      assert.ok(!await uploads.remove(id));
    }
  }));
